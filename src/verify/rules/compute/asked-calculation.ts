import { isFunctionWord, partOfSpeech, type Token } from '../../../text/index.ts';
import { isPlural } from '../extract/bounds.ts';
import { DAYS_IN_YEAR } from '../extract/units.ts';
import type { Fact, FactKind } from '../findings.ts';
import { words } from '../lexicon/phrases.ts';
import { measuredBy } from '../lexicon/prose-words.ts';
import {
  AVERAGE,
  COMPARATIVES,
  DOWNWARDS,
  DURING,
  isOperator,
  quantityKey,
  SAYS_NOTHING,
  UPWARDS,
} from '../lexicon/table-words.ts';
import type { ContextedFact, SurfaceReading } from '../reading.ts';
import { isNumber, isPartOfDay, PERIODS, PLANNED, rootOf, saysSum, yearOf } from './source-numbers.ts';

/** How a claim relates the two numbers that it compares, or that it sums some. */
export type Comparison = 'over_time' | 'between' | 'share' | 'average' | 'sum' | 'rest';

/** The calculation that a claim gives the result of. */
export interface AskedCalculation {
  /** Undefined where its words ask for none: any may give its number. */
  readonly comparison: Comparison | undefined;
  /** The result, as the claim gives it. */
  readonly value: Fact;
  /** "grew" or "more": 1; "fell" or "less": -1; 0 where a claim says neither. */
  readonly direction: -1 | 0 | 1;
  /** The keys of what the first number is of: what grew, the part, what was divided. */
  readonly subject: ReadonlySet<string>;
  /** The keys of what the second one is of, where the claim names it by itself: "than maize", "of the budget". */
  readonly other: ReadonlySet<string>;
  /** "12 million more than planned" */
  readonly isOfPlan: boolean;
  /** How many numbers are summed, where the claim says so: "over the two years". */
  readonly summed: number | undefined;
  /** The quantities that its words compare, as in `MEASURED`: undefined for any. */
  readonly measured: ReadonlySet<string> | undefined;
  /** "Three times as fast": of two spans of time the shorter one is faster. */
  readonly isInverse: boolean;
  /** All words that a source has to have. */
  readonly content: readonly Token[];
  /** The years that the claim names, ascending. */
  readonly years: readonly number[];
  /** Its other numbers: a source has to have them. */
  readonly given: readonly Fact[];
}

/** Words of a claim at most, so that a set of its keys fits a number. */
const MOST_KEYS = 30;
const MOST_TOKENS = 80;
/** Tokens between a result and the word that says how it came about. */
const REACH = 4;
const UP = words('dearer pricier gained gains rising above');
const DOWN = words('cheaper loses losing fewer below save saves saved');
const SHARES = words(
  'account accounts accounted make makes made share margin proportion represent represents represented',
);
const MEANS = new Set([...AVERAGE, 'each', 'apiece']);
const PASSED = words('year years month months week weeks day days ago earlier before last previous prior time');
/** Words for whatever has a unit of the kind. */
const OF_KIND: Readonly<Partial<Record<FactKind, ReadonlySet<string>>>> = {
  money: words('money amount cost costs price'),
  percent: words('money amount time'),
  duration: words('time'),
};
/** Words of a span of time: "27 years old", "15 years passed between". */
const SPANS = words('old age aged later earlier passed pass lie lies lay took take takes elapsed lasted');
/** Before a span of time in which something changed. */
export const PREPOSITIONS = words('in within over during for after');
const AMOUNTS: ReadonlySet<FactKind> = new Set(['number', 'measure', 'duration']);
const DEFINITE = words('the these those all both its their');
/** "Lost a quarter of its length" */
const ITS = words('its his her their');
/** Behind "three times". */
const MULTIPLIED = words('as the more higher larger that what');
/** Nouns for whatever is counted or measured. */
const GENERAL = words('volume size part budget output');
const SAYS_HOW = words('percent percentage point points times by than compared with to rate change one');
/** "More than 40" is a bound and compares nothing. */
const DENIALS_OF_PART = words('not no never without');
/** Words for the part of a number that is left. */
const REST = words(
  'left still remaining remain remains rest remainder other others without not no never vacant empty free idle spare missing short open',
);
/** "Unfilled", "unspent": the part that the source does not give. */
const UNDONE = /^un\p{L}{3,}(?:ed|t|n|d)$/u;

