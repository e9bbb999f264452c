import type { Token } from '../../../text/index.ts';
import { boundBefore } from './bounds.ts';
import { isArticle, readNumber } from './numbers.ts';
import type { RawFact } from './raw-fact.ts';
import { ADVERBS_OF_PERIODS, adverbOfPeriod } from './units.ts';
import { weekdaysAt } from './weekdays.ts';

/** Days of each period. */
const PERIODS: ReadonlyMap<string, number> = new Map([
  ['minute', 1 / 1440],
  ['hour', 1 / 24],
  ['day', 1],
  ['night', 1],
  ['morning', 1],
  ['afternoon', 1],
  ['evening', 1],
  ['week', 7],
  ['fortnight', 14],
  ['month', 30.436875],
  ['quarter', 91.310625],
  ['year', 365.2425],
]);
const TIMES: ReadonlyMap<string, number> = new Map([
  ['once', 1],
  ['twice', 2],
  ['thrice', 3],
]);

const DAYS_OF_WEEK = 7;

/** The unit of "four times a year" and of all that is said in other words. */
const TIMES_A_DAY = 'times/day';

/** "Four times a year" is read as a number with its unit. */
export function isFrequency({ unit }: Pick<RawFact, 'unit'>): boolean {
  return unit === TIMES_A_DAY;
}

/** So many times in so many of a period; "every day" may be many times a day. */
interface Frequency {
  readonly times: number;
  readonly periods: number;
  readonly days: number;
  readonly to: number;
  /** "twice a day", and not "daily". */
  readonly isCounted?: true;
}

/** "quarterly", "every three months", "every other week", "once a year", "twice a day": how often, in times a day. */
export function readFrequency(tokens: readonly Token[], from: number): RawFact | undefined {
  const read = adverb(tokens, from) ?? every(tokens, from) ?? timesIn(tokens, from);
  if (read === undefined) return undefined;
  const value = read.times / (read.periods * read.days);
  const bound = boundBefore(tokens, from);
  return {
    kind: 'frequency',
    unit: TIMES_A_DAY,
    // Notations of one period need no tolerance, others are rounded: a month is about 30 days.
    statedUnit: `${TIMES_A_DAY}*${1 / read.days}`,
    low: value,
    high: value,
    written: read.isCounted ? `${read.times}` : '',
    from,
    to: read.to,
    shownFrom: from - (bound?.length ?? 0),
    bound,
  };
}

function adverb(tokens: readonly Token[], at: number): Frequency | undefined {
  const period = adverbOfPeriod(tokens, at);
  return period === undefined ? undefined : { times: 1, periods: 1, days: PERIODS.get(period)!, to: at + 1 };
}

/** "every week", "each month", "every other day", "every half hour", "every three months". */
function every(tokens: readonly Token[], at: number): Frequency | undefined {
  const { lower } = tokens[at]!;
  if (lower !== 'every' && lower !== 'each') return undefined;
  const next = tokens[at + 1];
  if (next?.lower === 'other' || next?.lower === 'second') {
    const day = tokens[at + 2] === undefined ? undefined : weekdaysAt(tokens, at + 2);
    if (day?.days.length === 1) return { times: 1, periods: 2, days: DAYS_OF_WEEK, to: day.to };
    return inPeriods(tokens, at + 2, { times: 1, periods: 2 });
  }
  if (next?.lower === 'half') return inPeriods(tokens, at + 2, { times: 2, periods: 1 });
  const count = next === undefined ? undefined : readNumber(tokens, at + 1);
  if (count === undefined) return inPeriods(tokens, at + 1, { times: 1, periods: 1 });
  return Number.isInteger(count.value) && count.value > 0 && !count.vague
    ? inPeriods(tokens, count.to, { times: 1, periods: count.value })
    : undefined;
}

/** "twice a day", "once per quarter", "once every two weeks". */
function timesIn(tokens: readonly Token[], at: number): Frequency | undefined {
  const times = TIMES.get(tokens[at]!.lower);
  const joint = tokens[at + 1];
  if (times === undefined || joint === undefined) return undefined;
  const isPer = isArticle(joint) || joint.lower === 'per';
  const repeated = isPer ? inPeriods(tokens, at + 2, { times, periods: 1 }) : every(tokens, at + 1);
  return repeated && { ...repeated, times, isCounted: true };
}

function inPeriods(
  tokens: readonly Token[],
  at: number,
  { times, periods }: Pick<Frequency, 'times' | 'periods'>,
): Frequency | undefined {
  const word = tokens[at]?.lower ?? '';
  const days = PERIODS.get(periods > 1 ? word.replace(/s$/, '') : word);
  // "Every morning and evening" is twice a day.
  const isOfTwo = /^(?:and|or|,)$/.test(tokens[at + 1]?.lower ?? '') && PERIODS.has(tokens[at + 2]?.lower ?? '');
  return days === undefined || isOfTwo ? undefined : { times, periods, days, to: at + 1 };
}

/** Words that may open one of these forms. */
export const FREQUENCY_WORDS: readonly string[] = [...ADVERBS_OF_PERIODS, ...TIMES.keys(), 'every', 'each'];
