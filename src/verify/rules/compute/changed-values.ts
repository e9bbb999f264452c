import { isFunctionWord, MONTHS, partOfSpeech, type Token } from '../../../text/index.ts';
import type { Fact } from '../findings.ts';
import { oncePer } from '../keyed.ts';
import { words } from '../lexicon/phrases.ts';
import { CHANGED, DIRECTIONS } from '../lexicon/prose-words.ts';
import type { SurfaceReading } from '../reading.ts';
import { partOf, type ReadDocument } from './candidates.ts';
import { type Computed, moved } from './computed.ts';
import { isPlain, isUnsure, measuredOf } from './prose-tables.ts';
import {
  isOfUnit,
  PERIODS,
  placeOfSentence,
  rootOf,
  type SourceNumber,
  sentencesOf,
  sourceNumbers,
} from './source-numbers.ts';

/** The two values of one thing, the earlier one first. */
interface Changed {
  readonly values: readonly [Fact, Fact];
  /** The years or months of both, where the sentence has them. */
  readonly times: readonly number[];
  /** The words that say of what: of one clause where one verb has both values. */
  readonly keys: ReadonlySet<string>;
  /** The measured or counted thing: "the price of a ticket", "31 people". */
  readonly head: readonly string[];
}

/** Words of a claim that say when, or that something is other than before. */
const WHEN = words(
  'now then before after between since in to become becomes became get gets got go goes went used number made today ago',
);
const COMPARED = /^(?:more|less|fewer|\p{L}+er)$/u;
const AGES = words('old new one');
/** Kinds whose words say what is measured: "cheaper" is about a price. */
const ITSELF = words('price weight temperature');
/** A group grows with the people in it. */
const PEOPLE = words('people person inhabit resident member pupil student participant player child volunteer');
const GROUPS = words('grew grown shrank shrunk');
const AROUND = words('after before');
/** A claim with these says more than that a value changed. */
const SAYS_MORE = words('again still already yet even');
const BASE = words('since than from');
const DIVIDERS = words('; : and but while whereas although');
/** Tokens between the values of "from 4 to 5.50 euros" and "12 instead of 8". */
const MOST_BETWEEN = 4;

/** A claim that a value rose or fell, by a sentence with the value before and after: "from 50 to 30 km/h", "840 in 2021 and 912 in 2023". */
export function changeClaim(claim: SurfaceReading, document: ReadDocument): Computed | undefined {
  const { reading, moved: by } = document;
  if (claim.facts.some(({ fact }) => fact.kind !== 'year' && fact.kind !== 'date') || claim.negations.length > 0)
    return undefined;
  if (claim.tokens.some((token) => isUnsure(token) || SAYS_MORE.has(token.lower)) || directionsIn(claim).length === 0)
    return undefined;
  const isInTable = ({ start }: Fact) => document.tables.some((table) => table.start <= start && start < table.end);
  const changes = partOf(changesOf(reading), document, ({ values: [{ start }] }) => ({ start, end: start }));
  const found = changes.flatMap((changed) => {
    if (isInTable(changed.values[0])) return [];
    const direction = directionIn(claim, changed);
    return direction === undefined ? [] : [{ ...changed, direction }];
  });
  const [first, another] = found;
  if (first === undefined || another !== undefined) return undefined;
  const [before, after] = first.values;
  const isFor = Math.sign(after.low - before.low) === first.direction;
  const shown = ({ start, end }: Fact) => ({ start, end, value: reading.text.slice(start, end) });
  const operands = first.values.map(shown);
  const computed: Computed = {
    ...{ stance: isFor ? 'for' : 'against', operation: 'comparison', operands, result: operands[1]!.value },
    formula: operands.map(({ value }) => value).join(', then '),
    places: [placeOfSentence(reading, reading.tokens[before.from]!.sentence)],
    ...{ isWhole: true, found: undefined, reason: undefined },
  };
  return moved(computed, by);
}

/** The words of a claim for more or less. */
const directionsIn = oncePer(({ tokens }: SurfaceReading) =>
  tokens.flatMap(({ lower }, at) =>
    DIRECTIONS.flatMap(({ kind, up, down }) => {
      const sign = up.has(lower) ? 1 : down.has(lower) ? -1 : undefined;
      return sign === undefined ? [] : [{ at, lower, kind, sign: sign as 1 | -1 }];
    }),
  ),
);