function isOfRest({ lower }: Token): boolean {
  return REST.has(lower) || UNDONE.test(lower);
}
const DENIALS = words('neither nor except excluding unless if would could may might should');

/** The words of a claim and its numbers, stated or implied. */
type ClaimNumbers = Pick<SurfaceReading, 'tokens'> & { readonly facts: readonly Pick<ContextedFact, 'fact'>[] };

/** The calculation that a claim asks for; undefined where it states no such result, or more than one. */
export function askedCalculation(claim: ClaimNumbers, isStated: (fact: Fact) => boolean): AskedCalculation | undefined {
  const { tokens } = claim;
  const isDenial = ({ lower, text }: Token) => DENIALS.has(lower) && text !== 'May';
  if (tokens.length > MOST_TOKENS || tokens.some(isDenial)) return undefined;
  const isRest = tokens.some(isOfRest);
  const read = resultLike(claim);
  const numbers = numbersIn(claim);
  const [first, ...others] = numbers.filter((fact) => !isStated(fact));
  const value = first && asAge(tokens, first);
  if (value === undefined || others.length > 0) return undefined;
  const stated = comparisonOf(tokens, value);
  if (stated !== undefined && tokens.some(({ lower }) => DENIALS_OF_PART.has(lower))) return undefined;
  const periods = (stated ?? SUM).comparison === 'sum' && value.unit !== '%' ? periodsIn(tokens) : undefined;
  const unstated = periods !== undefined ? 'sum' : isRest ? 'rest' : undefined;
  const asked = stated ?? ({ comparison: unstated, direction: 0 } as const);
  const given = numbers.filter((fact) => fact !== first);
  const dated = claim.facts.map(({ fact }) => fact).filter((fact) => yearOf(fact) !== undefined);
  const years = dated.map((fact) => yearOf(fact)!).sort((one, other) => one - other);
  const isPart = partsOf([...read, ...dated]);
  const right = otherSide(tokens, value, asked.comparison);
  const isOther = (at: number) => right !== undefined && right.from <= at && at < right.to;
  const isOfPlan = tokens.some(
    ({ lower }, at) => (lower === 'than' || lower === 'as') && PLANNED.test(tokens[at + 1]?.lower ?? ''),
  );
  const isSpan = value.kind === 'duration';
  const isPeriod = (at: number) => PERIODS.has(tokens[at]!.lower) && !isPart(at + 1);
  const isContent = ({ type, lower }: Token, at: number) =>
    type !== 'symbol' &&
    type !== 'break' &&
    !isFunctionWord(lower) &&
    !isPart(at) &&
    (!saysHow(lower) || isPeriod(at) || (isOther(at) && COMPARATIVES.has(lower))) &&
    !OF_KIND[value.kind]?.has(lower) &&
    at !== periods?.at &&
    !(value !== first && lower === 'lived') &&
    !(isOfPlan && PLANNED.test(lower)) &&
    !(isRest && isOfRest(tokens[at]!)) &&
    !(isSpan && SPANS.has(lower));
  const content = tokens.filter((token, at) => isContent(token, at));
  const keysWhere = (isIn: (at: number) => boolean) =>
    new Set(tokens.flatMap((token, at) => (isIn(at) && isContent(token, at) ? [rootOf(token.lower)] : [])));
  if (new Set(content.map(({ lower }) => rootOf(lower))).size > MOST_KEYS) return undefined;
  const isTime = right !== undefined && saysWhen(tokens.slice(right.from, right.to));
  const isOverTime = asked.comparison === 'between' && (right === undefined || isTime || isOfPlan);
  const [subject, other] = [keysWhere((at) => !isOther(at)), keysWhere(isOther)];
  return {
    direction: asked.direction,
    value,
    content,
    years,
    given,
    isOfPlan,
    ...comparedQuantity(tokens, value, asked.comparison),
    summed: periods?.count,
    comparison: isOverTime ? 'over_time' : asked.comparison,
    subject: isOverTime ? subject : without(subject, other),
    other: isOverTime ? new Set() : without(other, subject),
  };
}

