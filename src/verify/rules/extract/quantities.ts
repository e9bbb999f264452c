import { partOfSpeech, type Token, type Unit, unitNamed } from '../../../text/index.ts';
import { ONES, PART_SIGNS, PARTS } from '../lexicon/number-words.ts';
import { words } from '../lexicon/phrases.ts';
import { type BoundMatch, boundAfter, boundAfterNoun, boundAhead, boundBefore, boundNamed } from './bounds.ts';
import { isFrequency } from './frequencies.ts';
import { isArticle, type NumberMatch, type ReadValue, readAddedPart, readNumber } from './numbers.ts';
import { countsSomething, type RawFact, SILENT } from './raw-fact.ts';
import { perUnit, readCurrency, readUnit, type UnitMatch } from './units.ts';

function boundOf(tokens: readonly Token[], from: number, to: number): BoundMatch | undefined {
  return boundBefore(tokens, from) ?? boundAfter(tokens, to) ?? boundAfterNoun(tokens, to) ?? boundNamed(tokens, from);
}

/** "-5 °C", "minus 5 %" */
function isSigned(tokens: readonly Token[], from: number): boolean {
  const [before, sign] = [tokens[from - 2], tokens[from - 1]];
  if (sign?.lower === 'minus') return !isReduced(before);
  return sign !== undefined && /^[-−]$/.test(sign.text) && !tokens[from]!.spaced && sign.spaced;
}

/** "5 degrees below zero" */
function isBelowZero(tokens: readonly Token[], to: number): boolean {
  return tokens[to]?.lower === 'below' && /^(?:zero|freezing)$/.test(tokens[to + 1]?.lower ?? '');
}

/** "2,000 euros minus 20 % tax" has no negative share. */
function isReduced(before: Token | undefined): boolean {
  return (
    before !== undefined && (before.lemma !== '' || before.type === 'number') && partOfSpeech(before.lower) !== 'VERB'
  );
}

/** The unit of an amount or of a range, which may state it once: "3 to 5 km". */
function unitOf(first: Amount, second: Amount | undefined): Amount['unit'] {
  return second !== undefined && hasUnit(second) ? second.unit : first.unit;
}

/** The words around an amount. */
type Around = Required<Pick<RawFact, 'from' | 'bound' | 'outer' | 'shownFrom'>>;

const MAX_DIGITS = 14;

/** Every field by its name, as in `NumberMatch`: there may be thousands. */
function rawAmount(first: Amount, second: Amount | undefined, { from, bound, outer, shownFrom }: Around): RawFact {
  const last = second ?? first;
  const unit = unitOf(first, second);
  const carried = second !== undefined && first.number.scale === 1 ? second.number.scale : 1;
  // Rounded to the precision of a double, so that 1.1 million times a factor gets no spurious digits.
  const convert = (value: number) => Number((value * unit.factor + unit.offset).toPrecision(MAX_DIGITS));
  const [low, high] = [first.number.value * carried, last.number.value];
  return {
    kind: isFrequency(unit) ? 'frequency' : unit.kind,
    low: convert(low),
    high: convert(high),
    written: low === high ? `${low}` : `${low}-${high}`,
    unit: unit.unit,
    statedUnit: `${unit.unit}*${unit.factor}`,
    step: last.number.step * unit.factor,
    roundStep: last.number.roundStep * unit.factor,
    from,
    to: last.to,
    bound,
    outer,
    shownFrom,
  };
}

function negated(amount: Amount): Amount {
  return { ...amount, number: { ...amount.number, value: -amount.number.value } };
}

const PRONOUN_BEFORE = words('no any every some each the this that which');
const TIME_BEFORE = words('last past next previous following recent every per');
const TIME_AFTER = words('ago earlier later before after from');

/** "one" is a number only where something is counted with it. */
function isPronounOne(tokens: readonly Token[], at: number, to: number): boolean {
  if (tokens[at]!.lower !== 'one' || to !== at + 1) return false;
  return (tokens[to]?.lemma ?? '') === '' || PRONOUN_BEFORE.has(tokens[at - 1]?.lower ?? '');
}

/** "in his 60s" */
function isAge(tokens: readonly Token[], to: number): boolean {
  return tokens[to]?.lower === 's' && !tokens[to]!.spaced;
}

/** "the last 35 years" and "10,000 years ago" place something in time: other spans do not contradict them. */
function isTimeFrame(tokens: readonly Token[], at: number, to: number): boolean {
  return TIME_AFTER.has(tokens[to]?.lower ?? '') || TIME_BEFORE.has(tokens[at - 1]?.lower ?? '');
}

