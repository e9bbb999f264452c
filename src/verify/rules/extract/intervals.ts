import type { Interval } from '../findings.ts';
import type { BoundMatch } from './bounds.ts';

/** How far "about" reaches, as a share of the value. */
const ABOUT_SHARE = 0.05;
const NEARLY_SHARE = 0.1;

/** The values that a bound allows around what was said; `low` and `high` differ for ranges and dates. */
export function intervalOf(low: number, high: number, bound: BoundMatch | undefined): Interval {
  const closed = { low, high, lowOpen: false, highOpen: false };
  switch (bound?.bound) {
    case 'more_than':
      return { low: high, high: Number.POSITIVE_INFINITY, lowOpen: true, highOpen: true };
    case 'at_least':
      return { ...closed, high: Number.POSITIVE_INFINITY, highOpen: true };
    case 'less_than': {
      const floor = bound.nearly ? low - Math.abs(low) * NEARLY_SHARE : Number.NEGATIVE_INFINITY;
      return { low: floor, high: low, lowOpen: !bound.nearly, highOpen: true };
    }
    case 'at_most':
      return { ...closed, low: Number.NEGATIVE_INFINITY, lowOpen: true };
    case 'about': {
      const slack = Math.max(Math.abs(low), Math.abs(high)) * ABOUT_SHARE;
      return { ...closed, low: low - slack, high: high + slack };
    }
    default:
      return closed;
  }
}

/** Whether every value of one interval is a value of the other. */
export function within(inner: Interval, outer: Interval): boolean {
  const low = inner.low > outer.low || (inner.low === outer.low && (inner.lowOpen || !outer.lowOpen));
  const high = inner.high < outer.high || (inner.high === outer.high && (inner.highOpen || !outer.highOpen));
  return low && high;
}

/** Whether no value belongs to both. */
export function disjoint(a: Interval, b: Interval): boolean {
  const below = a.high < b.low || (a.high === b.low && (a.highOpen || b.lowOpen));
  const above = a.low > b.high || (a.low === b.high && (a.lowOpen || b.highOpen));
  return below || above;
}

/** Room at both ends, itself not included at the upper one: 1.25 is 1.3. */
export function widen(interval: Interval, by: number): Interval {
  return { low: interval.low - by, high: interval.high + by, lowOpen: false, highOpen: by > 0 };
}