const COMPARED_AS = /^as$/;
const FAST = /^(?:fast|quick)/;
/** Tokens behind a value that may be the word. */
const NEAR = 4;

/** The quantity that "twice as fast as", "a third heavier" and "17 euros cheaper" compare. */
function comparedQuantity(
  tokens: readonly Token[],
  { to }: Fact,
  comparison: Comparison | undefined,
): Pick<AskedCalculation, 'measured' | 'isInverse'> {
  const isSaid = (at: number) => COMPARATIVES.has(tokens[at]!.lower) || COMPARED_AS.test(tokens[at - 1]?.lower ?? '');
  const word = tokens.find(({ type }, at) => at >= to && at < to + NEAR && type === 'word' && isSaid(at))?.lower;
  const measured = comparison === 'between' && word !== undefined ? measuredBy(word) : undefined;
  return { measured, isInverse: measured !== undefined && FAST.test(word!) };
}

const COUNTS = [...words('two three four five six seven eight nine ten eleven twelve')];
const SUMMED_PERIODS = words('years quarters months weeks days seasons');

const STATES = words(
  'is are was were has have had cost costs employs employed stood stayed remained owned reached averaged',
);

/** "Had 300 members in the two years" is no sum of them; "were sold" is one. */
function isState(tokens: readonly Token[]): boolean {
  return tokens.some(({ lower }, at) => STATES.has(lower) && partOfSpeech(tokens[at + 1]?.lower ?? '') !== 'VERB');
}

/** "In the four quarters": how many there are, and the token that names them. */
function periodsIn(tokens: readonly Token[]): { readonly count: number; readonly at: number } | undefined {
  if (isState(tokens) && !saysSum(tokens)) return undefined;
  const at = tokens.findIndex(
    ({ lower }, i) =>
      SUMMED_PERIODS.has(lower) && tokens[i - 2]?.lower === 'the' && DURING.has(tokens[i - 3]?.lower ?? ''),
  );
  const count = at < 0 ? -1 : COUNTS.indexOf(tokens[at - 1]!.lower);
  return count < 0 ? undefined : { count: count + 2, at };
}

/** "To the age of 83", "aged 83": years. */
function asAge(tokens: readonly Token[], fact: Fact): Fact {
  const before = tokens.slice(Math.max(0, fact.from - 2), fact.from).map(({ lower }) => lower);
  const isAge = fact.unit === '' && (before.at(-1) === 'aged' || before.join(' ') === 'age of');
  if (!isAge || fact.low !== fact.high) return fact;
  const low = fact.low * DAYS_IN_YEAR;
  return { ...fact, kind: 'duration', unit: 'day', low, high: low, step: DAYS_IN_YEAR };
}

function resultLike({ facts }: ClaimNumbers): Fact[] {
  return facts.map(({ fact }) => fact).filter((fact) => isResultLike(fact));
}

/** The numbers of a claim that a source may state or give. */
export function numbersIn(claim: ClaimNumbers): readonly Fact[] {
  const { tokens } = claim;
  const periods = periodsIn(tokens);
  const isOfPeriods = ({ from, to }: Fact) => periods !== undefined && from < periods.at && periods.at <= to;
  const all = resultLike(claim).filter((fact) => !isPronoun(tokens, fact) && !isOfPeriods(fact));
  return all.length > 1 ? all.filter((fact) => !isPeriodOf(tokens, fact)) : all;
}