/** Sports scores, written "3-1", are compared as written. */
function rawScore(tokens: readonly Token[], from: number, first: Amount): RawFact {
  const second = tokens[first.to + 1]!.text;
  const value = first.number.value * 100 + Number(second);
  const range = { low: value, high: value, from, to: first.to + 2 };
  return { kind: 'identifier', unit: `score ${first.number.value}-${second}`, ...range };
}

const AT_LEAST: BoundMatch = { bound: 'at_least', length: 0, nearly: false, sinceEver: false };

/** Reads a count, amount of money, percentage, duration or measure, ranges and bounds included. */
export function readQuantity(tokens: readonly Token[], at: number): RawFact | undefined {
  const first = amountAt(tokens, at);
  if (first === undefined || isPronounOne(tokens, at, first.number.to) || isAge(tokens, first.number.to))
    return undefined;
  if (isScore(tokens, at, first)) return rawScore(tokens, at, first);
  const second = rangeEnd(tokens, at, first);
  const mayBeNegative = first.unit.kind === 'measure' || first.unit.kind === 'percent';
  const isAfterSign = mayBeNegative && isSigned(tokens, at);
  const isNegative = isAfterSign || (mayBeNegative && second === undefined && isBelowZero(tokens, first.to));
  const { to } = second ?? first;
  const isDuration = unitOf(first, second).kind === 'duration';
  const isAfter = isDuration && tokens[at - 1]?.lower === 'after';
  const ahead = isDuration ? boundAhead(tokens, at, to) : undefined;
  const bound = first.number.vague || isAfter ? AT_LEAST : (ahead ?? boundOf(tokens, at, to));
  const isSilent = isDuration && isTimeFrame(tokens, at, to);
  return rawAmount(isNegative ? negated(first) : first, second, {
    from: at,
    bound,
    outer: isSilent ? SILENT : undefined,
    shownFrom: at - (isAfterSign ? 1 : (boundBefore(tokens, at)?.length ?? 0)),
  });
}

const DASH = /^[-–—]$/;
const CHANGE =
  words(`rose rise rises rising risen grew grow grown increase increased increasing fell fall fallen dropped
  drop decline declined decrease decreased reduce reduced up down went moved jumped raised lowered cut improved changed`);
const MATCH_WORDS = words(`won win wins winning beat beats beaten lost lose loses losing lead led leads defeat defeated
  draw drew drawn victory score final match game`);
/** How far from a score the words may be that call it one. */
const SCORE_REACH = 4;
const MAX_SCORE = 40;

/** "rose from 3 % to 5 %" and "rose by $2 million to $9 million" name two values; "ages from 3 to 5" one range. */
function isChange(tokens: readonly Token[], from: number, first?: Amount): boolean {
  const before = tokens.slice(Math.max(0, from - 6), from).map(({ lower }) => lower);
  const isBy = first !== undefined && hasUnit(first) && before.slice(-BY_REACH).includes('by');
  return (before.at(-1) === 'from' || isBy) && before.some((word) => CHANGE.has(word));
}

/** "by about $2 million" */
const BY_REACH = 3;

/** One past what joins two ends of a range, "-", "to", "-to-", and "and" after "between"; undefined when nothing does. */
function jointEnd(tokens: readonly Token[], from: number, first: Amount): number | undefined {
  const at = first.to;
  const joint = tokens[at];
  if (joint === undefined) return undefined;
  if (joint.lower === 'and') return tokens[from - 1]?.lower === 'between' ? at + 1 : undefined;
  if (joint.lower === 'to') return isChange(tokens, from, first) ? undefined : at + 1;
  if (!DASH.test(joint.text)) return undefined;
  const isHyphened = tokens[at + 1]?.lower === 'to' && tokens[at + 2]?.text === '-';
  return isHyphened ? at + 3 : at + 1;
}

/** The second amount of a range that opened with `first`: "80-90", "3 to 5", "three-to-five", "between 80 and 90". */
function rangeEnd(tokens: readonly Token[], from: number, first: Amount): Amount | undefined {
  const at = jointEnd(tokens, from, first);
  if (at === undefined) return undefined;
  const second = amountAt(tokens, at);
  if (second === undefined || second.number.vague) return undefined;
  if (hasUnit(first) && hasUnit(second) && first.unit.unit !== second.unit.unit) return undefined;
  const low = first.number.value * (first.number.scale === 1 && second.number.scale > 1 ? second.number.scale : 1);
  return low < second.number.value ? second : undefined;
}

