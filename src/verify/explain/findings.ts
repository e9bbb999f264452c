import { REASONS, type ReasonCode, reasonOf } from '../../contract/words.ts';
import type { Span } from '../../text/index.ts';
import type { ExaminedSpan } from '../examine/features.ts';
import type { WrittenText } from '../read/written-text.ts';
import { isSameValue, isSatisfied } from '../rules/compare/compare-facts.ts';
import { isPlural } from '../rules/extract/raw-fact.ts';
import type { Both, Bound, Fact, FactKind, Finding, Name, SurfaceFindings } from '../rules/findings.ts';
import type { SurfaceReading } from '../rules/index.ts';
import { NEVER_COUNTED } from '../rules/lexicon/negators.ts';
import { holdsAll, missingWords, oppositeIn, type WrittenPart } from './compared-words.ts';
import { otherDay } from './other-day.ts';

/** Clauses of findings that are no reason; those of reasons are in the contract's table. */
const REMARKS = {
  agrees: 'both say {found}',
  agrees_otherwise: '{found} agrees with {expected}',
  satisfied: '{expected} is {found}',
  unequal: REASONS.number_differs.reasoning,
} as const;

/** A difference or agreement between a claim span and a premise. */
export interface EvidenceFinding {
  readonly code: ReasonCode | keyof typeof REMARKS;
  /** Its clause in the reasoning; the words themselves where one text lacks them; '' where other findings say it. */
  readonly text: string;
  /** Offsets into the claim span. */
  readonly found?: Span;
  /** The places of the premise that stand against it, the expected one last; offsets into the premise. */
  readonly places: readonly Span[];
  /** The words that are lacking are a number, a date or a name. */
  readonly isValue?: true;
}

/** The clause of a code, with what its braces stand for. */
export function clauseOf(code: EvidenceFinding['code'], values: Readonly<Record<string, string>> = {}): string {
  const clause = code in REMARKS ? REMARKS[code as keyof typeof REMARKS] : reasonOf(code as ReasonCode).reasoning;
  return (clause ?? '').replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
}

/** The codes of a value of which the source has another. */
export const EXCHANGED: ReadonlySet<string> = new Set([
  'number_differs',
  'date_differs',
  'name_differs',
  'wrong_owner',
]);

/** A claim span and a premise, read in every way. */
export interface ComparedTexts {
  readonly examined: ExaminedSpan;
  readonly texts: Both<string>;
  readonly words: Both<WrittenText>;
  readonly readings: Both<SurfaceReading>;
  /** The findings of the rules in the two texts; of a sentence that the span copies, the differences. */
  readonly found: SurfaceFindings & { readonly exception?: boolean };
  /** The words of the whole source; those of the premise where the claim has no others. */
  readonly everywhere: WrittenText;
}

/** All differences and agreements between a claim span and a premise, the most informative first. */
export function findingsOf(compared: ComparedTexts): EvidenceFinding[] {
  const { words, readings, everywhere } = compared;
  const { facts, names, negation, exception } = compared.found;
  const all: readonly Finding[] = [...facts, ...names];
  const said = new Map(all.map((finding) => [finding, valueFinding(finding, compared)]));
  const values = oncePerValue(all.flatMap((finding) => said.get(finding) ?? []));
  const absent = absentParts(all, compared);
  const settled = all.filter((finding) => finding.status === 'match' || said.get(finding) !== undefined);
  const named = [
    ...absent.flatMap(({ found }) => found!),
    ...settled.map(({ claim }) => withBound(claim, readings.claim)),
  ];
  const missing = [...absent, ...missingWords(words, everywhere, named).map((part) => lacking(part))];
  const day = otherDay(readings);
  const exchanged = [
    ...values.filter(({ code }) => EXCHANGED.has(code)),
    ...(day === undefined ? [] : [exchangedWords('date_differs', day, compared.texts)]),
  ];
  const opposite = oppositeIn(words);
  const reasons: EvidenceFinding[] = [
    ...exchanged,
    ...(negation ? negated(readings, exchanged.at(-1)?.places ?? []) : []),
    ...(exception ? [{ code: 'quantifier_differs', text: '', places: [] } as const] : []),
    ...(opposite ? [exchangedWords('antonym', opposite, compared.texts)] : []),
  ];
  return [...reasons, ...values.filter((value) => !exchanged.includes(value)), ...missing];
}

/** Two values of the claim are not both within one of the premise: only the first is known to be about it. */
function oncePerValue(values: readonly EvidenceFinding[]): readonly EvidenceFinding[] {
  const isSeen = ({ code, places }: EvidenceFinding, before: readonly EvidenceFinding[]) =>
    code === 'satisfied' && before.some((one) => one.places[0]?.start === places[0]!.start);
  return values.filter((value, i) => !isSeen(value, values.slice(0, i)));
}