/** Which way the claim says that the values go, 1 for up; undefined where it is not about them. */
function directionIn(claim: SurfaceReading, { values, keys, head, times }: Changed): 1 | -1 | undefined {
  const { tokens } = claim;
  const kinds = ['any', measuredOf(values[0])];
  const said = directionsIn(claim);
  const [first] = said;
  const isClear = said.every(({ kind, sign }) => kinds.includes(kind) && sign === first!.sign);
  if (first === undefined || !isClear) return undefined;
  const than = tokens.findIndex(({ lower }) => lower === 'than');
  const isWhen = ({ lower, type }: Token, at: number) =>
    type !== 'word' ||
    isFunctionWord(lower) ||
    MONTHS.has(lower) ||
    WHEN.has(lower) ||
    PERIODS.has(lower) ||
    said.some((one) => one.at === at);
  const isThanBefore = tokens.every((token, at) => at <= than || isWhen(token, at));
  if (than >= 0 && !isThanBefore) return undefined;
  // "Is lower" compares with anything.
  const isOfTime = tokens.some(({ lower }) => WHEN.has(lower) || PERIODS.has(lower) || MONTHS.has(lower));
  if (COMPARED.test(first.lower) && !isOfTime) return undefined;
  const isHeld = ({ lower }: Token) => keys.has(rootOf(lower));
  const order = orderOfTimes(tokens, { times, than, isCompared: COMPARED.test(first.lower), isHeld });
  if (order === undefined) return undefined;
  const subject = tokens.filter((token, at) => !isWhen(token, at)).map(({ lower }) => rootOf(lower));
  // "After the storm" is not "before the storm".
  const isOtherTime = tokens.some(
    ({ lower }, at) =>
      AROUND.has(lower) && at + 2 < tokens.length && tokens[at - 1]?.lower !== 'than' && !keys.has(rootOf(lower)),
  );
  if (isOtherTime || subject.length === 0 || !subject.every((key) => keys.has(key))) return undefined;
  const isOfMeasured = said.some(({ kind }) => ITSELF.has(kind)) || head.some((word) => subject.includes(rootOf(word)));
  if (!isOfMeasured && !(head.some((word) => PEOPLE.has(word)) && GROUPS.has(first.lower))) return undefined;
  return order === 'in_order' ? first.sign : first.sign === 1 ? -1 : 1;
}

interface Times extends Pick<Changed, 'times'> {
  /** The token "than", or -1. */
  readonly than: number;
  /** The claim compares, and tells of no change: "was higher in March". */
  readonly isCompared: boolean;
  readonly isHeld: (token: Token) => boolean;
}

/** If a claim has the later value first: also "lower in 2022 than in 2023". Undefined where it names other times. */
function orderOfTimes(
  tokens: readonly Token[],
  { times, than, isCompared, isHeld }: Times,
): 'in_order' | 'reversed' | undefined {
  const named = tokens.flatMap(({ lower, text }, at) => {
    const month = /^\p{Lu}/u.test(text) ? MONTHS.get(lower) : undefined;
    const time = month ?? (/^(?:19|20)\d\d$/.test(lower) ? Number(lower) : undefined);
    return time === undefined ? [] : [{ time, at, isBase: BASE.has(tokens[at - 1]?.lower ?? '') }];
  });
  const isLast = tokens.some(({ lower }, at) => lower === 'last' && tokens[at - 1]?.lower !== 'than');
  if (isLast || named.length > 2) return undefined;
  const [first, second] = named;
  if (first === undefined) return 'in_order';
  if (second === undefined) {
    if (times.length === 0) return isHeld(tokens[first.at]!) ? 'in_order' : undefined;
    const isBase = first.isBase || (than >= 0 && than < first.at);
    if (first.time === times[isBase ? 0 : 1]) return 'in_order';
    return isCompared && !isBase && first.time === times[0] ? 'reversed' : undefined;
  }
  if (!named.every(({ time }) => times.includes(time)) || first.time === second.time) return undefined;
  const isReversed = first.at < than && than < second.at && first.time === times[0];
  return isReversed ? 'reversed' : 'in_order';
}

/** Numbers of a sentence that are looked at around two neighbors. */
const MOST_BESIDE = 8;

