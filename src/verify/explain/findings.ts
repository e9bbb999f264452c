import type { Span } from '../../text/index.ts';
import type { ExaminedSpan } from '../examine/features.ts';
import type { WordsAndKeys } from '../read/written-text.ts';
import type { Both, Fact, Finding, Name } from '../rules/findings.ts';
import { exchangesRoles, isOverstated, otherDays, type SurfaceReading } from '../rules/index.ts';
import {
  holdsAll,
  holdsOtherwise,
  missingWords,
  oppositeIn,
  otherOfForm,
  replacedIn,
  shortenedIn,
  type WrittenPart,
} from './compared-words.ts';
import { type ComparedTexts, clauseOf, type EvidenceFinding, EXCHANGED } from './finding.ts';
import { oncePerValue, shown, valueFinding, withAlike } from './value-findings.ts';

/** All differences and agreements between a claim span and a premise, the most informative first. */
export function findingsOf(compared: ComparedTexts): EvidenceFinding[] {
  const { words, readings, everywhere, decides, isOpen } = compared;
  const { facts, names, negation, exception } = compared.found;
  const all: readonly Finding[] = [...facts.map((finding) => withAlike(finding, compared)), ...names];
  const days = otherDays(readings.claim, readings.source);
  const said = new Map(all.map((finding) => [finding, valueFinding(finding, compared)]));
  const values = oncePerValue(all.flatMap((finding) => said.get(finding) ?? []));
  const absent = absentParts(all, compared);
  const settled = all.filter((finding) => finding.status === 'match' || said.get(finding) !== undefined);
  const named = [
    ...absent.flatMap(({ found }) => found!),
    ...settled.map(({ claim }) => withBound(claim, readings.claim)),
  ];
  const isFirst = absent.length === 0 && isOpen;
  const missing = [
    ...absent,
    ...missingWords(words, everywhere, { named, isFirst, text: compared.texts.claim }).map((part) => lacking(part)),
  ];
  const exchanged = [
    ...values.filter(({ code }) => EXCHANGED.has(code)),
    ...(days === undefined || values.some(({ code }) => code === 'date_differs')
      ? []
      : [exchangedWords('date_differs', days, compared.texts)]),
  ];
  // Opposites may be said of different things: "an old car", "new brakes".
  const opposite = decides === 'against' ? oppositeIn(words) : undefined;
  const isNamed = exchanged.length > 0 || opposite !== undefined;
  // Other words for the same are no news of a claim that is supported.
  const others = decides === 'for' ? [] : replacedIn(words);
  const replaced = isNamed ? [] : [...renamedIn(absent, compared), ...others, ...otherOfForm(words)];
  const reasons: EvidenceFinding[] = [
    ...exchanged,
    ...(negation && decides !== 'for' ? negated(readings, exchanged.at(-1)?.places ?? []) : []),
    ...(exception || isOverstated(readings.claim, readings.source)
      ? [{ code: 'quantifier_differs', text: '', places: [] } as const]
      : []),
    ...(exchangesRoles(readings.claim, readings.source)
      ? [{ code: 'roles_exchanged', text: clauseOf('roles_exchanged'), places: [] } as const]
      : []),
    ...(opposite ? [exchangedWords('antonym', opposite, compared.texts)] : []),
    ...replaced.map((pair) => exchangedWords('replaced', pair, compared.texts)),
  ];
  return [...reasons, ...values.filter((value) => !exchanged.includes(value)), ...missing];
}

function exchangedWords(
  code: 'antonym' | 'date_differs' | 'replaced',
  { claim, source }: Both<Span>,
  texts: ComparedTexts['texts'],
): EvidenceFinding {
  const found = `"${texts.claim.slice(claim.start, claim.end)}"`;
  const expected = `"${texts.source.slice(source.start, source.end)}"`;
  return { code, text: clauseOf(code, { found, expected }), found: claim, places: [source] };
}

function lacking({ text, start, end }: WrittenPart, isValue = false): EvidenceFinding {
  return { code: 'words_not_in_source', text, found: { start, end }, places: [], ...(isValue && { isValue }) };
}

/** The words of a value with those of its bound: "more than 400". */
function withBound(part: Fact | Name, { tokens }: SurfaceReading): Span {
  return 'kind' in part
    ? { start: Math.min(part.start, tokens[part.boundFrom]?.start ?? part.start), end: part.end }
    : part;
}