/** "in five years", "within a year", "a year earlier": when, and no amount. */
function isPeriodOf(tokens: readonly Token[], { kind, to, boundFrom }: Fact): boolean {
  const isBefore = /^(?:ago|before|earlier|previously)$/.test(tokens[to]?.lower ?? '');
  return kind === 'duration' && (isBefore || PREPOSITIONS.has(tokens[boundFrom - 1]?.lower ?? ''));
}

/** A number that a calculation may give, whatever its bound: "about 182,000 cars", "more than twice". */
function isResultLike(fact: Fact): boolean {
  if (fact.kind === 'percent' || fact.kind === 'money') return fact.unit !== '';
  return isNumber(fact) || isPartOfDay(fact) || (fact.bound !== 'exact' && AMOUNTS.has(fact.kind));
}

/** "the second one", "the two plants" */
function isPronoun(tokens: readonly Token[], { from, to }: Fact): boolean {
  const { lower, type } = tokens[from]!;
  return to === from + 1 && (lower === 'one' || (type === 'word' && DEFINITE.has(tokens[from - 1]?.lower ?? '')));
}

function partsOf(facts: readonly Fact[]): (at: number) => boolean {
  return (at) => facts.some(({ boundFrom, to }) => boundFrom <= at && at < to);
}

function without(keys: ReadonlySet<string>, others: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...keys].filter((key) => !others.has(key)));
}

function saysHow(word: string): boolean {
  return (
    isOperator(word) ||
    UP.has(word) ||
    DOWN.has(word) ||
    SHARES.has(word) ||
    MEANS.has(word) ||
    SAYS_HOW.has(word) ||
    GENERAL.has(word) ||
    SAYS_NOTHING.has(quantityKey(word))
  );
}

interface Asked {
  readonly comparison: Comparison;
  readonly direction: -1 | 0 | 1;
}

const SUM: Asked = { comparison: 'sum', direction: 0 };

/** How the result came about, by the words around it. */
function comparisonOf(
  tokens: readonly Token[],
  { unit, written, from, to, boundFrom: start }: Fact,
): Asked | undefined {
  const after = tokens.slice(to, to + REACH);
  const than = after.findIndex(({ lower }) => lower === 'than');
  const near = [...tokens.slice(Math.max(0, start - REACH), start), ...(than < 0 ? after : after.slice(0, than))];
  // "Each weekday" says how often.
  const saysHowOften = (at: number) =>
    tokens[at]!.lower === 'each' && /day|week|month|year/.test(tokens[at + 1]?.lower ?? '');
  const free = tokens.filter((_, at) => (at < start || at >= to) && !saysHowOften(at));
  const has = (some: readonly Token[], list: ReadonlySet<string>) => some.some(({ lower }) => list.has(lower));
  // "Scored twice" says how often, "twice as many" how many times as much.
  const isMultiple = /ed$/.test(tokens[from]!.lower) || MULTIPLIED.has(tokens[to]?.lower ?? '');
  if (unit === 'times') return isMultiple ? { comparison: 'between', direction: 0 } : undefined;
  const isAfterBy = tokens.slice(Math.max(0, start - 2), start).some(({ lower }) => lower === 'by');
  // "Cut its key rate by 50 basis points"
  if (addsUp(tokens, start)) return SUM;
  const direction = directionIn(near) || (isAfterBy ? directionBefore(tokens.slice(0, start)) : 0);
  const isBound = than >= 0 && tokens[to + than + 1]?.type === 'number';
  // "Five more minutes" is compared with nothing.
  const saysThan = tokens.some(({ lower }, at) => at >= to && lower === 'than');
  const isComparative = (word: string) => COMPARATIVES.has(word) || UP.has(word) || DOWN.has(word);
  const isCompared =
    !isBound && after.some(({ lower }) => isComparative(lower) && (lower !== 'more' || than >= 0 || saysThan));
  if (has(free, MEANS) && !((isAfterBy || isCompared) && direction !== 0))
    return { comparison: 'average', direction: 0 };
  const isMoved = directionIn(tokens.slice(Math.max(0, start - 2), start)) !== 0;
  const isOfItself = isMoved && ITS.has(tokens[to + 1]?.lower ?? '');
  const isOf = unit === '%' && tokens[to]?.lower === 'of' && !isAfterBy && !isOfItself;
  if (!isOf && direction !== 0 && (isAfterBy || isCompared || isMoved || unit === 'pp'))
    return { comparison: 'between', direction };
  const isFraction = unit === '%' && written === '' && direction === 0;
  if (isOf || isFraction || (unit === '%' && has(free, SHARES))) return { comparison: 'share', direction: 0 };
  return saysSum(free) && unit !== '%' ? SUM : undefined;
}

