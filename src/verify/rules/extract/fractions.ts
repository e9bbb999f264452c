import type { Token } from '../../../text/index.ts';
import { MULTIPLES, ONES, PARTS, SCALES } from '../lexicon/number-words.ts';
import { words } from '../lexicon/phrases.ts';
import { type BoundMatch, boundBefore } from './bounds.ts';
import { isArticle, type ReadValue, readNumber } from './numbers.ts';
import type { RawFact } from './raw-fact.ts';
import { readUnit } from './units.ts';

/** Behind these "half" is half of something. */
const WHOLES = words('of the all its their our his her these those');
/** Behind "a third": by how much something is more. */
const COMPARED = words('more fewer less higher lower larger smaller longer shorter faster slower cheaper');
/** "24/7 of the year" and "45/365 of it" are no usual fractions. */
const MAX_PARTS = 20;
/** Fractions in words are rounded by nature: half may be 47 %. */
const ROUGH = { step: 5, roundStep: 5 } as const;

/** "half of", "a third of", "two thirds", "seven tenths", "one in five": shares of a whole, as percentages. */
export function readFraction(tokens: readonly Token[], from: number): RawFact | undefined {
  const share =
    half(tokens, from) ?? everyNth(tokens, from) ?? parts(tokens, from) ?? slashed(tokens, from) ?? outOf(tokens, from);
  if (share === undefined) return undefined;
  const [value, to] = [share.value * 100, share.to];
  const bound = boundBefore(tokens, from);
  const range = { low: value, high: value, from, to, shownFrom: from - (bound?.length ?? 0) };
  return { kind: 'percent', unit: '%', ...range, ...ROUGH, bound };
}

/** All values in this file are fractions of 1. */
function half(tokens: readonly Token[], at: number): ReadValue | undefined {
  if (/^(?:first|second)$/.test(tokens[at - 1]?.lower ?? '')) return undefined;
  if (tokens[at]!.lower !== 'half' || !WHOLES.has(tokens[at + 1]?.lower ?? '')) return undefined;
  return { value: 0.5, to: at + 1 };
}

/** "three quarters", "a third of", "one-eighth of"; without "of" only what cannot be an order, "seven tenths". */
function parts(tokens: readonly Token[], at: number): ReadValue | undefined {
  const count = countAt(tokens, at);
  if (count === undefined) return undefined;
  const part = tokens[count.to]?.text === '-' ? count.to + 1 : count.to;
  const word = tokens[part]?.lower ?? '';
  const size = PARTS.get(word);
  if (size === undefined || count.value >= size || (size === 4 && count.value === 2)) return undefined;
  const isOne = count.value === 1 && !word.endsWith('s');
  if (tokens[part + 1]?.lower === 'of' && isUnitOf(tokens, part + 1)) return undefined;
  const isShare = word.endsWith('s') ? count.value > 1 : isOne && isShareOf(tokens, at, part + 1);
  return isShare ? { value: count.value / size, to: part + 1 } : undefined;
}

/** Behind "every fifth": "every fifth Friday" is how often. */
const MEMBERS = words(
  'one person user child household family pupil student adult customer patient resident woman man teenager employee',
);

/** "every fifth household", "every fifth one" */
function everyNth(tokens: readonly Token[], at: number): ReadValue | undefined {
  const size = tokens[at]!.lower === 'every' ? PARTS.get(tokens[at + 1]?.lower ?? '') : undefined;
  return size !== undefined && MEMBERS.has(tokens[at + 2]?.lower ?? '') ? { value: 1 / size, to: at + 2 } : undefined;
}

/** "2/3 of the beds" */
function slashed(tokens: readonly Token[], at: number): ReadValue | undefined {
  const [count, slash, size, of] = tokens.slice(at, at + 4);
  if (slash?.text !== '/' || of?.lower !== 'of' || !/^\d{1,2}$/.test(`${count!.text}`)) return undefined;
  const [over, under] = [Number(count!.text), Number(size!.text)];
  return over > 0 && over < under && under <= MAX_PARTS ? { value: over / under, to: at + 3 } : undefined;
}

