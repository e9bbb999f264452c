import type { Span, Token } from '../../../text/index.ts';
import { oncePer } from '../keyed.ts';
import type { SurfaceReading } from '../reading.ts';
import { daysFrom, foundIn, JOINTS, weekdaysAt } from './weekdays.ts';

/** Days of the week on which something is, from 0 for Monday, as a text names them: "Tuesdays and Thursdays". */
export interface Schedule {
  readonly days: ReadonlySet<number>;
  /** Those that are named as exceptions: "daily except Mondays". */
  readonly excepted: ReadonlySet<number>;
  /** Its first token and one past its last. */
  readonly from: number;
  readonly to: number;
}

const ALL_DAYS = [0, 1, 2, 3, 4, 5, 6];
const JOINS = /^(?:,|and|or|&|\+|\/|on|the)$/;
/** Most words between two days of one list: "Monday, and on the Friday". */
const MOST_JOINS = 3;
const EXCEPT = /^(?:except|but|excluding|excepting|apart|other|save)$/;
const JOINS_EXCEPTED = /^(?:for|from|than)$/;
/** "daily rate" and "every day care" name no days. */
const AFTER_DAILY =
  /^(?:except|but|excluding|excepting|apart|other|save|from|between|at|in|until|till|for|with|and|or|all|throughout|[.,;:()–—-]|\d.*)$/;

/** The schedules that a text names, in its order; each list and range once. */
export const schedulesOf = oncePer(({ tokens }: Pick<SurfaceReading, 'tokens'>): readonly Schedule[] =>
  foundIn(tokens, scheduleAt),
);

function scheduleAt(tokens: readonly Token[], from: number): Omit<Schedule, 'from'> | undefined {
  const start = allDaysAt(tokens, from) ?? weekdaysAt(tokens, from);
  if (start === undefined) return undefined;
  const isBetween = tokens[from - 1]?.lower === 'between' && tokens[start.to]?.lower === 'and';
  const end = isBetween && start.days.length === 1 ? weekdaysAt(tokens, start.to + 1) : undefined;
  if (end?.days.length === 1)
    return { days: new Set(daysFrom(start.days[0]!, end.days[0]!)), excepted: new Set(), to: end.to };
  const listed = listFrom(tokens, start);
  const isAll = ALL_DAYS.every((day) => listed.days.has(day));
  const excepted =
    isAll && EXCEPT.test(tokens[listed.to]?.lower ?? '') ? exceptedAfter(tokens, listed.to + 1) : undefined;
  if (excepted === undefined) return { ...listed, excepted: new Set() };
  const days = new Set(ALL_DAYS.filter((day) => !excepted.days.has(day)));
  return { days, excepted: excepted.days, to: excepted.to };
}

interface List {
  readonly days: ReadonlySet<number>;
  readonly to: number;
}

/** A day with those that are listed with it. */
function listFrom(tokens: readonly Token[], first: { readonly days: readonly number[]; readonly to: number }): List {
  const days = new Set(first.days);
  let { to } = first;
  for (let next = nextDay(tokens, to); next !== undefined; next = nextDay(tokens, to)) {
    for (const day of next.days) days.add(day);
    to = next.to;
  }
  return { days, to };
}

/** "except on Mondays", "apart from Mondays" */
function exceptedAfter(tokens: readonly Token[], at: number): List | undefined {
  const from = JOINS_EXCEPTED.test(tokens[at]?.lower ?? '') ? at + 1 : at;
  const first = weekdaysAfter(tokens, from, 0);
  return first && listFrom(tokens, first);
}

function nextDay(tokens: readonly Token[], from: number) {
  return weekdaysAfter(tokens, from, 1);
}

function weekdaysAfter(tokens: readonly Token[], from: number, leastJoins: number) {
  for (let at = from; at <= from + MOST_JOINS && at < tokens.length; at++) {
    const days = at - from >= leastJoins ? weekdaysAt(tokens, at) : undefined;
    if (days !== undefined) return days;
    if (!JOINS.test(tokens[at]!.lower)) return undefined;
  }
  return undefined;
}

/** "daily", "every day", "any day", "seven days a week". */
function allDaysAt(tokens: readonly Token[], at: number): { days: readonly number[]; to: number } | undefined {
  const lower = (offset: number) => tokens[at + offset]?.lower ?? '.';
  const is = (length: number) => ({ days: ALL_DAYS, to: at + length });
  if (lower(0) === 'daily' && AFTER_DAILY.test(lower(1))) return is(1);
  if (/^(?:every|each|any)$/.test(lower(0)) && lower(1) === 'day' && AFTER_DAILY.test(lower(2))) return is(2);
  if (/^(?:seven|7)$/.test(lower(0)) && lower(1) === 'days' && lower(2) === 'a' && lower(3) === 'week') return is(4);
  return undefined;
}

/** True for "Wednesday to Saturday", which may be one period; a list is none. */
export function isRange({ from, to, days }: Schedule, tokens: readonly Token[]): boolean {
  return days.size > 1 && to - from === 3 && JOINTS.test(tokens[from + 1]!.lower);
}

/** The words of a schedule, as an interval of the text. */
export function placeOfSchedule({ from, to }: Schedule, tokens: readonly Token[]): Span {
  return { start: tokens[from]!.start, end: tokens[to - 1]!.end };
}