/** "2-1": small ends, a dash, nothing counted; rising ones only near a word such as "won", else they are ranges. */
function isScore(tokens: readonly Token[], from: number, first: Amount): boolean {
  const joint = tokens[first.to];
  const second = tokens[first.to + 1];
  if (joint === undefined || !DASH.test(joint.text) || joint.spaced || second?.type !== 'number') return false;
  const small = first.number.bare && !hasUnit(first) && first.number.value < MAX_SCORE;
  if (!small || !/^\d+$/.test(second.text) || Number(second.text) >= MAX_SCORE) return false;
  if (Number(second.text) <= first.number.value) return true;
  const end = first.to + 2;
  const around = tokens.slice(Math.max(0, from - SCORE_REACH), end + 2);
  return !countsSomething(tokens, end) && around.some((token) => MATCH_WORDS.has(token.lower));
}

const PLAIN = { unit: '', factor: 1, offset: 0, kind: 'number' } as const;

interface Amount {
  readonly number: NumberMatch;
  readonly unit: Unit | typeof PLAIN;
  /** One past the last token read. */
  readonly to: number;
}

function hasUnit({ unit }: Amount): boolean {
  return unit !== PLAIN;
}

/** "$3.5 million", "350", "5 km", "two years and a half", "1 h 52 min", "half an hour". */
function amountAt(tokens: readonly Token[], at: number): Amount | undefined {
  const currency = readCurrency(tokens, at);
  const number = readNumber(tokens, currency?.to ?? at, currency !== undefined);
  if (currency === undefined) {
    const part = partOfUnit(tokens, at);
    if (part !== undefined) return part;
  }
  if (number === undefined) return undefined;
  if (currency !== undefined) return { number, ...perUnit(tokens, { unit: currency.unit, to: number.to }) };
  const shared = sharedUnit(tokens, at, number);
  if (shared !== undefined) return shared;
  const unit = readUnit(tokens, number.to);
  if (unit === undefined) return { number, unit: PLAIN, to: number.to };
  const added = Number.isInteger(number.value) ? addedTo(tokens, unit) : undefined;
  if (added === undefined) return { number, unit: unit.unit, to: unit.to };
  return { number: withValue(number, number.value + added.value, added.step), unit: unit.unit, to: added.to };
}

interface AddedPart extends ReadValue {
  readonly step: number;
}

/** "and a half" behind a unit, and "52 min" behind "1 h"; "19 € ½ portion: 11 €" has a price and another one. */
function addedTo(tokens: readonly Token[], unit: UnitMatch): AddedPart | undefined {
  if (unit.unit.kind === 'money' && PART_SIGNS.has(tokens[unit.to]?.text ?? '')) return undefined;
  const part = readAddedPart(tokens, unit.to);
  return part === undefined ? smallerPart(tokens, unit) : { ...part, step: part.value };
}

/** "52 min" behind "1 h", "6 in" behind "5 ft", "20 cents" behind "3 euros": what a smaller unit adds, as a part of the larger. */
function smallerPart(tokens: readonly Token[], { unit, to }: UnitMatch): AddedPart | undefined {
  const isJoined = tokens[to]?.lower === 'and';
  // "ran 5 km and 400 m" may be two of a list.
  if (isJoined && unit.kind === 'measure' && unit.factor !== FOOT) return undefined;
  const at = isJoined ? to + 1 : to;
  const number = tokens[at] && readNumber(tokens, at);
  if (number === undefined || !Number.isInteger(number.value)) return undefined;
  const smaller = readUnit(tokens, number.to) ?? unnamedPart(tokens, { unit, at, to: number.to });
  const factor = smaller && factorIn(unit, smaller.unit);
  if (factor === undefined) return undefined;
  const step = factor / unit.factor;
  return number.value * step < 1 ? { value: number.value * step, step, to: smaller!.to } : undefined;
}

const FOOT = unitNamed('ft')!.factor;
const INCH = unitNamed('inch')!;
/** The smaller unit that two digits alone have behind one: "2 m 40", "3 euros 50", "1 h 30". */
const UNNAMED: readonly (readonly [string, string])[] = [
  ['m', 'cm'],
  ['h', 'min'],
];

/** "40" behind "2 m", and "6 in" behind "5 ft": elsewhere "in" is no unit. */
function unnamedPart(
  tokens: readonly Token[],
  { unit, at, to }: { readonly unit: Unit; readonly at: number; readonly to: number },
): UnitMatch | undefined {
  if (unit.factor === FOOT) return tokens[to]?.lower === 'in' ? { unit: INCH, to: to + 1 } : undefined;
  if (!/^\d\d$/.test(tokens[at]!.text) || countsSomething(tokens, to) || tokens[to]?.lower === 'of') return undefined;
  if (unit.kind === 'money') return { unit: { ...unit, factor: unit.factor / COINS }, to };
  const named = UNNAMED.find(([name]) => unitNamed(name) === unit)?.[1];
  return named === undefined ? undefined : { unit: unitNamed(named)!, to };
}