/** "Added up to 56" */
function addsUp(tokens: readonly Token[], at: number): boolean {
  return tokens[at - 2]?.lower === 'up' && /^add/.test(tokens[at - 3]?.lower ?? '');
}

/** "Raised" has other meanings without "by". */
const RAISED = words('raised raises lifted');
const LOWERED = words('lowered lowers reduced');

function directionBefore(tokens: readonly Token[]): -1 | 0 | 1 {
  const has = (list: ReadonlySet<string>) => tokens.some(({ lower }) => list.has(lower));
  const [up, down] = [has(RAISED), has(LOWERED)];
  return directionIn(tokens) || (up === down ? 0 : up ? 1 : -1);
}

/** 0 where the words say both or neither. */
function directionIn(tokens: readonly Token[]): -1 | 0 | 1 {
  const says = (end: 'most' | 'least', list: ReadonlySet<string>, more: ReadonlySet<string>) =>
    tokens.some(({ lower }) => COMPARATIVES.get(lower)?.end === end || list.has(lower) || more.has(lower));
  const [up, down] = [says('most', UPWARDS, UP), says('least', DOWNWARDS, DOWN)];
  return up === down ? 0 : up ? 1 : -1;
}

/** The words about the second number: after "than" or the last "as", or the whole that a share is "of". */
function otherSide(
  tokens: readonly Token[],
  { to, boundFrom: start }: Fact,
  comparison: Comparison | undefined,
): Pick<Fact, 'from' | 'to'> | undefined {
  if (comparison === 'share') {
    if (tokens[to]?.lower !== 'of') return undefined;
    const end = tokens.findIndex(
      ({ lower, type }, at) =>
        at > to + 1 && (type === 'symbol' || VERBS.has(lower) || isPlural(tokens[at - 1]!.lower)),
    );
    return { from: to, to: end < 0 ? tokens.length : end };
  }
  if (comparison !== 'between') return undefined;
  const isOutside = (at: number) => at < start || at >= to;
  // "Deaths exceeded births by 46"
  const exceeds = tokens.findIndex(({ lower }) => EXCEEDS.has(lower));
  if (exceeds >= 0 && tokens[start - 1]?.lower === 'by') return { from: exceeds + 1, to: start - 1 };
  const than = tokens.findIndex(({ lower }, at) => isOutside(at) && (lower === 'than' || lower === 'versus'));
  const at = than >= 0 ? than : tokens.findLastIndex(({ lower }, i) => i > to && lower === 'as');
  return at < 0 ? undefined : { from: at + 1, to: tokens.length };
}

const EXCEEDS = words('exceeded exceeds exceed outnumbered outnumber outnumbers surpassed');
const VERBS = words('is are was were be been has have had do does did came went');

/** True if the words say when: "than in 2019", "than a year earlier", "than before the upgrade". */
function saysWhen(tokens: readonly Token[]): boolean {
  const isBefore = tokens[0]?.lower === 'before' || tokens[0]?.lower === 'after';
  return (
    isBefore ||
    tokens.every(
      ({ lower, type }) =>
        type === 'symbol' ||
        isFunctionWord(lower) ||
        lower === 'one' ||
        PASSED.has(lower) ||
        /^(?:19|20)\d\d$/.test(lower),
    )
  );
}
