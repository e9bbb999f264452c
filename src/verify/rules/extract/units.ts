import {
  CELSIUS,
  CURRENCY_UNITS,
  DEGREE,
  FAHRENHEIT,
  KELVIN,
  PERCENT,
  type Token,
  type Unit,
  unitNamed,
} from '../../../text/index.ts';
import type { Fact } from '../findings.ts';
import { words } from '../lexicon/phrases.ts';
import { isArticle } from './numbers.ts';

export const DAYS_IN_YEAR = 365.2425;

/** True if a duration is written in years. */
export function isInYears({ kind, statedUnit }: Pick<Fact, 'kind' | 'statedUnit'>): boolean {
  return kind === 'duration' && statedUnit === `day*${DAYS_IN_YEAR}`;
}

export interface UnitMatch {
  readonly unit: Unit;
  /** One past the last token read. */
  readonly to: number;
}

const TEMPERATURES: ReadonlyMap<string, Unit> = new Map([
  ['c', CELSIUS],
  ['celsius', CELSIUS],
  ['centigrade', CELSIUS],
  ['f', FAHRENHEIT],
  ['fahrenheit', FAHRENHEIT],
  ['kelvin', KELVIN],
  ['℃', CELSIUS],
  ['℉', FAHRENHEIT],
]);

/** "20 °C", "20C", "20 degrees Fahrenheit", "300 K"; "20K" is a thousand and "20 C" no temperature. */
function temperature(tokens: readonly Token[], at: number): UnitMatch | undefined {
  const token = tokens[at];
  if (token === undefined) return undefined;
  if (/^(?:°|º|degrees?)$/.test(token.lower)) {
    const unit = TEMPERATURES.get(tokens[at + 1]?.lower ?? '');
    return unit === undefined ? { unit: DEGREE, to: at + 1 } : { unit, to: at + 2 };
  }
  if (token.text === 'K') return token.spaced ? { unit: KELVIN, to: at + 1 } : undefined;
  if (token.lower.length === 1 && token.type === 'word' && (token.spaced || !/^[CF]$/.test(token.text)))
    return undefined;
  const unit = TEMPERATURES.get(token.lower);
  return unit && { unit, to: at + 1 };
}

/** "28 out of 100" and "28/100" are 28 %; other denominators make a separate scale, such as "/10". */
function outOf(tokens: readonly Token[], at: number): UnitMatch | undefined {
  const slash = tokens[at]?.text === '/';
  const spelledOut = tokens[at]?.lower === 'out' && tokens[at + 1]?.lower === 'of';
  const total = tokens[slash ? at + 1 : at + 2];
  if ((!slash && !spelledOut) || total === undefined) return undefined;
  const value = total.lower === 'ten' ? 10 : total.type === 'number' ? Number(total.text.replaceAll(',', '')) : 0;
  if (!(value > 1)) return undefined;
  const to = slash ? at + 2 : at + 3;
  if (value === 100) return { unit: PERCENT, to };
  return { unit: { unit: `/${value}`, factor: 1, offset: 0, kind: 'measure' }, to };
}

/** The unit that follows a number at token `at`, a hyphen between them ("five-year") included. */
export function readUnit(tokens: readonly Token[], at: number): UnitMatch | undefined {
  const start = tokens[at]?.text === '-' && tokens[at + 1]?.type === 'word' ? at + 1 : at;
  const special = temperature(tokens, start) ?? outOf(tokens, start);
  if (special !== undefined) return special;
  const token = tokens[start];
  if (token === undefined || token.type === 'number') return undefined;
  const unit = areaOrVolume(tokens, start) ?? plainUnit(tokens, start) ?? currencyNamed(token, start);
  return unit && perUnit(tokens, unit);
}

function currencyNamed({ lower }: Token, at: number): UnitMatch | undefined {
  const unit = CURRENCY_UNITS.get(lower);
  return unit && { unit, to: at + 1 };
}

/** "parts per million" is the longest name. */
const MAX_NAME_WORDS = 3;

/** The unit that a token names, or the most of it and the next two. */
function namedUnit(tokens: readonly Token[], at: number): UnitMatch | undefined {
  for (let length = MAX_NAME_WORDS; length > 1; length--) {
    const words = tokens.slice(at, at + length).map(({ lower }) => lower);
    const unit = words.length === length ? unitNamed(words.join(' ')) : undefined;
    if (unit !== undefined) return { unit, to: at + length };
  }
  const unit = tokens[at] && unitNamed(tokens[at].text);
  return unit && { unit, to: at + 1 };
}

function plainUnit(tokens: readonly Token[], at: number): UnitMatch | undefined {
  // "12 stone", but "12 stone houses" and "12 second-hand cars".
  const next = tokens[at + 1];
  const isNoun =
    (tokens[at]!.lower === 'stone' && (next?.lemma ?? '') !== '') ||
    (next?.text === '-' && tokens[at + 2]?.lower === 'hand');
  return isNoun ? undefined : namedUnit(tokens, at);
}

/** "mg/kg", "60 km/h", "100 miles an hour", "$20 a day", "$20 daily", "mg/kg/day": what is so much of a unit for each of another one. */
export function perUnit(tokens: readonly Token[], { unit, to }: UnitMatch, divisions = MAX_DIVISIONS): UnitMatch {
  const isDivisible = unit.kind === 'money' || (unit.kind === 'measure' && unit.offset === 0);
  const base = isDivisible && divisions > 0 ? baseAt(tokens, to) : undefined;
  if (base === undefined) return { unit, to };
  const per = { ...unit, unit: `${unit.unit}/${base.unit.unit}`, factor: unit.factor / base.unit.factor };
  return perUnit(tokens, { unit: per, to: base.to }, divisions - 1);
}

