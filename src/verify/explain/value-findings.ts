import type { ReasonCode } from '../../contract/words.ts';
import type { ExaminedSpan } from '../examine/features.ts';
import { isSameValue, isSatisfied } from '../rules/compare/compare-facts.ts';
import { isAmount, isDate, isSameAmount, isSameDay } from '../rules/compare/relate.ts';
import { isPlural } from '../rules/extract/bounds.ts';
import type { Bound, Fact, FactKind, Finding, Name } from '../rules/findings.ts';
import type { SurfaceReading } from '../rules/index.ts';
import { NEVER_COUNTED } from '../rules/lexicon/negators.ts';
import { holdsAll } from './compared-words.ts';
import { type ComparedTexts, clauseOf, type EvidenceFinding } from './finding.ts';

/** Two values of the claim are not both within one of the premise: only the first is known to be about it. */
export function oncePerValue(values: readonly EvidenceFinding[]): readonly EvidenceFinding[] {
  const isSeen = ({ code, places }: EvidenceFinding, before: readonly EvidenceFinding[]) =>
    code === 'satisfied' && before.some((one) => one.places[0]?.start === places[0]!.start);
  return values.filter((value, i) => !isSeen(value, values.slice(0, i)));
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
  { examined, texts, words, readings }: Pick<ComparedTexts, 'examined' | 'texts' | 'words' | 'readings'>,
): EvidenceFinding | undefined {
  if (source === undefined) return undefined;
  const say = (code: EvidenceFinding['code'], found: string, expected: string): EvidenceFinding => {
    return { code, text: clauseOf(code, { found, expected }), found: claim, places: [source] };
  };
  const [said, given] = [shown(claim, texts.claim), shown(source, texts.source)];
  const isSame = isSameText(said, given);
  // The words around an equal value differ, "rises to" and "falls to"; 1966 is one of the 1960s.
  const isPart = 'kind' in claim && 'kind' in source && isPartOf(claim, source);
  if (status === 'conflict') return isSame || isPart ? undefined : say(exchangedCode(claim, examined), said, given);
  // That both have a name says little: most sentences about it do.
  if (!('kind' in claim && 'kind' in source)) return undefined;
  const [a, b] = [partsOf(claim, texts.claim), partsOf(source, texts.source)];
  const [mine, other] = [`${a.bound}${a.value}`, `${b.bound}${b.value}`];
  // "more than the 300" may be a name beside "8,900 dollars".
  const isNamed = claim.kind === 'number' && source.kind !== 'number';
  if (!isNamed && isSatisfied({ claim, source, status }))
    return !isOnlyOne(claim, source, readings.source)
      ? undefined
      : say('satisfied', `${a.bound === '' ? BOUNDS[claim.bound] : a.bound.toLowerCase()}${a.value}`, other);
  // "COVID19" is another spelling of "COVID-19".
  if (claim.kind === 'identifier' && status === 'match') return undefined;
  const isEqual = isSame || isSameValue(claim, source) || isSameAmount(claim, source) || isSameDay(claim, source);
  if (!isEqual && !isPart && !holdsAll(words.source, texts.claim.slice(claim.start, claim.end)))
    return say('unequal', said, given);
  // "14" of "2013-14" is no value.
  const around = texts.claim.charAt(claim.start - 1) + texts.claim.charAt(claim.end);
  const isPartOfWord = /[-–]/.test(around);
  if (status !== 'match' || !isEqual || isPartOfWord) return undefined;
  if (isSame) return say('agrees', said, given);
  return isSameText(mine, other) ? say('agrees', mine, other) : say('agrees_otherwise', mine, other);
}

function isPartOf({ kind, bound, low, high, written, unit }: Fact, source: Fact): boolean {
  if (kind === 'identifier' || bound !== 'exact') return false;
  const isOfRate = written === source.written && source.unit.startsWith(`${unit}/`);
  return isOfRate || (low <= source.low && source.high <= high);
}

/** True if a text has no other value that a reader relates to one of the claim as well: "260 euros, and 95 euros for labour". */
function isOnlyOne(claim: Fact, source: Fact, { facts }: SurfaceReading): boolean {
  const isSameThing = claim.nouns.some((noun) => source.nouns.includes(noun));
  return isSameThing || facts.every(({ fact }) => fact.unit !== source.unit || isSameValue(fact, source));
}

/**
 * A value of the claim that the rules relate to none of the premise, with the one that a reader relates it to: the same in
 * another unit ("three weeks" and "21 days"), or the only one of its unit where the premise decides and no other has it.
 */
export function withAlike(finding: Finding<Fact>, compared: ComparedTexts): Finding<Fact> {
  const { examined, texts, readings, decides, everywhere } = compared;
  const { claim, source, status } = finding;
  if (status !== 'absent' || source !== undefined) return finding;
  const others = readings.source.facts;
  const same = others.find(({ fact }) => isSameAmount(claim, limitOf(claim, fact)) || isSameDay(claim, fact))?.fact;
  if (same !== undefined) return { ...finding, source: limitOf(claim, same), status: 'match' };
  const onlyOf = (key: 'unit' | 'statedUnit') => {
    const isAlike = ({ fact }: { readonly fact: Fact }) => fact.kind === claim.kind && fact[key] === claim[key];
    const alike = others.filter(isAlike);
    return alike.length === 1 && readings.claim.facts.filter(isAlike).length === 1 ? alike[0]!.fact : undefined;
  };
  const only = onlyOf('unit') ?? onlyOf('statedUnit');
  if (decides === undefined || only === undefined || isStatedElsewhere(examined, claim)) return finding;
  const isSameThing = claim.kind === 'number' && claim.nouns.some((noun) => only.nouns.includes(noun));
  if (!isAmount(claim) && claim.kind !== 'percent' && !isSameThing) return finding;
  if (decides === 'for' && holdsAll(everywhere, texts.claim.slice(claim.start, claim.end))) return finding;
  const isApart = claim.high < only.low || only.high < claim.low;
  const isOtherBound = claim.bound !== 'exact' && claim.bound === only.bound && !isSameValue(claim, only);
  return isApart || isOtherBound ? { ...finding, source: only } : finding;
}

/** A limit that an exact amount of the claim may reach, as an amount: 21 days of "within 21 days". */
function limitOf(claim: Fact, fact: Fact): Fact {
  if (claim.bound !== 'exact' || (fact.bound !== 'at_most' && fact.bound !== 'at_least')) return fact;
  const limit = fact.bound === 'at_most' ? fact.high : fact.low;
  return { ...fact, low: limit, high: limit, bound: 'exact' };
}

function isSameText(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** Words shown after a number at most. */
const MAX_NOUNS = 5;

/** A fact or name for a reader: bound, value and what is counted, never past the end of its sentence. */
export function shown(part: Fact | Name, text: string): string {
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
function isPlaced(fact: Fact): boolean {
  const { kind } = fact;
  return isDate(fact) || kind === 'time' || kind === 'duration' || kind === 'identifier';
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
