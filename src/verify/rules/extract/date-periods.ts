import type { Token } from '../../../text/index.ts';
import { words } from '../lexicon/phrases.ts';
import { type DateMatch, monthAt, monthMatch, monthsMatch, yearAt } from './date-parts.ts';
import { readOrdinal } from './ordinals.ts';

/** From where to where a part reaches in its whole, as shares of it. */
type Share = readonly [number, number];

/** A part of a month, a year, a decade or a century. */
interface Part {
  readonly inner: Share;
  /** A vague part may reach as far as this: "the end of March". */
  readonly outer: Share;
  /** The word of its length, where it has one, and its number, 0 for the last one. */
  readonly unit: string;
  readonly number: number;
  /** "Q3" */
  readonly isShort?: boolean;
  readonly to: number;
}

const THIRD = 1 / 3;
const VAGUE: Readonly<Record<string, Pick<Part, 'inner' | 'outer'>>> = {
  early: { inner: [0, THIRD], outer: [0, 0.4] },
  mid: { inner: [THIRD, 2 * THIRD], outer: [0.25, 0.75] },
  late: { inner: [2 * THIRD, 1], outer: [0.6, 1] },
};
const NAMES: ReadonlyMap<string, string> = new Map([
  ...['early', 'beginning', 'start'].map((word) => [word, 'early'] as const),
  ...['mid', 'middle'].map((word) => [word, 'mid'] as const),
  ...['late', 'end'].map((word) => [word, 'late'] as const),
]);
const PARTS_OF_UNIT: Readonly<Record<string, number>> = { half: 2, quarter: 4 };
/** "the first days of May", "the last months of 2020" */
const FEW = words('days weeks months years');
const UNITS = words('half quarter week days weeks months years');
/** Their quarters begin in other months. */
const OTHER_YEARS = words('fiscal financial business school academic fy');
const OTHER_YEAR_REACH = 4;
/** A week of a month may begin up to six days earlier or later. */
const WEEK = 7;
const WEEKS = 4;

/** True of a part, with its tokens: no month, year or day by itself. */
export function isPart(tokens: readonly Token[]): boolean {
  const [first] = tokens;
  if (first === undefined) return false;
  return /^[qh][1-4]$/.test(first.lower) || NAMES.has(first.lower) || tokens.some(({ lower }) => UNITS.has(lower));
}

/** Words that may open a part. */
export const PART_WORDS: readonly string[] = [...NAMES.keys(), 'last'];

/**
 * A part of a month, year, decade or century that begins at a token: "the end of August", "mid-March", "early 2023", "Q2 2024", "the
 * first half of the year", "the second week of June".
 *
 * @param readWhole reads the decade or century at a token.
 */
export function partOfPeriod(
  tokens: readonly Token[],
  at: number,
  readWhole: (at: number) => DateMatch | undefined,
): DateMatch | undefined {
  const part = shortPart(tokens, at) ?? namedPart(tokens, at) ?? numberedPart(tokens, at);
  if (part === undefined) return undefined;
  const around = tokens.slice(Math.max(0, at - OTHER_YEAR_REACH), part.to + OTHER_YEAR_REACH);
  if (around.some(({ lower }) => OTHER_YEARS.has(lower))) return undefined;
  const months = part.unit in PARTS_OF_UNIT ? monthsOfYear(tokens, part) : undefined;
  if (months !== undefined) return months;
  const whole = calendarWhole(tokens, part.to);
  if (part.unit === 'week') return whole && weekOfMonth(whole, part.number);
  const period = whole ?? readWhole(part.to);
  return period && period.low < period.high ? partOf(period, part) : undefined;
}

/** "Q3", "H1" */
function shortPart(tokens: readonly Token[], at: number): Part | undefined {
  const [, letter, digit] = /^([QH])([1-4])$/.exec(tokens[at]!.text) ?? [];
  if (letter === undefined) return undefined;
  const of = /^(?:of|\/)$/.test(tokens[at + 1]?.lower ?? '') ? at + 2 : at + 1;
  const part = nthPart(letter === 'Q' ? 'quarter' : 'half', Number(digit), of);
  return part && { ...part, isShort: true };
}

