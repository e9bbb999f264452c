import type { Token } from '../../../text/index.ts';
import { ONES, ORDINAL_ONES, ORDINAL_SCALES, ORDINAL_TENS, SCALES, TENS } from '../lexicon/number-words.ts';

/** A number or share read from tokens. */
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
  /** How many of the last digits of the group are still free: 3 at its start, 0 behind "five". */
  free: number;
}

/** Beyond this a double does not hold every integer, and no text counts so far in words. */
const MAX_VALUE = 1e15;

/** "two hundred and five thousand", "twenty-one". */
export function spelledCardinal(tokens: readonly Token[], at: number): ReadValue | undefined {
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

/** Takes the next word into the sum; false when it is none or cannot stand behind what came before. */
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

/** "and" inside a number stands behind hundred or more; a hyphen between tens and ones. */
function joins(tokens: readonly Token[], at: number, continues: (word: string) => boolean): boolean {
  const before = tokens[at - 1]?.lower ?? '';
  const after = tokens[at + 1]?.lower ?? '';
  const joint = tokens[at]?.lower;
  if (joint === '-') return TENS.has(before) && continues(after);
  return joint === 'and' && (SCALES.get(before) ?? 0) >= 100 && continues(after);
}