function exchangedWords(
  code: 'antonym' | 'date_differs',
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

const ORDINAL_OR_COUNT: ReadonlySet<string> = new Set(['ordinal', 'number']);

/** Absent to the rules and to the eye: what the rules cannot relate may well appear in the text as it is written. */
function absentParts(
  all: readonly Finding[],
  { examined, texts, words, everywhere }: ComparedTexts,
): EvidenceFinding[] {
  const absent = all.filter(({ status, source }) => status === 'absent' && source === undefined);
  const nowhere = new Set(absentFromSource(examined).map(({ claim }) => claim.start));
  const isLacking = (text: WrittenText, claim: Finding['claim']) => {
    // "the third of March" and "3 March": the rules cannot relate them, but the number is there.
    const isInDigits = 'kind' in claim && ORDINAL_OR_COUNT.has(claim.kind) && text.words.has(String(claim.low));
    return !isInDigits && !holdsAll(text, texts.claim.slice(claim.start, claim.end));
  };
  return absent.flatMap(({ claim }) => {
    const { start, end } = claim;
    if (!isLacking(words.source, claim)) return [];
    const isNowhere = nowhere.has(start) && isLacking(everywhere, claim);
    // A rank usually follows from other words: "first payment" and "payments start".
    const isValue = !('kind' in claim && claim.kind === 'ordinal');
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
  return [{ code: 'negated', text, places: places.length > 0 ? places : otherwise }];
}

/** True if the source states a value or name of a span, about any subject. */
function isStatedElsewhere({ sourceFindings: { facts, names } }: ExaminedSpan, part: Fact | Name): boolean {
  // The name "EUR" begins where the amount "EUR 180" does.
  const findings: readonly Finding[] = 'kind' in part ? facts : names;
  return findings.some(
    ({ claim, status, isElsewhere }) => claim.start === part.start && (status === 'match' || isElsewhere === true),
  );
}

const DATES: ReadonlySet<FactKind> = new Set(['date', 'year', 'time']);

function exchangedCode(claim: Fact | Name, examined: ExaminedSpan): ReasonCode {
  if (isStatedElsewhere(examined, claim)) return 'wrong_owner';
  if (!('kind' in claim)) return 'name_differs';
  return DATES.has(claim.kind) ? 'date_differs' : 'number_differs';
}

/**
 * The finding about a value or name, in words of the compared texts: both have it ("both say 350 people"), one lies within
 * the other ("420 is more than 400"), or the premise has another. Undefined where the premise has none to compare, or the
 * same in the same words.
 */
export function valueFinding(
  { claim, source, status }: Finding,
  { examined, texts, words }: Pick<ComparedTexts, 'examined' | 'texts' | 'words'>,
): EvidenceFinding | undefined {
  if (source === undefined) return undefined;
  const say = (code: EvidenceFinding['code'], found: string, expected: string): EvidenceFinding => {
    const agrees = code === 'agrees' || code === 'agrees_otherwise';
    return { code, text: clauseOf(code, { found, expected }), found: claim, places: agrees ? [] : [source] };
  };
  const [said, given] = [shown(claim, texts.claim), shown(source, texts.source)];
  const isSame = isSameText(said, given);
  if (status === 'conflict') return isSame ? undefined : say(exchangedCode(claim, examined), said, given);
  // That both have a name says little: most sentences about it do.
  if (!('kind' in claim && 'kind' in source)) return undefined;
  const [a, b] = [partsOf(claim, texts.claim), partsOf(source, texts.source)];
  const [mine, other] = [`${a.bound}${a.value}`, `${b.bound}${b.value}`];
  if (isSatisfied({ claim, source, status }))
    return say('satisfied', `${a.bound === '' ? BOUNDS[claim.bound] : a.bound.toLowerCase()}${a.value}`, other);
  if (!isSameValue(claim, source))
    return holdsAll(words.source, texts.claim.slice(claim.start, claim.end)) ? undefined : say('unequal', said, given);
  if (status !== 'match') return undefined;
  if (isSame) return say('agrees', said, given);
  return isSameText(mine, other) ? say('agrees', mine, other) : say('agrees_otherwise', mine, other);
}

function isSameText(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** Words shown after a number at most. */
const MAX_NOUNS = 5;

/** A fact or name for a reader: bound, value and what is counted, never past the end of its sentence. */
function shown(part: Fact | Name, text: string): string {
  if (!('kind' in part)) return part.text;
  const { bound, value, counted } = partsOf(part, text);
  return `${bound}${value}${counted}`;
}

/** Bound, value, and what is counted with the space before it: '' when nothing is, or when the sentence ends with the value. */
function partsOf(fact: Fact, text: string) {
  const core = text
    .slice(fact.start, fact.end)
    .replace(/[\s*_`#]+/g, ' ')
    .trim();
  const at = fact.phrase.indexOf(core);
  if (core === '' || at < 0) return { bound: '', value: fact.phrase, counted: '' };
  const value = /\.\p{L}\.$/u.test(core) ? core : core.replace(/\.$/, '');
  const counted = isPlaced(fact) || core.endsWith('.') ? '' : countedIn(fact.phrase.slice(at + core.length));
  return { bound: fact.phrase.slice(0, at), value, counted };
}

/** Dates, times and durations count nothing: the words after them belong to the sentence. */
function isPlaced({ kind, unit }: Fact): boolean {
  return unit === 'date' || unit === 'month-day' || kind === 'time' || kind === 'duration' || kind === 'identifier';
}

function countedIn(tail: string): string {
  const words = tail.split(' ').slice(0, MAX_NOUNS + 1);
  // A counted noun ends with its plural: "350 employees", not "350 employees work".
  const plural = words.findIndex((word) => isPlural(word.toLowerCase()));
  const kept = (plural < 0 ? words : words.slice(0, plural + 1)).filter((word) => !word.endsWith('…'));
  while (kept.length > 0 && NEVER_COUNTED.has(kept.at(-1)!.toLowerCase())) kept.pop();
  return kept.join(' ');
}

/** The words for a bound that a value satisfies where the claim has none. */
const BOUNDS: Readonly<Partial<Record<Bound, string>>> = {
  at_least: 'at least ',
  at_most: 'at most ',
  more_than: 'more than ',
  less_than: 'less than ',
};
