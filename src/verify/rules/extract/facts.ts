import { type Token, tokenize } from '../../../text/tokens.ts';
import { MONTHS } from '../lexicon/words.ts';
import type { Fact } from '../types.ts';
import { type BoundMatch, dateBoundBefore } from './bounds.ts';
import { type DateMatch, readDate } from './dates.ts';
import { readSpecial, SPECIAL_WORDS } from './fractions.ts';
import { NUMBER_WORDS } from './numbers.ts';
import { readQuantity } from './quantities.ts';
import { type RawFact, toFact } from './raw-fact.ts';
import { isCurrencySign } from './units.ts';

const MAX_OPENING = 24;
const RANGE_JOINT = /^(?:[-–—]|to|until|and|through)$/;

function rawDate(hit: DateMatch, from: number, hedge: BoundMatch | undefined): RawFact {
  return {
    kind: hit.yearOnly ? 'year' : 'date',
    low: hit.low,
    high: hit.high,
    unit: hit.unit,
    statedUnit: '',
    step: 1,
    roundStep: 1,
    from,
    to: hit.to,
    hedge: hedge?.bound === 'about' ? undefined : hedge,
    shownFrom: from - (hedge?.length ?? 0),
    outer: dateOuter(hit, hedge),
  };
}

/** "around 1990" may be a year off; what holds "as of" a date may hold on others. */
function dateOuter(hit: DateMatch, hedge: BoundMatch | undefined): readonly [number, number] | undefined {
  if (hedge?.bound === 'about') return [hit.low - 366, hit.high + 366];
  return hedge?.bound === 'exact' ? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY] : undefined;
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
  const hit = readDate(tokens, at);
  if (hit === undefined) return undefined;
  return dateRange(tokens, at, hit) ?? [rawDate(hit, at, dateBoundBefore(tokens, at))];
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

const OPENERS = new Set([...NUMBER_WORDS, ...SPECIAL_WORDS, ...MONTHS.keys()]);

/** Most words open no fact: what can is a digit, a known word, a currency sign, or stands before one of these. */
function mayOpen(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at]!;
  if (token.type === 'number' || token.type === 'identifier') return true;
  if (token.type === 'symbol') return isCurrencySign(token.text);
  if (token.type === 'break') return false;
  const next = tokens[at + 1];
  if (next === undefined) return OPENERS.has(token.lower);
  return next.type === 'number' || next.text === '$' || next.text === '.' || OPENERS.has(token.lower);
}

function readAt(tokens: readonly Token[], at: number): readonly RawFact[] {
  if (!mayOpen(tokens, at)) return [];
  if (isMarker(tokens, at) || tokens[at - 1]?.text === '±') return [];
  const dates = readDates(tokens, at);
  if (dates !== undefined) return dates;
  const raw = readSpecial(tokens, at) ?? readQuantity(tokens, at);
  return raw === undefined ? [] : [raw];
}

/** "more than 15 % and 7 %": the hedge holds for both. */
function inherit(raw: RawFact, before: RawFact | undefined, tokens: readonly Token[]): RawFact {
  const joined = before !== undefined && before.to === raw.from - 1 && tokens[before.to]!.lower === 'and';
  const shares = joined && raw.hedge === undefined && before.hedge !== undefined && before.unit === raw.unit;
  return shares && raw.unit !== 'date' ? { ...raw, hedge: before.hedge } : raw;
}

/** Facts of a text already cut into tokens, in order of appearance; they do not overlap. */
export function factsOf(text: string, tokens: readonly Token[]): Fact[] {
  const facts: Fact[] = [];
  let before: RawFact | undefined;
  for (let at = 0; at < tokens.length; ) {
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

/** Quantities, dates and identifiers stated in a text. Offsets are UTF-16 units into `text`. Never throws. */
export function extractFacts(text: string): Fact[] {
  return factsOf(text, tokenize(text));
}
