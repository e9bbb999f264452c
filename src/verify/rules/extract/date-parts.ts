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
  if (year === undefined) {
    return { low: month * MONTH_CODE + 1, high: month * MONTH_CODE + 31, unit: 'month-day', yearOnly: false, to };
  }
  const low = dayNumber(year, month, 1);
  return { low, high: dayNumber(year, month + 1, 0), unit: 'date', yearOnly: false, to };
}

/** One day, of any year where none is written; undefined for one that is in no calendar. */
export function dayMatch(year: number | undefined, month: number, day: ReadValue): DateMatch | undefined {
  if (day.value < 1 || day.value > 31 || month < 1 || month > 12) return undefined;
  const low = year === undefined ? month * MONTH_CODE + day.value : dayNumber(year, month, day.value);
  return { low, high: low, unit: year === undefined ? 'month-day' : 'date', yearOnly: false, to: day.to };
}

/** The calendar year of a day count. */
export function yearOfDay(day: number): number {
  return new Date(day * DAY_MS).getUTCFullYear();
}

/** The month of a date without a year. */
export function monthOf({ low }: DateMatch): number {
  return Math.floor(low / MONTH_CODE);
}

/** The first day of a date without a year, in its month. */
export function dayOf({ low }: DateMatch): number {
  return low % MONTH_CODE;
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
