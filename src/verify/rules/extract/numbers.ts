import { type Token, withDecimalPoint } from '../../../text/index.ts';
import {
  ONES,
  ORDINAL_ONES,
  ORDINAL_SCALES,
  ORDINAL_TENS,
  PART_SIGNS,
  SCALES,
  TENS,
  VAGUE,
} from '../lexicon/number-words.ts';
import { countsSomething } from './raw-fact.ts';

export interface ReadValue {
  readonly value: number;
  /** One past the last token read. */
  readonly to: number;
}

interface Sum {
  /** Groups that a thousand or more has closed. */
  total: number;
  /** Below a thousand. */
  group: number;
  /** How many of the last digits of the group are still free: 3 at its start, 0 after "five". */
  free: number;
}

/** Beyond this a double does not hold every integer, and no text counts so far in words. */
const MAX_VALUE = 1e15;

/** "two hundred and five thousand", "twenty-one". */
function spelledCardinal(tokens: readonly Token[], at: number): ReadValue | undefined {
  const read = cardinalPart(tokens, at);
  return read && { value: read.sum.total + read.sum.group, to: read.to };
}

/** "third", "twenty-first", "one hundred and third". */
export function spelledOrdinal(tokens: readonly Token[], at: number): ReadValue | undefined {
  const { sum, to } = cardinalPart(tokens, at) ?? { sum: { total: 0, group: 0, free: 3 }, to: at };
  const last = to > at && joins(tokens, to, isOrdinalWord) ? to + 1 : to;
  const value = withOrdinal(sum, tokens[last]?.lower ?? '');
  return value === undefined ? undefined : { value, to: last + 1 };
}

/** The cardinal that begins at a token, with what is still free in it, and one past its last token. */
function cardinalPart(tokens: readonly Token[], at: number) {
  const sum: Sum = { total: 0, group: 0, free: 3 };
  let to = at;
  for (let i = at; i < tokens.length; i++) {
    if (i > at && joins(tokens, i, isCardinalWord)) continue;
    if (tokens[i]!.type !== 'word' || !add(sum, tokens[i]!.lower, i > at)) break;
    to = i + 1;
  }
  return to === at ? undefined : { sum, to };
}

/** Takes the next word into the sum; false when it is not a number or cannot follow the word before it. */
function add(sum: Sum, word: string, isLater: boolean): boolean {
  const digits = ONES.get(word) ?? TENS.get(word);
  if (digits !== undefined) {
    const needs = digits < 10 ? 1 : 2;
    if (sum.free < needs) return false;
    sum.group += digits;
    // "twenty" leaves the ones free, "five" and "fifteen" nothing.
    sum.free = TENS.has(word) ? 1 : 0;
    return true;
  }
  const scale = SCALES.get(word);
  if (scale === undefined || scale < 100 || !isLater || sum.group === 0) return false;
  if ((sum.total + sum.group) * scale > MAX_VALUE) return false;
  if (scale === 100) {
    if (sum.group >= 100) return false;
    sum.group *= 100;
    sum.free = 2;
    return true;
  }
  sum.total += sum.group * scale;
  sum.group = 0;
  sum.free = 3;
  return true;
}

function withOrdinal({ total, group, free }: Sum, word: string): number | undefined {
  const digits = ORDINAL_ONES.get(word) ?? ORDINAL_TENS.get(word);
  if (digits !== undefined) return free >= (digits < 10 ? 1 : 2) ? total + group + digits : undefined;
  const scale = ORDINAL_SCALES.get(word);
  return scale === undefined ? undefined : total + Math.max(1, group) * scale;
}

function isCardinalWord(word: string): boolean {
  return ONES.has(word) || TENS.has(word);
}

function isOrdinalWord(word: string): boolean {
  return ORDINAL_ONES.has(word) || ORDINAL_TENS.has(word);
}

/** "and" inside a number follows hundred or more; a hyphen between tens and ones. */
function joins(tokens: readonly Token[], at: number, continues: (word: string) => boolean): boolean {
  const before = tokens[at - 1]?.lower ?? '';
  const after = tokens[at + 1]?.lower ?? '';
  const joint = tokens[at]?.lower;
  if (joint === '-') return TENS.has(before) && continues(after);
  return joint === 'and' && (SCALES.get(before) ?? 0) >= 100 && continues(after);
}

/** A number as read from consecutive tokens. */
export interface NumberMatch {
  readonly value: number;
  /** Place value of the last digit written. */
  readonly step: number;
  /** Place value of the last digit that is not zero. */
  readonly roundStep: number;
  /** One past the last token read. */
  readonly to: number;
  /** The factor of a scale word: 1e6 in "3.5 million". */
  readonly scale: number;
  /** Written in digits, without a scale word or separators: may be a year, a list number, part of a name. */
  readonly bare: boolean;
  /** "dozens", "hundreds", "millions": at least so many. */
  readonly vague: boolean;
}

type Plain = Pick<NumberMatch, 'value' | 'step' | 'roundStep' | 'to'> & Partial<Pick<NumberMatch, 'bare' | 'vague'>>;