/** The only two values of a unit in a sentence that has them of two times. */
const changesOf = oncePer((reading: SurfaceReading): readonly Changed[] => {
  const numbers = sourceNumbers(reading);
  return numbers.flatMap((one, i) => {
    const other = numbers[i + 1];
    const isAlike = ({ sentence, fact }: SourceNumber) => sentence === one.sentence && isOfUnit(fact, one.fact);
    if (other === undefined || !isAlike(other) || one.fact.low === other.fact.low) return [];
    const beside = numbers.slice(Math.max(0, i - MOST_BESIDE), i + MOST_BESIDE);
    if (beside.filter(isAlike).length > 2 || !isPlain(reading, one.sentence)) return [];
    const order = orderOf(reading, one, other);
    if (order === undefined) return [];
    const [first, second] = order === 'reversed' ? [other, one] : [one, other];
    const times = timesOf(first, second);
    return [{ values: [first.fact, second.fact] as const, times, ...saidOf(reading, [one, other], order === 'verb') }];
  });
});

/** If the first of two values of a sentence is the earlier one; "verb" where a verb has both: "went from 3 to 4". */
function orderOf(
  reading: SurfaceReading,
  one: SourceNumber,
  other: SourceNumber,
): 'verb' | 'in_order' | 'reversed' | undefined {
  const { tokens } = reading;
  const between = tokens.slice(one.fact.to, other.fact.from).map(({ lower }) => lower);
  const { from, to } = sentencesOf(reading).get(one.sentence)!;
  if (between.length <= MOST_BETWEEN) {
    const isFrom = tokens[one.fact.from - 1]?.lower === 'from' && between.at(-1) === 'to';
    if (isFrom) return tokens.slice(from, to).some(({ lower }) => CHANGED.has(lower)) ? 'verb' : undefined;
  }
  const isSame = [...other.named].every((key) => one.named.has(key) || AGES.has(key));
  const [first, second] = isSame ? [...timesOf(one, other), ...ranksOf(one, other)] : [];
  if (first === undefined || first === second) return undefined;
  return first < second! ? 'in_order' : 'reversed';
}

/** The years of two values, or their months. */
function timesOf(one: SourceNumber, other: SourceNumber): readonly number[] {
  const years = [one.year, other.year].filter((year) => year !== undefined);
  if (new Set(years).size === 2) return years;
  const months = [one.month, other.month].filter((month) => month !== undefined);
  return years.length !== 1 && new Set(months).size === 2 ? months : [];
}

/** "Last winter" and "this winter", "the old flat" and "the new one". */
function ranksOf(one: SourceNumber, other: SourceNumber): readonly number[] {
  const rankOf = ({ isEarlier, own }: SourceNumber) => Number(own.has('new')) - Number(isEarlier || own.has('old'));
  return [rankOf(one), rankOf(other)];
}

function saidOf(
  reading: SurfaceReading,
  [one, other]: readonly [SourceNumber, SourceNumber],
  isOfVerb: boolean,
): Pick<Changed, 'keys' | 'head'> {
  const { tokens } = reading;
  const { from, to } = sentencesOf(reading).get(one.sentence)!;
  const isDivider = ({ lower }: Token) => isOfVerb && DIVIDERS.has(lower);
  const start = from + tokens.slice(from, one.fact.from).findLastIndex(isDivider) + 1;
  const past = tokens.slice(other.fact.to, to).findIndex(isDivider);
  const clause = tokens.slice(start, past < 0 ? to : other.fact.to + past);
  const isNoun = ({ type, lower }: Token) =>
    type === 'word' && !isFunctionWord(lower) && !/VERB|AUX/.test(partOfSpeech(lower) ?? '');
  const before = tokens.slice(start, one.fact.from);
  const lead = before.findIndex((token, i) => i > 0 && partOfSpeech(token.lower) === 'ADP');
  const first = before.slice(0, lead < 0 ? undefined : lead).findLast(isNoun)?.lower;
  const head = first === 'number' && lead > 0 ? before.slice(lead).find(isNoun)?.lower : first;
  const { nouns } = one.fact;
  return {
    keys: new Set(clause.map(({ lower }) => rootOf(lower))),
    head: one.fact.unit === '' && nouns.length > 0 ? nouns : head === undefined ? [] : [head],
  };
}