/** A longer chain of units is no rate. */
const MAX_DIVISIONS = 8;

const EACH = /^(?:each|every)$/;
const MOST_OF_MATTER = 3;

/** "0.3 liters of diesel fuel per kilometer": where "per" follows. */
function endOfMatter(tokens: readonly Token[], at: number): number {
  if (tokens[at]?.lower !== 'of') return at;
  const words = tokens.slice(at + 1, at + 2 + MOST_OF_MATTER);
  const end = words.findIndex(({ lower, type }) => type !== 'word' || lower === 'per' || lower === 'for');
  return end > 0 && words[end]!.type === 'word' ? at + 1 + end : at;
}

function baseAt(tokens: readonly Token[], unitTo: number): UnitMatch | undefined {
  const behind = endOfMatter(tokens, unitTo);
  // "For every kilometer"
  const isForEach = tokens[behind]?.lower === 'for' && EACH.test(tokens[behind + 1]?.lower ?? '');
  const at = isForEach ? behind + 1 : behind;
  const period = unitNamed(adverbOfPeriod(tokens, at) ?? '');
  if (period !== undefined) return { unit: period, to: at + 1 };
  const isPer = isForEach || tokens[at]?.text === '/' || tokens[at]?.lower === 'per';
  const isEach = isArticle(tokens[at]) || EACH.test(tokens[at]?.lower ?? '');
  if ((!isPer && !isEach) || tokens[at + 1]?.type !== 'word') return undefined;
  const base = areaOrVolume(tokens, at + 1) ?? namedUnit(tokens, at + 1);
  if (base === undefined || base.unit.kind === 'percent') return undefined;
  return isPer || isPeriod(tokens, base) ? base : undefined;
}

const PERIODS_OF_ADVERBS: ReadonlyMap<string, string> = new Map([
  ['hourly', 'hour'],
  ['daily', 'day'],
  ['nightly', 'night'],
  ['weekly', 'week'],
  ['fortnightly', 'fortnight'],
  ['monthly', 'month'],
  ['quarterly', 'quarter'],
  ['yearly', 'year'],
  ['annually', 'year'],
]);
export const ADVERBS_OF_PERIODS = [...PERIODS_OF_ADVERBS.keys()];

/** The period of "published quarterly"; in "the monthly report" and "daily active users" the word is a part of a name. */
export function adverbOfPeriod(tokens: readonly Token[], at: number): string | undefined {
  const isBeforeNoun = (tokens[at + 1]?.lemma ?? '') !== '';
  return isBeforeNoun || tokens[at - 1]?.text === '-' ? undefined : PERIODS_OF_ADVERBS.get(tokens[at]?.text ?? '');
}

const MAKES_A_POINT_IN_TIME = words('ago earlier later before after previously');

/** "an hour"; "5 m a foot" and "5 kg a person" are not rates, nor is "$5 million a year earlier". */
function isPeriod(tokens: readonly Token[], { unit, to }: UnitMatch): boolean {
  return unit.kind === 'duration' && !MAKES_A_POINT_IN_TIME.has(tokens[to]?.lower ?? '');
}

const POWER_WORDS: ReadonlyMap<string, number> = new Map([
  ['sq', 2],
  ['square', 2],
  ['cubic', 3],
  ['cu', 3],
]);
const POWER_SIGNS: ReadonlyMap<string, number> = new Map([
  ['²', 2],
  ['³', 3],
]);
/** Behind "^". */
const POWER_DIGITS: ReadonlyMap<string, number> = new Map([
  ['2', 2],
  ['3', 3],
]);

/** "5 sq km", "5 km²", "5 km2", "5 km^2", "12 cubic metres". */
function areaOrVolume(tokens: readonly Token[], at: number): UnitMatch | undefined {
  const { lower, text } = tokens[at]!;
  const word = POWER_WORDS.get(lower);
  const dot = tokens[at + 1]?.text === '.' ? 2 : 1;
  if (word !== undefined) return raised(unitNamed(tokens[at + dot]?.lower ?? ''), word, at + dot + 1);
  const caret = tokens[at + 1]?.text === '^' ? 1 : 0;
  const sign = caret === 0 ? POWER_SIGNS : POWER_DIGITS;
  const power = sign.get(tokens[at + 1 + caret]?.text ?? '');
  if (power !== undefined && !tokens[at + 1]!.spaced) return raised(unitNamed(text), power, at + 2 + caret);
  const glued = /^([a-z]{1,2})([23])$/.exec(lower);
  return glued === null ? undefined : raised(unitNamed(glued[1]!), Number(glued[2]), at + 1);
}

function raised(length: Unit | undefined, power: number, to: number): UnitMatch | undefined {
  if (length?.unit !== 'm') return undefined;
  return { unit: { ...length, unit: `m${power}`, factor: length.factor ** power }, to };
}

/** A currency sign or code at token `at`: "$", "US$", "EUR", "Rs". Lower-case words never open an amount. */
export function readCurrency(tokens: readonly Token[], at: number): UnitMatch | undefined {
  const token = tokens[at];
  if (token === undefined || token.type === 'number' || /^\p{Ll}/u.test(token.text)) return undefined;
  const dollar = tokens[at + 1]?.text === '$' && !tokens[at + 1]!.spaced;
  const unit = CURRENCY_UNITS.get(dollar ? `${token.lower}$` : token.lower);
  if (unit === undefined) return undefined;
  const after = dollar ? at + 2 : at + 1;
  return { unit, to: tokens[after]?.text === '.' ? after + 1 : after };
}

/** True for a sign that may open an amount: "$", "€". */
export function isCurrencySign(text: string): boolean {
  return CURRENCY_UNITS.has(text);
}