/** "one third of voters", "by a fifth", "a third more than"; "a third place" and "a quarter later" are none. */
function isShareOf(tokens: readonly Token[], at: number, to: number): boolean {
  const next = tokens[to]?.lower ?? '';
  if (next === 'of' || COMPARED.has(next)) return true;
  const isCounted = tokens[at]!.lower === 'one' && tokens[to - 1]!.lower !== 'half';
  return (isCounted || tokens[at - 1]?.lower === 'by') && (tokens[to]?.lemma ?? '') === '';
}

/** "a quarter of an hour" is read with its unit. */
function isUnitOf(tokens: readonly Token[], of: number): boolean {
  return isArticle(tokens[of + 1]) && readUnit(tokens, of + 2) !== undefined;
}

function countAt(tokens: readonly Token[], at: number): ReadValue | undefined {
  const { lower } = tokens[at]!;
  if (isArticle(tokens[at])) return { value: 1, to: at + 1 };
  const ones = ONES.get(lower);
  return ones === undefined || ones === 0 ? undefined : { value: ones, to: at + 1 };
}

/** "one in five", "7 in 10", "one in every hundred", "nine out of ten doctors"; "one in 2014" and "two in three days" are none. */
function outOf(tokens: readonly Token[], at: number): ReadValue | undefined {
  // Spares reading most numbers twice: after digits only a word continues.
  if (tokens[at]!.type === 'number' && tokens[at + 1]?.type !== 'word') return undefined;
  const count = readNumber(tokens, at);
  if (count === undefined || count.vague || !Number.isInteger(count.value) || count.value < 1) return undefined;
  const isOut = tokens[count.to]?.lower === 'out' && tokens[count.to + 1]?.lower === 'of';
  if (!isOut && tokens[count.to]?.lower !== 'in') return undefined;
  const behind = count.to + (isOut ? 2 : 1);
  const start = tokens[behind]?.lower === 'every' ? behind + 1 : behind;
  const total = readNumber(tokens, start) ?? round(tokens, start);
  if (total === undefined || total.vague || !Number.isInteger(total.value) || total.value <= count.value)
    return undefined;
  const isYear = total.bare && /^[12]\d{3}$/.test(tokens[start]!.text) && start === behind;
  if (isYear || readUnit(tokens, total.to) !== undefined) return undefined;
  // "8 out of 10" is a mark unless something is counted.
  if (isOut && (total.value === 100 || (tokens[total.to]?.lemma ?? '') === '')) return undefined;
  return { value: count.value / total.value, to: total.to };
}

/** "one in every hundred": the article goes without saying. */
function round(tokens: readonly Token[], at: number) {
  const value = SCALES.get(tokens[at]?.lower ?? '');
  return value === undefined ? undefined : { value, to: at + 1, bare: false, vague: false };
}

/** "twice", "doubled", "threefold", "half as": how many times as much, or how often. */
export function readMultiple(tokens: readonly Token[], from: number): RawFact | undefined {
  const { lower } = tokens[from]!;
  const value = lower === 'half' && tokens[from + 1]?.lower === 'as' ? 0.5 : MULTIPLES.get(lower);
  if (value === undefined) return undefined;
  const said = boundBefore(tokens, from);
  const bound = lower === 'halved' ? ofDecline(said) : said;
  const high = bound?.nearly && value < 1 ? value * NEARLY_HALVED : value;
  const range = { low: value, high, from, to: from + 1, shownFrom: from - (bound?.length ?? 0) };
  return { kind: 'measure', unit: 'times', ...range, bound };
}

/** "Nearly halved" leaves this much of a half at most. */
const NEARLY_HALVED = 1.1;

/** "More than halved" leaves less than half, and "nearly halved" a little more. */
function ofDecline(said: BoundMatch | undefined): BoundMatch | undefined {
  if (said?.nearly) return { ...said, bound: 'about' };
  if (said?.bound === 'more_than') return { ...said, bound: 'less_than' };
  return said?.bound === 'less_than' ? { ...said, bound: 'more_than' } : said;
}

/** Words that may open one of these forms. */
export const FRACTION_WORDS: readonly string[] = [...MULTIPLES.keys(), 'half', 'every', 'a', 'an'];