/** Coins of a unit of money: cents. */
const COINS = 100;

/** How much of the larger unit's base one of the smaller unit is; undefined where they measure different things. */
function factorIn(unit: Unit, smaller: Unit): number | undefined {
  if (unit.kind === 'money' && smaller.unit === 'cent') return unit.factor / COINS;
  const isOfSame = smaller.unit === unit.unit && smaller.kind === unit.kind && unit.kind !== 'percent';
  return isOfSame && smaller.factor < unit.factor ? smaller.factor : undefined;
}

function withValue(number: NumberMatch, value: number, step: number): NumberMatch {
  return { ...number, value, step, roundStep: step };
}

/** "17 and 15 degrees", "fell from 6.1 to 4.9 million euros": the unit appears once, after the second number. */
function sharedUnit(tokens: readonly Token[], at: number, number: NumberMatch): Amount | undefined {
  const { to } = number;
  const joint = tokens[to]?.lower;
  const isChanged = joint === 'to' && isChange(tokens, at);
  if (joint !== 'and' && joint !== 'or' && !isChanged) return undefined;
  const second = readNumber(tokens, to + 1);
  const unit = second && readUnit(tokens, second.to)?.unit;
  if (unit === undefined) return undefined;
  const scale = isChanged && number.scale === 1 ? second!.scale : 1;
  return { number: scaledBy(number, scale), unit, to };
}

function scaledBy(number: NumberMatch, scale: number): NumberMatch {
  if (scale === 1) return number;
  const { value, step, roundStep } = number;
  return { ...number, value: value * scale, step: step * scale, roundStep: roundStep * scale, scale };
}

/** Words after which "a week" is an amount; after others it is a rate ("twice a week") or a point in time. */
const OPENS_AMOUNT =
  words(`for within after of is was be lasts last lasted lasting takes take took taking than least most about around
  nearly almost roughly approximately over under only just measures weighs holds`);
/** Units that are hardly ever the name of something else: no "foot", "pound", "second", or "degree". */
const ONE_OF =
  /^(?:minute|hour|day|night|week|fortnight|month|year|decade|century|(?:kilo|centi|milli)?(?:met|lit)(?:re|er)|mile|inch|(?:kilo)?gram|kilo|hectare|acre)$/;

/** "half an hour", "three quarters of an hour", "an hour and a half", "within a week". */
function partOfUnit(tokens: readonly Token[], at: number): Amount | undefined {
  const part = partBefore(tokens, at);
  if (part !== undefined) {
    const unit = unitNamed(tokens[part.to]?.text ?? '');
    return unit && { number: withValue(ONE, part.value, part.value), unit, to: part.to + 1 };
  }
  if (!isArticle(tokens[at])) return undefined;
  const unit = unitNamed(tokens[at + 1]?.text ?? '');
  if (unit === undefined) return undefined;
  const added = readAddedPart(tokens, at + 2);
  if (added !== undefined) return { number: withValue(ONE, 1 + added.value, added.value), unit, to: added.to };
  return isOneOf(tokens, at) ? { number: ONE, unit, to: at + 2 } : undefined;
}

/** "a week" after "within", and not "a week-long course". */
function isOneOf(tokens: readonly Token[], at: number): boolean {
  const [opener, name, next] = [tokens[at - 1], tokens[at + 1]!, tokens[at + 2]];
  return ONE_OF.test(name.lower) && next?.text !== '-' && OPENS_AMOUNT.has(opener?.lower ?? '');
}

const ONE: NumberMatch = { value: 1, step: 1, roundStep: 1, to: 0, scale: 1, bare: false, vague: false };

/** "half a", "a quarter of an", "three quarters of an": the share of one unit, and where the unit is. */
function partBefore(tokens: readonly Token[], at: number): ReadValue | undefined {
  if (tokens[at]?.lower === 'half') return isArticle(tokens[at + 1]) ? { value: 0.5, to: at + 2 } : undefined;
  const count = isArticle(tokens[at]) ? 1 : ONES.get(tokens[at]?.lower ?? '');
  const size = PARTS.get(tokens[at + 1]?.lower ?? '');
  if (count === undefined || size === undefined || tokens[at + 2]?.lower !== 'of' || !isArticle(tokens[at + 3]))
    return undefined;
  return { value: count / size, to: at + 4 };
}
