import { MONTHS, type Token } from '../../../text/index.ts';
import type { ReadValue } from './numbers.ts';
import { readOrdinal } from './ordinals.ts';

/** A span of days. `unit` is 'date' (days since 1970) or 'month-day' (month * 32 + day, no year known). */
export interface DateMatch {
  readonly low: number;
  readonly high: number;
  readonly unit: 'date' | 'month-day';
  readonly yearOnly: boolean;
  readonly to: number;
  /** The days that it may mean, where it is vague: "the end of March". */
  readonly outer?: readonly [number, number];
}

const DAY_MS = 86_400_000;
/** Month-day codes leave room for 31 days. */
const MONTH_CODE = 32;

function dayNumber(year: number, month: number, day: number): number {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return Math.round(date.getTime() / DAY_MS);
}

/** All days of the years from the first to the last. */
export function years(first: number, last: number, to: number): DateMatch {
  return { low: dayNumber(first, 1, 1), high: dayNumber(last, 12, 31), unit: 'date', yearOnly: true, to };
}

/** All days of a month, of any year where none is written. */
export function monthMatch(year: number | undefined, month: number, to: number): DateMatch {
  return monthsMatch(year, [month, month], to);
}

/** All days from the first month of a year to the last one. */
export function monthsMatch(year: number | undefined, [first, last]: readonly [number, number], to: number): DateMatch {
  if (year === undefined) {
    const [low, high] = [first * MONTH_CODE + 1, last * MONTH_CODE + 31];
    return { low, high, unit: 'month-day', yearOnly: false, to };
  }
  const [low, high] = [dayNumber(year, first, 1), dayNumber(year, last + 1, 0)];
  return { low, high, unit: 'date', yearOnly: false, to };
}

/** One day, of any year where none is written; undefined for one that is in no calendar. */
export function dayMatch(year: number | undefined, month: number, day: ReadValue): DateMatch | undefined {
  if (day.value < 1 || day.value > 31 || month < 1 || month > 12) return undefined;
  const low = year === undefined ? month * MONTH_CODE + day.value : dayNumber(year, month, day.value);
  return { low, high: low, unit: year === undefined ? 'month-day' : 'date', yearOnly: false, to: day.to };
}

/** The calendar year of a day count. */
export function yearOfDay(day: number): number {
  return dateOf(day).year;
}

/** The calendar month of a day count. */
export function dateOf(day: number): { readonly year: number; readonly month: number } {
  const date = new Date(day * DAY_MS);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1 };
}

/** From 0 for Monday. */
export function dayOfWeek(day: number): number {
  return (((day + 3) % 7) + 7) % 7;
}

/** The month of a date without a year. */
export function monthOf({ low }: DateMatch): number {
  return Math.floor(low / MONTH_CODE);
}

/** The first day of a date without a year, in its month. */
export function dayOf({ low }: DateMatch): number {
  return low % MONTH_CODE;
}

/** A date without a year in a year; undefined for one that is in no calendar. */
export function inYear(match: DateMatch, year: number): DateMatch | undefined {
  const dayAfter = (code: number) => dayNumber(year, Math.floor(code / MONTH_CODE), code % MONTH_CODE);
  const span = ([low, high]: readonly [number, number]) => {
    const month = Math.floor(high / MONTH_CODE);
    return [dayAfter(low), Math.min(dayAfter(high), dayNumber(year, month + 1, 0))] as const;
  };
  const [low, high] = span([match.low, match.high]);
  if (low > high) return undefined;
  return { ...match, low, high, unit: 'date', ...(match.outer === undefined ? {} : { outer: span(match.outer) }) };
}

/** "March", "Mar.". */
export function monthAt(tokens: readonly Token[], at: number): ReadValue | undefined {
  const token = tokens[at];
  if (token?.type !== 'word') return undefined;
  const month = MONTHS.get(token.lower);
  if (month === undefined) return undefined;
  // "may" and "march" are separate words unless capitalized.
  if (/^(?:may|march|mar)$/.test(token.lower) && !/^\p{Lu}/u.test(token.text)) return undefined;
  return { value: month, to: tokens[at + 1]?.text === '.' && token.lower.length < 5 ? at + 2 : at + 1 };
}

/** "12", "12th", "twelfth", "twenty-first". */
export function dayAt(tokens: readonly Token[], at: number): ReadValue | undefined {
  const token = tokens[at];
  const isDigits = token?.type === 'number' && /^\d{1,2}$/.test(token.text);
  const read = readOrdinal(tokens, at) ?? (isDigits ? { value: Number(token.text), to: at + 1 } : undefined);
  return read === undefined || read.value < 1 || read.value > 31 ? undefined : read;
}

/** "2014", ", 2014", "of 2014". */
export function yearAt(tokens: readonly Token[], at: number): ReadValue | undefined {
  const start = tokens[at]?.text === ',' || tokens[at]?.lower === 'of' ? at + 1 : at;
  const token = tokens[start];
  if (token?.type !== 'number' || !/^[12]\d{3}$/.test(token.text)) return undefined;
  return { value: Number(token.text), to: start + 1 };
}

/** The month-day code of a day count, for comparing with a date that names no year. */
export function monthDayOf(day: number): number {
  const date = new Date(day * DAY_MS);
  return (date.getUTCMonth() + 1) * MONTH_CODE + date.getUTCDate();
}
