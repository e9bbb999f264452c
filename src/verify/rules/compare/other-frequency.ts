import { monthAt } from '../extract/date-parts.ts';
import { isFrequency } from '../extract/frequencies.ts';
import { schedulesOf } from '../extract/schedules.ts';
import { DAYS_IN_YEAR } from '../extract/units.ts';
import type { SurfaceReading } from '../reading.ts';
import { saysNothingElse } from './period-dates.ts';
import { isDate } from './relate.ts';

/** The days or months are not each of them: "every other Tuesday", "the first Monday of May". */
const NOT_EACH =
  /\b(?:other|second|third|fourth|first|last|next|this|alternate|or|until|from|between|to|by|since|twice|once|times|several|except|only|also)\b|\d/i;

/**
 * True if a claim says how often something happens, and the days of the week or the months that a sentence names for it are of another
 * number: "three times a week" and "on Tuesdays and Thursdays".
 */
export function isOtherFrequency(claim: SurfaceReading, sentence: SurfaceReading): boolean {
  const [often, more] = claim.facts.map(({ fact }) => fact);
  if (often === undefined || more !== undefined || !isFrequency(often) || often.bound !== 'exact') return false;
  if (claim.negations.length + sentence.negations.length > 0 || NOT_EACH.test(sentence.text)) return false;
  const named = namedIn(sentence);
  if (named === undefined || !saysNothingElse(claim, often, sentence)) return false;
  const { times, period, from } = named;
  // "The doctor sees patients at home on Tuesdays" does not say on which days she sees others.
  if (sentence.tokens.slice(0, from).some(({ lemma }) => lemma !== '' && !claim.positions.has(lemma))) return false;
  const claimed = Math.round(often.low * period * 10) / 10;
  // "Weekly" holds of two days a week, too.
  return often.written === '' ? claimed > times : claimed !== times;
}

interface Named {
  readonly times: number;
  /** In days. */
  readonly period: number;
  /** The first token of the days or months. */
  readonly from: number;
}

/** How many days of a week, or months of a year, a sentence names, and nothing else of time. */
function namedIn(sentence: SurfaceReading): Named | undefined {
  const [week, another] = schedulesOf(sentence);
  if (another !== undefined || sentence.facts.some(({ fact }) => !isDate(fact))) return undefined;
  if (week === undefined) return monthsListedIn(sentence);
  const isOnlyTime = sentence.facts.length === 0 && isRepeated(week, sentence);
  return isOnlyTime ? { times: week.days.size, period: 7, from: week.from } : undefined;
}

/** The months of the only list of a sentence: "in March, June and September". */
function monthsListedIn({ tokens }: SurfaceReading): Named | undefined {
  const places = tokens.flatMap((_, at) => (monthAt(tokens, at) === undefined ? [] : [at]));
  const first = places[0] ?? 0;
  const last = places.at(-1) ?? 0;
  const isList = tokens.slice(first, last).every((token, i) => places.includes(first + i) || JOINS.test(token.lower));
  const isOne = places.length > 1 && isList && tokens[first - 1]?.lower === 'in';
  return isOne ? { times: places.length, period: DAYS_IN_YEAR, from: first } : undefined;
}

const JOINS = /^(?:,|and|&|in)$/;

/** "on Tuesdays", "every Tuesday and Thursday" */
function isRepeated({ from, to }: { readonly from: number; readonly to: number }, { tokens }: SurfaceReading): boolean {
  return tokens[from - 1]?.lower === 'every' || tokens.slice(from, to).some(({ lower }) => /days$/.test(lower));
}