/** A number without a scale word. Not by spreading: there may be thousands, and those objects take four times the memory. */
function whole({ value, step, roundStep, to, bare = false, vague = false }: Plain): NumberMatch {
  return { value, step, roundStep, to, scale: 1, bare, vague };
}

/** Scale by the letter that touches the digits: "3bn", "$5m", "40k", "5M users". Metres and millions share the letter m. */
function scaleAt(tokens: readonly Token[], at: number, money: boolean): number | undefined {
  const token = tokens[at];
  if (token?.type !== 'word') return undefined;
  if (token.lower === 'm' || token.lower === 'b') {
    const isCount = !token.spaced && (/^\p{Lu}/u.test(token.text) || countsSomething(tokens, at + 1));
    return money || isCount ? (token.lower === 'm' ? 1e6 : 1e9) : undefined;
  }
  if (token.lower === 'mm') return money && !token.spaced ? 1e6 : undefined;
  if (token.lower === 'k' && token.spaced) return undefined;
  return SCALES.get(token.lower);
}

function significantStep(value: number, step: number): number {
  if (value === 0) return step;
  let place = step;
  // 15 digits are what a double holds: the loop is bounded by the number's size.
  while (place < 1e15 && Math.abs(value / (place * 10) - Math.round(value / (place * 10))) < 1e-9) place *= 10;
  return place;
}

