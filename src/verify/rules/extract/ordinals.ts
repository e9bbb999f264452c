import type { Token } from '../../../text/index.ts';
import { ORDINAL_ENDINGS, ORDINAL_ONES, ORDINAL_SCALES, ORDINAL_TENS } from '../lexicon/number-words.ts';
import { words } from '../lexicon/phrases.ts';
import { boundBefore } from './bounds.ts';
import { isArticle, isNamePart, type ReadValue, readNumber, spelledOrdinal } from './numbers.ts';
import type { RawFact } from './raw-fact.ts';

const DETERMINERS = words('the this that its their his her our my your every each of on');

/** "first", "twenty-first", "one hundred and third", "21st"; the second as a unit of time is none. */
export function readOrdinal(tokens: readonly Token[], at: number): ReadValue | undefined {
  const token = tokens[at];
  if (token?.type === 'number') {
    const ending = tokens[at + 1];
    if (ending === undefined || ending.spaced || !ORDINAL_ENDINGS.has(ending.lower)) return undefined;
    const value = Number(token.text.replaceAll(',', ''));
    return Number.isInteger(value) ? { value, to: at + 2 } : undefined;
  }
  if (token?.type !== 'word') return undefined;
  const read = spelledOrdinal(tokens, at);
  return read !== undefined && isUnitOfTime(tokens, at, read.to) ? undefined : read;
}

/** "a twenty-second delay", "a second", "per second". */
function isUnitOfTime(tokens: readonly Token[], at: number, to: number): boolean {
  if (tokens[to - 1]!.lower !== 'second') return false;
  const before = tokens[at - 1]?.lower ?? '';
  if (to > at + 1) return !DETERMINERS.has(before);
  return before === 'per' || before === '/';
}

/** "the third pick", "21st place": a place in an order. */
export function readOrdinalFact(tokens: readonly Token[], from: number): RawFact | undefined {
  const ordinal = readOrdinal(tokens, from);
  if (ordinal === undefined || (tokens[from]!.type === 'word' && isNamePart(tokens, from))) return undefined;
  // "a third of", "a second,": a part of a whole, a while.
  const isPart = isArticle(tokens[from - 1]) && /^(?:of|,|\.)$/.test(tokens[ordinal.to]?.text ?? '');
  return isPart ? undefined : { ...ordinalFact(ordinal.value), from, to: ordinal.to, bound: boundBefore(tokens, from) };
}

function ordinalFact(value: number) {
  return { kind: 'ordinal', unit: 'ordinal', low: value, high: value } as const;
}

/** Labels whose numbers run in order, so that another number is another thing: "season one" is the first season. */
const SERIAL = words('season episode phase round volume week');

/** "season 7" and "season one", read like "the seventh season". */
export function readSerial(tokens: readonly Token[], from: number): RawFact | undefined {
  const token = tokens[from]!;
  if (token.type !== 'word' || !SERIAL.has(token.lower) || isNamePart(tokens, from)) return undefined;
  const number = readNumber(tokens, from + 1);
  if (number === undefined || !Number.isInteger(number.value) || number.scale !== 1 || number.vague) return undefined;
  return { ...ordinalFact(number.value), from, to: number.to, nouns: [token.lower] };
}

/** Words that may open an ordinal or a serial number. */
export const ORDINAL_WORDS: readonly string[] = [
  ...[ORDINAL_ONES, ORDINAL_TENS, ORDINAL_SCALES].flatMap((table) => [...table.keys()]),
  ...SERIAL,
];