/** The facts and names of a span that the rules find nowhere in the source. */
export function absentFromSource({ sourceFindings: { facts, names } }: ExaminedSpan): Finding[] {
  return [...facts, ...names].filter(({ status }) => status === 'absent');
}

/** A rank, one and two usually follow from other words, and a bound from other values: "number two", "more than 400". */
function followsFromOthers({ kind, bound, high }: Fact): boolean {
  return kind === 'ordinal' || (bound !== 'exact' && bound !== 'about') || (kind === 'number' && high <= 2);
}

/** True if a number is written in digits, "24" or "24th". */
function isWritten({ words }: WordsAndKeys, value: number): boolean {
  return ['', 'st', 'nd', 'rd', 'th'].some((ending) => words.has(`${value}${ending}`));
}

const ORDINAL_OR_COUNT: ReadonlySet<string> = new Set(['ordinal', 'number']);

/** Absent to the rules and to the eye: what the rules cannot relate may well appear in the text as it is written. */
function absentParts(
  all: readonly Finding[],
  { examined, texts, words, everywhere }: ComparedTexts,
): EvidenceFinding[] {
  const absent = all.filter(({ status, source }) => status === 'absent' && source === undefined);
  const nowhere = new Set(absentFromSource(examined).map(({ claim }) => claim.start));
  const isLacking = <Text extends WordsAndKeys>(
    text: Text,
    claim: Finding['claim'],
    holds: (text: Text, part: string) => boolean,
  ) => {
    // "the third of March" and "3 March": the rules cannot relate them, but the number is there.
    const isInDigits = 'kind' in claim && ORDINAL_OR_COUNT.has(claim.kind) && isWritten(text, claim.low);
    return !isInDigits && !holds(text, texts.claim.slice(claim.start, claim.end));
  };
  const shortened = shortenedIn(words.claim, words.source);
  const isShortened = (part: Span) => {
    const own = words.claim.written.filter(({ start, end }) => start < part.end && part.start < end);
    const content = own.filter((word) => word.content.length > 0);
    return content.length > 0 && content.every((word) => shortened.has(word));
  };
  return absent.flatMap(({ claim }) => {
    const { start, end } = claim;
    if (isShortened(claim)) return [];
    if (!isLacking(words.source, claim, holdsOtherwise)) return [];
    const isNowhere = nowhere.has(start) && isLacking(everywhere, claim, holdsAll);
    const isValue = !('kind' in claim) || !followsFromOthers(claim);
    // "fourteen-year-old", of which the rules read a part.
    const whole = words.claim.written.find((word) => word.start <= start && word.end > end);
    return isNowhere ? [lacking({ start, end, text: whole?.text ?? shown(claim, texts.claim) }, isValue)] : [];
  });
}

/** Shown only where one of the two texts has a negating word: where both have, which one differs is unclear. */
function negated({ claim, source }: Both<SurfaceReading>, otherwise: readonly Span[]): EvidenceFinding[] {
  const cue = ({ tokens, negations }: SurfaceReading) => `"${tokens[negations[0]!.at]!.text}"`;
  const [inClaim, inSource] = [claim.negations.length, source.negations.length];
  if (inClaim > 0 === inSource > 0) return [];
  const text = clauseOf('negated', {
    ...(inClaim > 0 ? { one: 'claim', other: 'quotation' } : { one: 'quotation', other: 'claim' }),
    word: cue(inClaim > 0 ? claim : source),
  });
  const places = source.negations.map(({ at }) => source.tokens[at]!);
  const found = inClaim > 0 ? { found: claim.tokens[claim.negations[0]!.at]! } : {};
  return [{ code: 'negated', text, ...found, places: places.length > 0 ? places : otherwise }];
}

/** Absent names of the claim, each with the only name of the premise that has a word of it and another word instead. */
function renamedIn(absent: readonly EvidenceFinding[], { found, words, readings }: ComparedTexts): Both<Span>[] {
  return found.names.flatMap(({ claim, status }) => {
    if (status !== 'absent' || !absent.some(({ found: part }) => part!.start === claim.start)) return [];
    const alike = readings.source.names.filter(
      ({ parts }) =>
        parts.some((part) => claim.parts.includes(part)) && parts.some((part) => !words.claim.words.has(part)),
    );
    return alike.length === 1 ? [{ claim, source: alike[0]! }] : [];
  });
}