function digits(tokens: readonly Token[], at: number): NumberMatch | undefined {
  const text = withDecimalPoint(tokens[at]!.text) ?? tokens[at]!.text;
  const groups = text.split('.');
  const plain = groups.length > 2 ? groups.join('') : text.replace(/[,'’\s\u00a0\u202f]/g, '');
  const value = Number(plain);
  if (!Number.isFinite(value)) return undefined;
  const step = groups.length === 2 ? 10 ** -groups[1]!.length : 1;
  return whole({ value, step, roundStep: significantStep(value, step), to: at + 1, bare: /^\d+$/.test(text) });
}

const RAISED_DIGITS = '⁰¹²³⁴⁵⁶⁷⁸⁹';
const TIMES = new Set(['×', 'x', '·']);
/** Larger powers are no amounts of a text, and lose digits. */
const MAX_POWER = 15;

/** "10⁶", "10^-3". */
function powerOfTen(tokens: readonly Token[], at: number): ReadValue | undefined {
  if (tokens[at]?.text !== '10') return undefined;
  let to = at + 1;
  const isNext = (sign: string) => tokens[to]?.text === sign && !tokens[to]!.spaced;
  const isPlain = isNext('^');
  if (isPlain) to += 1;
  const isNegative = isNext('⁻') || (isPlain && isNext('-'));
  if (isNegative) to += 1;
  let exponent = '';
  for (let token = tokens[to]; token !== undefined && !token.spaced; token = tokens[to]) {
    const digit = RAISED_DIGITS.indexOf(token.text);
    if (isPlain ? !/^\d{1,2}$/.test(token.text) || exponent !== '' : digit < 0) break;
    exponent += isPlain ? token.text : digit;
    to += 1;
  }
  if (exponent === '' || Number(exponent) > MAX_POWER) return undefined;
  return { value: Number(`1e${isNegative ? '-' : ''}${exponent}`), to };
}

/** "5 × 10⁶". */
function withPower(match: NumberMatch, tokens: readonly Token[]): NumberMatch {
  const power = TIMES.has(tokens[match.to]?.lower ?? '') ? powerOfTen(tokens, match.to + 1) : undefined;
  if (power === undefined) return match;
  const times = (one: number) => Number((one * power.value).toPrecision(14));
  const [value, step] = [times(match.value), times(match.step)];
  return whole({ value, step, roundStep: significantStep(value, step), to: power.to });
}

/** Smaller numbers may have an exponent. */
const LEAST_MARKED = 11;

/** "350² people" and "52⁴,⁵ million" have marks of notes. */
function withoutMark(match: NumberMatch | undefined, tokens: readonly Token[]): NumberMatch | undefined {
  if (match === undefined || match.value < LEAST_MARKED) return match;
  const isRaised = (at: number) => tokens[at]?.spaced === false && RAISED_DIGITS.includes(tokens[at]!.text);
  let { to } = match;
  while (isRaised(to) || (to > match.to && tokens[to]?.text === ',' && isRaised(to + 1))) to += 1;
  return to === match.to ? match : { ...match, to };
}

function spelled(tokens: readonly Token[], at: number): NumberMatch | undefined {
  const read = spelledCardinal(tokens, at);
  return read && whole({ ...read, step: 1, roundStep: significantStep(read.value, 1) });
}

/** "3.5 million", "2 hundred thousand": the words after a number that multiply it. */
function scaled(match: NumberMatch, tokens: readonly Token[], money: boolean): NumberMatch {
  let factor = 1;
  let { to } = match;
  for (let scale = scaleAt(tokens, to, money); scale !== undefined; scale = scaleAt(tokens, to, money)) {
    factor *= scale;
    to += 1;
  }
  if (factor === 1 || !Number.isFinite(match.value * factor)) return match;
  const [value, step] = [Number((match.value * factor).toPrecision(14)), match.step * factor];
  return { ...match, value, step, roundStep: significantStep(value, step), to, scale: factor, bare: false };
}

/** "and a half", "and a quarter", "½": what is added to the number or unit that ends at token `at`. */
export function readAddedPart(tokens: readonly Token[], at: number): ReadValue | undefined {
  const sign = PART_SIGNS.get(tokens[at]?.text ?? '');
  if (sign !== undefined) return { value: sign, to: at + 1 };
  if (tokens[at]?.lower !== 'and' || !isArticle(tokens[at + 1])) return undefined;
  const word = tokens[at + 2]?.lower;
  if (word !== 'half' && word !== 'quarter') return undefined;
  return { value: word === 'half' ? 0.5 : 0.25, to: at + 3 };
}

/** "1/2" behind "1". */
function slashedPart(tokens: readonly Token[], at: number): ReadValue | undefined {
  const [over, slash, under] = tokens.slice(at, at + 3);
  if (
    slash?.text !== '/' ||
    slash.spaced ||
    !over!.spaced ||
    !/^(?:1\/[2-8]|2\/3|3\/[48])$/.test(`${over!.text}/${under?.text}`)
  )
    return undefined;
  return { value: Number(over!.text) / Number(under!.text), to: at + 3 };
}

function withPart(match: NumberMatch, tokens: readonly Token[]): NumberMatch {
  const added = readAddedPart(tokens, match.to) ?? slashedPart(tokens, match.to);
  if (added === undefined || !Number.isInteger(match.value)) return match;
  const { value: part, to } = added;
  return { ...match, value: match.value + part, step: part, roundStep: part, to, bare: false };
}

/** "a" or "an". */
export function isArticle(token: Token | undefined): boolean {
  return token?.lower === 'a' || token?.lower === 'an';
}

/** "a dozen", "a hundred", "half a million", "dozens of", "a couple of". */
function article(tokens: readonly Token[], at: number): NumberMatch | undefined {
  const vague = VAGUE.get(tokens[at]!.lower);
  if (vague !== undefined) return whole({ value: vague, step: vague, roundStep: vague, to: at + 1, vague: true });
  const half = tokens[at]!.lower === 'half' && isArticle(tokens[at + 1]);
  if (!half && !isArticle(tokens[at])) return undefined;
  const scaleIndex = half ? at + 2 : at + 1;
  const to = scaleIndex + 1;
  const word = tokens[scaleIndex]?.lower ?? '';
  if (!half && word === 'couple') return whole({ value: 2, step: 1, roundStep: 1, to });
  const scale = word.length > 4 ? SCALES.get(word) : undefined;
  if (scale === undefined) return undefined;
  const value = half ? scale / 2 : scale;
  return whole({ value, step: half ? value : 1, roundStep: scale, to });
}

/** "Six Nations", "Phase Two", "Brooklyn Nine-Nine": a capital where the sentence asks for none. */
export function isNamePart(tokens: readonly Token[], at: number): boolean {
  if (!/^\p{Lu}/u.test(tokens[at]!.text)) return false;
  const before = tokens[at - 1];
  const opens = before === undefined || /^[.!?"“(]$/.test(before.text) || before.sentence !== tokens[at]!.sentence;
  return !opens || /^\p{Lu}/u.test(tokens[at + 1]?.text ?? '');
}

/** Reads a number in digits or words that begins at token `at`; `money` lets "m" and "b" mean million, billion. */
export function readNumber(tokens: readonly Token[], at: number, money = false): NumberMatch | undefined {
  const token = tokens[at];
  if (token?.type === 'number' || withDecimalPoint(token?.text ?? '') !== undefined) {
    const power = powerOfTen(tokens, at);
    if (power !== undefined) return whole({ ...power, step: power.value, roundStep: power.value });
    const match = /^\d{4}-/.test(token!.text) ? undefined : withoutMark(digits(tokens, at), tokens);
    return match && scaled(withPower(withPart(match, tokens), tokens), tokens, money);
  }
  const sign = PART_SIGNS.get(token?.text ?? '');
  if (sign !== undefined) return whole({ value: sign, step: sign, roundStep: sign, to: at + 1 });
  if (token?.type !== 'word' || isNamePart(tokens, at)) return undefined;
  if (!ONES.has(token.lower) && !TENS.has(token.lower)) return article(tokens, at);
  const match = spelled(tokens, at);
  if (match === undefined) return undefined;
  const complete = withPart(match, tokens);
  // Larger scale words are part of the number in words.
  return complete === match && tokens[match.to]?.lower !== 'dozen' ? match : scaled(complete, tokens, money);
}

/** Words that may open a number. */
export const NUMBER_WORDS: readonly string[] = [...ONES.keys(), ...TENS.keys(), ...VAGUE.keys(), 'a', 'an', 'half'];
