import { DAY } from '../extract/clock-times.ts';
import { DAYS_IN_YEAR } from '../extract/units.ts';
import type { Fact } from '../findings.ts';
import type { AskedCalculation, Comparison } from './asked-calculation.ts';
import type { Candidate } from './candidates.ts';
import type { Operation } from './computed.ts';
import { isOfUnit, isPartOfDay, yearOf } from './source-numbers.ts';

/** The numbers that a calculation takes, in its order, and what it gives. */
export interface Calculation {
  readonly operation: Operation;
  readonly operands: readonly Candidate[];
  /** With its sign: the first number less the second. */
  readonly result: number;
}

/** The calculations with the most points: how well the words of their numbers fit the claim. */
export function withMostPoints(all: Iterable<Calculation & { readonly points: number }>): Calculation[] {
  let most = 0;
  let found: Calculation[] = [];
  for (const { points, ...calculation } of all) {
    if (!Number.isFinite(calculation.result) || points < most) continue;
    if (points > most) found = [];
    most = points;
    found.push(calculation);
  }
  return found;
}

/** The value in the unit that it is written in, where that is a rate; else in the canonical one. */
export function amountOf({ unit, low, written }: Fact): number {
  return unit.includes('/') && written !== '' ? Number(written) : low;
}

/** A fraction in words or a multiple may be so much larger or smaller: half may be 47 %, and 1.6 times is not twice. */
const ROUGH_FRACTION = 0.14;

/** A rate in the unit that it is written in, and a fraction in words or a multiple with the precision that it has. */
export function asWritten(value: Fact): Fact {
  const rough = ROUGH_FRACTION * value.low;
  if (value.unit === '%' && value.written === '') return { ...value, step: rough };
  if (value.unit === 'times') return { ...value, step: Math.min(value.step, rough) };
  const factor = value.low === 0 ? 1 : value.low / amountOf(value);
  if (factor === 1 || !Number.isFinite(factor)) return value;
  return { ...value, low: value.low / factor, high: value.high / factor, step: value.step / factor };
}

/** How a result follows from two numbers. */
interface PairOperation {
  readonly operation: Operation;
  readonly fits: (one: Fact, other: Fact, value: Fact) => boolean;
  readonly result: (one: Fact, other: Fact) => number;
  /** Exchanged numbers give the same result. */
  readonly isSymmetric?: true;
  /** The second number says how often the first is taken, and counts something else. */
  readonly isTaken?: true;
  /** The numbers may hold of two times. */
  readonly isOverTime?: true;
}

const ofOneUnit = (one: Fact, other: Fact, value: Fact) =>
  value.unit !== '%' && isOfUnit(one, other) && isOfUnit(value, one);
/** How often something is taken: a count, or a span of time as it is written. */
const isCount = ({ unit, kind }: Fact, value: Fact) => unit === '' || kind === 'duration' || value.unit.includes('/');
const countOf = (fact: Fact) => (fact.unit === '' ? fact.low : Number(fact.written));

/** "1.6 points" of two percentages. */
export const isPoints = ({ unit, nouns }: Fact) => unit === 'pp' || (unit === '' && nouns[0] === POINT);
const POINT = 'point';

