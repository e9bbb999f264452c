import { MONTHS, STEP, type Steps, type Token } from '../../../text/index.ts';
import type { Fact } from '../findings.ts';
import { PART_SIGNS } from '../lexicon/number-words.ts';
import { type BoundMatch, dateBoundBefore } from './bounds.ts';
import { readClockTime } from './clock-times.ts';
import { type DateMatch, readDate } from './dates.ts';
import { FRACTION_WORDS, readFraction, readMultiple } from './fractions.ts';
import { readIdentifier } from './identifiers.ts';
import { NUMBER_WORDS } from './numbers.ts';
import { ORDINAL_WORDS, readOrdinalFact, readSerial } from './ordinals.ts';
import { readQuantity } from './quantities.ts';
import { type RawFact, toFact } from './raw-fact.ts';
import { isCurrencySign } from './units.ts';

const MAX_OPENING = 24;
const RANGE_JOINT = /^(?:[-–—]|to|until|and|through)$/;

function rawDate(match: DateMatch, from: number, bound: BoundMatch | undefined): RawFact {
  return {
    kind: match.yearOnly ? 'year' : 'date',
    low: match.low,
    high: match.high,
    unit: match.unit,
    from,
    to: match.to,
    bound: bound?.bound === 'about' ? undefined : bound,
    shownFrom: from - (bound?.length ?? 0),
    outer: dateOuter(match, bound),
  };
}

/** "around 1990" may be a year off; what holds "as of" a date may hold on others, and what holds "by" it earlier. */
function dateOuter(match: DateMatch, bound: BoundMatch | undefined): readonly [number, number] | undefined {
  if (bound?.bound === 'about') return [match.low - 366, match.high + 366];
  if (bound?.bound !== 'exact') return undefined;
  return [Number.NEGATIVE_INFINITY, bound.sinceEver ? match.high : Number.POSITIVE_INFINITY];
}

/** "2015-16": the second year is cut short. */
function shortYear(tokens: readonly Token[], at: number, first: DateMatch): DateMatch | undefined {
  const token = tokens[at];
  if (!first.yearOnly || token?.type !== 'number' || !/^\d\d?$/.test(token.text)) return undefined;
  const year = String(new Date(first.low * 86_400_000).getUTCFullYear());
  const full = year.slice(0, year.length - token.text.length) + token.text;
  return Number(full) > Number(year) ? readDate([{ ...token, text: full, lower: full }], 0) : undefined;
}

/** "(10 February 1844 - 29 December 1886)", with a maiden name or pronunciation before the dates or not. */
function isLife(tokens: readonly Token[], from: number, to: number): boolean {
  if (tokens[to]?.text !== ')') return false;
  const opening = tokens
    .slice(Math.max(0, from - MAX_OPENING), from)
    .findLastIndex((token) => /^[()]$/.test(token.text));
  return opening >= 0 && tokens[Math.max(0, from - MAX_OPENING) + opening]!.text === '(';
}

/** Both dates of "1998 to 2001" or "(1879 - 1955)"; each stands alone, and the years between are not excluded. */
function dateRange(tokens: readonly Token[], from: number, first: DateMatch): RawFact[] | undefined {
  const joint = tokens[first.to];
  if (joint === undefined || !RANGE_JOINT.test(joint.lower)) return undefined;
  if (joint.lower === 'and' && tokens[from - 1]?.lower !== 'between') return undefined;
  const double = tokens[first.to + 1]?.text === '-' ? 2 : 1;
  const at = first.to + double;
  const short = joint.text === '-' || joint.text === '–' ? shortYear(tokens, at, first) : undefined;
  const second = short === undefined ? readDate(tokens, at) : { ...short, to: at + 1 };
  if (second === undefined || second.unit !== first.unit || second.low < first.low) return undefined;
  const life = isLife(tokens, from, second.to);
  const outer: [number, number] | undefined = life ? undefined : [first.low, second.high];
  return [
    { ...rawDate(first, from, undefined), outer, implied: life ? ['birth'] : [] },
    { ...rawDate(second, at, undefined), outer, implied: life ? ['die'] : [] },
  ];
}

