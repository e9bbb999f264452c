import type { Token } from '../../../text/index.ts';
import { type BoundMatch, dateBoundBefore } from './bounds.ts';
import type { DateMatch } from './date-parts.ts';
import { readDate } from './dates.ts';
import type { RawFact } from './raw-fact.ts';

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

/** The date that begins at a token with its bound, or both dates of a range. */
export function readDates(tokens: readonly Token[], at: number): RawFact[] | undefined {
  const match = readDate(tokens, at);
  if (match === undefined) return undefined;
  return dateRange(tokens, at, match) ?? [rawDate(match, at, dateBoundBefore(tokens, at))];
}
