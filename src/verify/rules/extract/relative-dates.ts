import type { Token } from '../../../text/index.ts';
import { words } from '../lexicon/phrases.ts';
import { type DateMatch, dateOf, dayOfWeek, monthsMatch, years } from './date-parts.ts';
import { readNumber } from './numbers.ts';
import { daysFrom, weekdaysAt } from './weekdays.ts';

/** The day on which a text was written, or the month, of its offsets: "next Monday" depends on it. */
export type WrittenOn = (offset: number) => Pick<DateMatch, 'low' | 'high'> | undefined;

const DAYS: ReadonlyMap<string, number> = new Map([
  ['yesterday', -1],
  ['today', 0],
  ['tonight', 0],
  ['tomorrow', 1],
]);
const STEPS: ReadonlyMap<string, number> = new Map([
  ['last', -1],
  ['this', 0],
  ['next', 1],
]);
/** "The next week" counts from another time, and "the last year of the war" is no year of the writer's. */
const OF_OTHERS = words('the of in before after');
const WEEK = 7;

/** Words that may open a relative date, or a number of days before "ago". */
export const RELATIVE_WORDS: readonly string[] = [...DAYS.keys(), ...STEPS.keys()];

/** "yesterday", "next Monday", "last week", "this year", "three days ago": the days that are meant, where the text says when it was written. */
export function relativeDateAt(tokens: readonly Token[], at: number, writtenOn: WrittenOn): DateMatch | undefined {
  const token = tokens[at]!;
  const isRelative = DAYS.has(token.lower) || STEPS.has(token.lower) || tokens[at + 2]?.lower === 'ago';
  const today = isRelative ? writtenOn(token.start) : undefined;
  if (today === undefined) return undefined;
  const day = DAYS.get(token.lower);
  if (day !== undefined) return daysAt(today, [day, day], at + 1);
  const step = STEPS.get(token.lower);
  return step === undefined ? ago(tokens, at, today) : stepped(tokens, at, { today, step });
}

type Day = Pick<DateMatch, 'low' | 'high'>;

/** So many days from a day that is known to others; undefined where only its month is. */
function daysAt({ low, high }: Day, [first, last]: readonly [number, number], to: number): DateMatch | undefined {
  return low === high ? { low: low + first, high: low + last, unit: 'date', yearOnly: false, to } : undefined;
}

function stepped(
  tokens: readonly Token[],
  at: number,
  { today, step }: { readonly today: Day; readonly step: number },
): DateMatch | undefined {
  if (OF_OTHERS.has(tokens[at - 1]?.lower ?? '') || tokens[at + 2]?.lower === 'of') return undefined;
  const { year, month } = dateOf(today.low);
  const to = at + 2;
  switch (tokens[at + 1]?.lower) {
    case 'week': {
      const monday = step * WEEK - dayOfWeek(today.low);
      return daysAt(today, [monday, monday + WEEK - 1], to);
    }
    case 'month':
      return monthsMatch(year, [month + step, month + step], to);
    case 'year':
      return years(year + step, year + step, to);
    default:
      return weekdayBeside(tokens, at, { today, step });
  }
}

/** "Next Friday" may be of this week before one; the day that both readings give is meant. */
function weekdayBeside(
  tokens: readonly Token[],
  at: number,
  { today, step }: { readonly today: Day; readonly step: number },
): DateMatch | undefined {
  const named = tokens[at + 1] === undefined ? undefined : weekdaysAt(tokens, at + 1);
  if (named === undefined || named.days.length !== 1) return undefined;
  const ahead = daysFrom(dayOfWeek(today.low), named.days[0]!).length - 1;
  const day = named.days[0]! - dayOfWeek(today.low) + step * WEEK;
  const isOne = step === 0 ? day >= 0 : step > 0 ? day === (ahead || WEEK) : day === ahead - WEEK;
  return isOne ? daysAt(today, [day, day], named.to) : undefined;
}

/** "three days ago", "two years ago" */
function ago(tokens: readonly Token[], at: number, today: Day): DateMatch | undefined {
  const count = readNumber(tokens, at);
  if (count === undefined || count.to !== at + 1 || !Number.isInteger(count.value)) return undefined;
  const to = at + 3;
  const { year } = dateOf(today.low);
  const unit = tokens[at + 1]!.lower.replace(/s$/, '');
  if (unit === 'day') return daysAt(today, [-count.value, -count.value], to);
  if (unit !== 'year') return undefined;
  // "Two years ago" of March 2024 may be in 2021.
  const match = years(year - count.value, year - count.value, to);
  return { ...match, outer: [match.low - 366, match.high + 366] };
}