/** All of them; several have one name. */
const PAIR_OPERATIONS: readonly PairOperation[] = [
  {
    operation: 'share',
    fits: (one, other, value) => value.unit === '%' && isOfUnit(one, other) && amountOf(one) <= amountOf(other),
    result: (one, other) => (amountOf(one) / amountOf(other)) * 100,
  },
  {
    operation: 'percentage_change',
    fits: (one, other, value) => value.unit === '%' && isOfUnit(one, other),
    result: (one, other) => ((amountOf(one) - amountOf(other)) / Math.abs(amountOf(other))) * 100,
    isOverTime: true,
  },
  {
    operation: 'percentage_points',
    fits: (one, other, value) => isPoints(value) && one.unit === '%' && other.unit === '%',
    result: (one, other) => one.low - other.low,
    isOverTime: true,
  },
  {
    operation: 'ratio',
    fits: (one, other, value) => value.unit === 'times' && isOfUnit(one, other),
    result: (one, other) => amountOf(one) / amountOf(other),
    isOverTime: true,
  },
  {
    operation: 'difference',
    fits: ofOneUnit,
    result: (one, other) => amountOf(one) - amountOf(other),
    isOverTime: true,
  },
  {
    operation: 'difference',
    fits: (one, other, value) => one.unit === 'date' && other.unit === 'date' && isSpanOfYears(value),
    result: daysBetween,
    isOverTime: true,
  },
  {
    operation: 'difference',
    fits: (one, other, value) =>
      one.kind === 'time' && other.kind === 'time' && isPartOfDay(value) && endsAfter(one, other),
    result: (one, other) => ((one.low - other.low + DAY) % DAY) / DAY,
    isOverTime: true,
  },
  { operation: 'sum', fits: ofOneUnit, result: (one, other) => amountOf(one) + amountOf(other), isSymmetric: true },
  {
    operation: 'ratio',
    fits: (one, other, value) => isOfUnit(one, value) && isCount(other, value),
    result: (one, other) => amountOf(one) / countOf(other),
    isTaken: true,
  },
  {
    operation: 'product',
    fits: (one, other, value) => isOfUnit(one, value) && isCount(other, value),
    result: (one, other) => amountOf(one) * countOf(other),
    isTaken: true,
  },
  {
    operation: 'product',
    fits: (one, other, value) => one.unit === '%' && value.unit !== '%' && isOfUnit(other, value),
    result: (one, other) => (one.low / 100) * amountOf(other),
  },
];

/** The operations that the words of a claim ask for. */
const ASKED: Readonly<Record<Comparison, readonly Operation[]>> = {
  over_time: ['percentage_change', 'percentage_points', 'ratio', 'difference'],
  between: ['percentage_change', 'percentage_points', 'ratio', 'difference'],
  share: ['share'],
  average: ['ratio', 'average'],
  sum: ['sum', 'product'],
  rest: ['difference'],
};

/** True if the words of a claim allow an operation: without words for one, it may be the result of any. */
export function isAsked({ comparison }: AskedCalculation, operation: Operation): boolean {
  return comparison === undefined || ASKED[comparison].includes(operation);
}

/** The operations that give a value of this unit from two numbers, of two spans of time the other way where it is about speed. */
export function pairOperations(
  one: Fact,
  other: Fact,
  { value, isInverse }: AskedCalculation,
): readonly PairOperation[] {
  const fitting = PAIR_OPERATIONS.filter(({ fits }) => fits(one, other, value));
  const isTurned = isInverse && value.unit === 'times' && one.kind === 'duration';
  return isTurned ? fitting.map((of) => ({ ...of, result: (a, b) => of.result(b, a) })) : fitting;
}

/** "27 years old", "15 years passed": what two dates of the source may give. */
export function isSpanOfYears({ kind, unit, step }: Fact): boolean {
  return kind === 'duration' && unit === 'day' && step > DAYS_IN_YEAR / 4;
}

/** The later time of one day, which is told later too, as midnight may be between two times; or the end of what begins before it. */
function endsAfter(one: Fact, other: Fact): boolean {
  if (one.zone !== other.zone) return false;
  const isOverMidnight = one.edge === 'end' && other.edge === 'start' && one.low < other.low;
  return isOverMidnight || (one.low > other.low && one.start > other.start);
}

/** Days between two dates, to the year where one of them says no more. */
function daysBetween(one: Fact, other: Fact): number {
  const isYear = ({ low, high }: Fact) => high - low > DAYS_IN_YEAR / 2;
  return isYear(one) || isYear(other) ? (yearOf(one)! - yearOf(other)!) * DAYS_IN_YEAR : one.low - other.low;
}