/** "early", "mid-", "the end of" */
function namedPart(tokens: readonly Token[], at: number): Part | undefined {
  const { lower } = tokens[at]!;
  const vague = VAGUE[NAMES.get(lower) ?? ''];
  if (vague === undefined) return undefined;
  const isNoun = /^(?:beginning|start|middle|end)$/.test(lower);
  const next = tokens[at + 1];
  if (isNoun !== (next?.lower === 'of')) return undefined;
  const hasMark = isNoun || next?.text === '-';
  return { ...vague, unit: '', number: 0, to: articleAfter(tokens, hasMark ? at + 2 : at + 1) };
}

/** "second quarter of", "last week of" */
function numberedPart(tokens: readonly Token[], at: number): Part | undefined {
  const isLast = tokens[at]!.lower === 'last';
  const ordinal = isLast ? { value: 0, to: at + 1 } : readOrdinal(tokens, at);
  if (ordinal === undefined) return undefined;
  const { value, to: unitAt } = ordinal;
  const unit = tokens[unitAt]?.lower ?? '';
  const isOf = tokens[unitAt + 1]?.lower === 'of';
  const to = articleAfter(tokens, isOf ? unitAt + 2 : unitAt + 1);
  if (isOf && unit === 'week' && value <= WEEKS) return { ...WHOLE, unit, number: value, to };
  if (isOf && FEW.has(unit) && value <= 1) return { ...VAGUE[isLast ? 'late' : 'early']!, unit: '', number: value, to };
  return nthPart(unit, isLast ? (PARTS_OF_UNIT[unit] ?? 0) : value, to);
}

const WHOLE = { inner: [0, 1], outer: [0, 1] } as const;

function nthPart(unit: string, number: number, to: number): Part | undefined {
  const count = PARTS_OF_UNIT[unit];
  if (count === undefined || number < 1 || number > count) return undefined;
  const share = [(number - 1) / count, number / count] as const;
  return { inner: share, outer: share, unit, number, to };
}

function articleAfter(tokens: readonly Token[], at: number): number {
  return tokens[at]?.lower === 'the' ? at + 1 : at;
}

/** A quarter or half of a year, with its number or of any year. */
function monthsOfYear(tokens: readonly Token[], { inner: [from, end], isShort, to }: Part): DateMatch | undefined {
  const [first, last] = [from * MONTHS_OF_YEAR + 1, end * MONTHS_OF_YEAR];
  const year = yearAt(tokens, to);
  if (year !== undefined) return monthsMatch(year.value, [first, last], year.to);
  if (tokens[to]?.lower === 'year') return monthsMatch(undefined, [first, last], to + 1);
  // "In the third quarter" may be that of a game.
  return isShort ? monthsMatch(undefined, [first, last], to) : undefined;
}

const MONTHS_OF_YEAR = 12;

/** "August", "August 2024", "the year" */
function calendarWhole(tokens: readonly Token[], at: number): DateMatch | undefined {
  if (tokens[at]?.lower === 'year') return monthsMatch(undefined, [1, MONTHS_OF_YEAR], at + 1);
  const month = monthAt(tokens, at);
  const year = month && yearAt(tokens, month.to);
  return month && monthMatch(year?.value, month.value, year?.to ?? month.to);
}

function weekOfMonth(month: DateMatch, number: number): DateMatch {
  const low = number === 0 ? month.high - WEEK + 1 : month.low + (number - 1) * WEEK;
  const high = low + WEEK - 1;
  const outer = [Math.max(month.low, low - WEEK + 1), Math.min(month.high, high + WEEK - 1)] as const;
  return { ...month, low, high, outer };
}

/** A share of all days of a period. */
function partOf(whole: DateMatch, { inner, outer }: Part): DateMatch {
  const days = whole.high - whole.low + 1;
  const cut = ([from, end]: Share) =>
    [whole.low + Math.round(from * days), whole.low + Math.round(end * days) - 1] as const;
  const [low, high] = cut(inner);
  return { ...whole, low, high, outer: cut(outer), yearOnly: false };
}
