import type { Token } from '../../../text/tokens.ts';
import { ORDINALS } from '../lexicon/words.ts';
import { boundBefore } from './bounds.ts';
import { readIdentifier, readSerial, SERIAL } from './identifiers.ts';
import { isNamePart } from './numbers.ts';
import type { RawFact } from './raw-fact.ts';

const PARTS = new Map<string, number>([
  ['half', 50],
  ['halves', 50],
  ['third', 100 / 3],
  ['thirds', 100 / 3],
  ['quarter', 25],
  ['quarters', 25],
  ['fifth', 20],
  ['fifths', 20],
  ['tenth', 10],
  ['tenths', 10],
]);
const COUNTS = new Map<string, number>([
  ['a', 1],
  ['an', 1],
  ['one', 1],
  ['two', 2],
  ['three', 3],
  ['four', 4],
  ['nine', 9],
]);
const MULTIPLES = new Map<string, number>([
  ['twice', 2],
  ['double', 2],
  ['doubled', 2],
  ['doubling', 2],
  ['twofold', 2],
  ['thrice', 3],
  ['triple', 3],
  ['tripled', 3],
  ['threefold', 3],
  ['quadrupled', 4],
  ['tenfold', 10],
]);
function at(value: number, tokens: { from: number; to: number }): Omit<RawFact, 'kind' | 'unit'> {
  return { low: value, high: value, statedUnit: '', step: 1, roundStep: 1, ...tokens };
}

/** "first", "21st", "the 37th"; the second as a unit of time is read with its number before. */
function ordinal(tokens: readonly Token[], from: number): RawFact | undefined {
  const token = tokens[from]!;
  const word = ORDINALS.get(token.lower);
  if (word !== undefined) {
    if (/^(?:of|,|\.)$/.test(tokens[from + 1]?.text ?? '') && /^an?$/.test(tokens[from - 1]?.lower ?? ''))
      return undefined;
    if (isNamePart(tokens, from)) return undefined;
    return { kind: 'ordinal', unit: 'ordinal', ...at(word, { from, to: from + 1 }), hedge: boundBefore(tokens, from) };
  }
  const suffix = tokens[from + 1];
  if (token.type !== 'number' || suffix === undefined || suffix.spaced || !/^(?:st|nd|rd|th)$/.test(suffix.lower))
    return undefined;
  return {
    kind: 'ordinal',
    unit: 'ordinal',
    ...at(Number(token.text.replaceAll(',', '')), { from, to: from + 2 }),
    hedge: boundBefore(tokens, from),
  };
}

/** "half of", "a third of", "two thirds", "one in five": percentages in words, rounded by nature. */
function fraction(tokens: readonly Token[], from: number): RawFact | undefined {
  const token = tokens[from]!;
  const rough = { step: 5, roundStep: 5 };
  const hedge = boundBefore(tokens, from);
  const next = tokens[from + 1];
  if (token.lower === 'half' && /^(?:of|the|all|its|their)$/.test(next?.lower ?? '')) {
    return { kind: 'percent', unit: '%', ...at(50, { from, to: from + 1 }), ...rough, hedge };
  }
  const count = COUNTS.get(token.lower);
  if (count === undefined) return undefined;
  const gap = next?.text === '-' ? 2 : 1;
  const part = PARTS.get(tokens[from + gap]?.lower ?? '');
  const plural = /s$/.test(tokens[from + gap]?.lower ?? '');
  if (part !== undefined && (plural || tokens[from + gap + 1]?.lower === 'of')) {
    return { kind: 'percent', unit: '%', ...at(count * part, { from, to: from + gap + 1 }), ...rough, hedge };
  }
  return undefined;
}

/** "twice", "doubled", "three times", "20 times": how many times as much, or how often. */
function multiple(tokens: readonly Token[], from: number): RawFact | undefined {
  const value = MULTIPLES.get(tokens[from]!.lower);
  if (value === undefined) return undefined;
  return { kind: 'measure', unit: 'times', ...at(value, { from, to: from + 1 }), hedge: boundBefore(tokens, from) };
}

/** "3 p.m.", "3:45 pm", "15:00", in minutes after midnight. */
function clock(tokens: readonly Token[], from: number): RawFact | undefined {
  const hour = Number(tokens[from]!.text);
  if (tokens[from]!.type !== 'number' || !Number.isInteger(hour) || hour > 24) return undefined;
  const colon =
    tokens[from + 1]?.text === ':' && !tokens[from + 1]!.spaced && /^\d\d$/.test(tokens[from + 2]?.text ?? '');
  const minute = colon ? Number(tokens[from + 2]!.text) : 0;
  const after = colon ? from + 3 : from + 1;
  const half = /^(am|pm)$/.exec(tokens[after]?.lower ?? '')?.[1];
  if ((!colon && half === undefined) || minute > 59) return undefined;
  const base = half === undefined ? hour : (hour % 12) + (half === 'pm' ? 12 : 0);
  const to = half === undefined ? after : after + 1;
  return { kind: 'time', unit: 'minute of day', ...at(base * 60 + minute, { from, to }) };
}

/** Reads what is neither plain quantity nor date. */
export function readSpecial(tokens: readonly Token[], from: number): RawFact | undefined {
  return (
    readSerial(tokens, from) ??
    readIdentifier(tokens, from) ??
    clock(tokens, from) ??
    fraction(tokens, from) ??
    multiple(tokens, from) ??
    ordinal(tokens, from)
  );
}

/** Words that may open one of these forms. */
export const SPECIAL_WORDS: readonly string[] = [
  ...ORDINALS.keys(),
  ...COUNTS.keys(),
  ...MULTIPLES.keys(),
  ...SERIAL,
  'half',
];
