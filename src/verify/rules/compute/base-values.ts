import type { Fact } from '../findings.ts';
import { words } from '../lexicon/phrases.ts';
import { amountOf, asWritten, type Calculation } from './calculations.ts';
import type { Candidate } from './candidates.ts';
import { equalAt } from './equal-at.ts';
import { isOfUnit } from './source-numbers.ts';
import { haveWords, isCountOf, type Wanted } from './wanted.ts';

/**
 * The values that others are compared with: "1,140 employees, 60 fewer than in June" gives 1,200 for June, and "18,400
 * parcels, 15 % more than in week 31" gives 16,000 for that week.
 */
export function baseValues(candidates: readonly Candidate[], wanted: Wanted): Calculation[] {
  const { value, given } = wanted.asked;
  if (given.length > 0) return [];
  return candidates.flatMap((by) => {
    const one = by.number.change === 0 ? undefined : comparedWith(by, candidates, value);
    if (one === undefined || !isOfBase(one, by, wanted) || !haveWords([one, by], wanted)) return [];
    const calculation = baseOf(one, by);
    return isWithinRounding(value, calculation) ? [] : [calculation];
  });
}

/** The number before a change, which says by how much it is more or less. */
function comparedWith({ number: by }: Candidate, candidates: readonly Candidate[], value: Fact): Candidate | undefined {
  const isBefore = ({ number: { sentence, change, fact } }: Candidate) =>
    sentence === by.sentence &&
    change === 0 &&
    fact.start < by.fact.start &&
    fact.unit !== '%' &&
    isOfUnit(fact, value) &&
    (by.fact.unit === '%' || isOfUnit(fact, by.fact));
  const before = candidates.filter(isBefore);
  return before.length === 0
    ? undefined
    : before.reduce((last, one) => (one.number.fact.start > last.number.fact.start ? one : last));
}

const PEOPLE = words('people person');

/** The claim has a word or the year of what a number is compared with. */
export function isOfBase(
  one: Candidate,
  by: Candidate,
  { asked: { years, value }, words: { subject, periods } }: Wanted,
): boolean {
  if (by.number.isOfLast) return false;
  const arePeople = [...value.nouns, ...one.number.counted].some((noun) => PEOPLE.has(noun));
  if (!arePeople && !isCountOf(one.number, value)) return false;
  const [year, ...more] = years;
  if (year !== undefined) return more.length === 0 && by.number.year === year && one.number.year !== year;
  return (by.own & ~one.own & subject & ~periods) !== 0;
}

function baseOf(one: Candidate, by: Candidate): Calculation {
  const { fact, change } = by.number;
  const [value, size] = [amountOf(one.number.fact), amountOf(fact)];
  const operands = [one, by];
  if (fact.unit === '%') return { operation: 'ratio', operands, result: value / (1 + (change * size) / 100) };
  return { operation: change > 0 ? 'difference' : 'sum', operands, result: value - change * size };
}

/** A percentage is rounded, so the value that it gives is rounded too. */
function isWithinRounding(value: Fact, { operation, operands, result }: Calculation): boolean {
  const [one, by] = operands.map(({ number }) => number);
  if (operation !== 'ratio' || equalAt(asWritten(value), result)) return false;
  const endAt = (side: -1 | 1) => {
    const share = (by!.fact.low + (side * by!.fact.step) / 2) / 100;
    return amountOf(one!.fact) / (1 + by!.change * share);
  };
  const [low, high] = by!.change > 0 ? [endAt(1), endAt(-1)] : [endAt(-1), endAt(1)];
  return value.low >= low - value.step / 2 && value.high <= high + value.step / 2;
}
