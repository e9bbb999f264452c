import { isRange, schedulesOf } from '../extract/schedules.ts';
import { DAYS_IN_YEAR, isInYears } from '../extract/units.ts';
import type { Fact } from '../findings.ts';
import { words } from '../lexicon/phrases.ts';
import type { SurfaceReading } from '../reading.ts';
import { isDate } from './relate.ts';

/** Two dates that a text writes as the ends of one period. */
export interface Period {
  readonly start: Fact;
  readonly end: Fact;
}

export function datesIn({ facts }: SurfaceReading): readonly Fact[] {
  return facts.map(({ fact }) => fact).filter(isDate);
}

/** Tokens between two ends at most: "-to-". */
const JOINT = 3;

/** The periods of a text: what is within one is left open by both of its dates. */
export function periodsIn(reading: SurfaceReading): readonly Period[] {
  const dates = datesIn(reading);
  return dates.flatMap((start, i) => {
    const end = dates[i + 1];
    const isOne =
      end !== undefined &&
      end.from - start.to <= JOINT &&
      start.outerLow === end.outerLow &&
      start.outerLow <= start.low &&
      start.outerHigh >= end.high;
    return isOne ? [{ start, end }] : [];
  });
}

const BEGINS = words('begin begins began start starts started opens');
const ENDS = words('end ends ended finish finishes finished closes');
const LASTS = words('take takes took taken last lasts lasted run runs ran go goes went on for place open');
/** True if a sentence with one period says that what the claim is about begins, ends or lasts otherwise. */
export function isOtherPeriod(claim: SurfaceReading, sentence: SurfaceReading): boolean {
  const [fact, more] = claim.facts.map((one) => one.fact);
  if (fact === undefined || more !== undefined) return false;
  const [period, another] = periodsIn(sentence);
  if (period === undefined || another !== undefined) return false;
  if ((fact.bound !== 'exact' && fact.bound !== 'about') || claim.negations.length + sentence.negations.length > 0)
    return false;
  if (datesIn(sentence).length > 2 || !saysNothingElse(claim, fact, sentence)) return false;
  if (fact.kind === 'duration') return isOtherLength(fact, period);
  const edge = edgeOf(claim, fact, [period.start, period.end]);
  return edge !== undefined && edge.unit === fact.unit && (fact.high < edge.low || edge.high < fact.low);
}

/** True if a claim says how many days something lasts that a sentence says to be from one day of the week to another. */
export function isOtherDayCount(claim: SurfaceReading, sentence: SurfaceReading): boolean {
  const [length, more] = claim.facts.map(({ fact }) => fact);
  const [period, another] = schedulesOf(sentence);
  if (length?.kind !== 'duration' || length.bound !== 'exact' || more !== undefined) return false;
  if (period === undefined || another !== undefined || !isRange(period, sentence.tokens)) return false;
  if (claim.negations.length + sentence.negations.length + sentence.facts.length > 0) return false;
  // The first day may count or not.
  const isIn = length.low >= period.days.size - 1 && length.low <= period.days.size;
  return Number.isInteger(length.low) && !isIn && saysNothingElse(claim, length, sentence);
}

/** True if a claim says that something begins or ends on another day of the week than a sentence: "from Wednesday to Saturday". */
export function isOtherWeekday(claim: SurfaceReading, sentence: SurfaceReading): boolean {
  const [own, more] = schedulesOf(claim);
  const [period, another] = schedulesOf(sentence);
  if (own?.days.size !== 1 || more !== undefined || period === undefined || another !== undefined) return false;
  if (claim.facts.length + claim.negations.length + sentence.negations.length > 0) return false;
  if (!isRange(period, sentence.tokens) || !saysNothingElse(claim, own, sentence)) return false;
  const days = [...period.days];
  const edge = edgeOf(claim, own, [days[0], days.at(-1)]);
  return edge !== undefined && !own.days.has(edge);
}

/** The end of a period that a claim gives a time for. */
function edgeOf<Edge>(claim: SurfaceReading, time: Pick<Fact, 'from'>, [start, end]: readonly [Edge, Edge]) {
  const before = claim.tokens.slice(Math.max(0, time.from - 2), time.from);
  if (before.some(({ lower }) => BEGINS.has(lower))) return start;
  return before.some(({ lower }) => ENDS.has(lower)) ? end : undefined;
}

/** A span in weeks or months may be longer or shorter by this share of one. */
const ROUGH = 0.3;

/** "Forty years" from 1810 to 1840; a period of years may begin and end at any time of them, and is rounded to a whole one. */
function isOtherLength(length: Fact, { start, end }: Period): boolean {
  const isOfDays = start.low === start.high && end.low === end.high && start.low < end.low;
  // "Two weeks" from 4 to 13 July
  if (isOfDays && length.unit === 'day' && length.step >= 1 && (!isInYears(length) || start.unit === 'month-day')) {
    const room = length.step > 1 ? ROUGH * length.step : 0;
    return isOutside(length, [end.low - start.low - room, end.low - start.low + 1 + room]);
  }
  if (!isInYears(length) || start.unit !== 'date') return false;
  const [shortest, longest] = [end.low - start.high - DAYS_IN_YEAR, end.high - start.low + DAYS_IN_YEAR];
  return isOutside(length, [shortest, longest]);
}

function isOutside({ outerLow, outerHigh }: Fact, [shortest, longest]: readonly [number, number]): boolean {
  return outerHigh < shortest || outerLow > longest;
}

/** The sentence has all other content words of the claim. */
export function saysNothingElse(
  claim: SurfaceReading,
  time: Pick<Fact, 'from' | 'to'>,
  { positions }: Pick<SurfaceReading, 'positions'>,
): boolean {
  return claim.tokens.every(
    ({ lower, lemma }, at) =>
      lemma === '' ||
      (time.from <= at && at < time.to) ||
      positions.has(lemma) ||
      BEGINS.has(lower) ||
      ENDS.has(lower) ||
      LASTS.has(lower),
  );
}