function readDates(tokens: readonly Token[], at: number): RawFact[] | undefined {
  const match = readDate(tokens, at);
  if (match === undefined) return undefined;
  return dateRange(tokens, at, match) ?? [rawDate(match, at, dateBoundBefore(tokens, at))];
}

/** "1." and "2)" that open a line, and "[12]", count nothing. */
function isMarker(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at]!;
  if (token.type !== 'number') return false;
  const before = tokens[at - 1];
  const after = tokens[at + 1];
  if (before?.text === '[' && after?.text === ']') return true;
  // Footnote numbers glued to the end of a sentence: "30 percent.13".
  if (before?.text === '.' && !token.spaced && !before.spaced && tokens[at - 2]?.type === 'word') return true;
  const opens = before === undefined || before.type === 'break';
  return opens && (after?.text === ')' || (after?.text === '.' && tokens[at + 2]?.spaced === true));
}

const OPENERS = new Set([...NUMBER_WORDS, ...ORDINAL_WORDS, ...FRACTION_WORDS, ...MONTHS.keys()]);

/** Most words open no fact: what can is a digit, a known word, a currency sign, or stands before one of these. */
function mayOpen(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at]!;
  if (token.type === 'number' || token.type === 'identifier') return true;
  if (token.type === 'symbol') return isCurrencySign(token.text) || PART_SIGNS.has(token.text);
  if (token.type === 'break') return false;
  const next = tokens[at + 1];
  if (next === undefined) return OPENERS.has(token.lower);
  return next.type === 'number' || isCurrencySign(next.text) || next.text === '.' || OPENERS.has(token.lower);
}

/** What may begin at a token that no date begins at; the first that reads something wins. */
const READERS = [
  readSerial,
  readIdentifier,
  readClockTime,
  readFraction,
  readMultiple,
  readOrdinalFact,
  readQuantity,
] as const;

function readAt(tokens: readonly Token[], at: number): readonly RawFact[] {
  if (!mayOpen(tokens, at)) return [];
  if (isMarker(tokens, at) || tokens[at - 1]?.text === '±') return [];
  const dates = readDates(tokens, at);
  if (dates !== undefined) return dates;
  for (const read of READERS) {
    const raw = read(tokens, at);
    if (raw !== undefined) return [raw];
  }
  return [];
}

/** "more than 15 % and 7 %": the bound holds for both. */
function inherit(raw: RawFact, before: RawFact | undefined, tokens: readonly Token[]): RawFact {
  const joined = before !== undefined && before.to === raw.from - 1 && tokens[before.to]!.lower === 'and';
  const shares = joined && raw.bound === undefined && before.bound !== undefined && before.unit === raw.unit;
  return shares && raw.unit !== 'date' ? { ...raw, bound: before.bound } : raw;
}

/** A text of the longest kind has more only where nearly every word is a digit or two: further ones are not read. */
const MAX_FACTS = 2_000;
/** Reading what begins at a token takes some ten times as long as other steps over tokens. */
const TOKENS_AT_ONCE = STEP / 8;

/**
 * Quantities, dates and identifiers stated in a text already cut into tokens, in order of appearance, at most 2,000; they
 * do not overlap. Offsets are UTF-16 units into `text`. Never throws.
 */
export function* factSteps(text: string, tokens: readonly Token[]): Steps<Fact[]> {
  const facts: Fact[] = [];
  let before: RawFact | undefined;
  let next = 0;
  for (let at = 0; at < tokens.length && facts.length < MAX_FACTS; ) {
    if (at >= next) {
      next = at + TOKENS_AT_ONCE;
      yield;
    }
    const raws = readAt(tokens, at);
    if (raws.length === 0) {
      at += 1;
      continue;
    }
    for (const raw of raws) facts.push(toFact(text, tokens, inherit(raw, before, tokens)));
    before = raws.at(-1)!;
    at = Math.max(at + 1, before.to);
  }
  return facts;
}
