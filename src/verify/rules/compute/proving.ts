import type { Fact } from '../findings.ts';
import type { AskedCalculation, Comparison } from './asked-calculation.ts';
import { bitsIn, type Candidate } from './candidates.ts';
import type { Operation } from './computed.ts';
import { equalAt } from './equal-at.ts';
import {
  amountOf,
  asWritten,
  type Calculation,
  closenessOf,
  haveWords,
  isLater,
  isOld,
  isOneYear,
  mayBePart,
  type Wanted,
} from './operands.ts';
import { isOfUnit, yearOf } from './source-numbers.ts';

/** A calculation with two numbers. */
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
const isPoints = ({ unit, nouns }: Fact) => unit === 'pp' || (unit === '' && nouns[0] === POINT);
const POINT = 'point';

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

/** The operations that the words of a claim ask for; without such words it may be the result of any that gives its unit. */
const ASKED: Readonly<Record<Comparison, readonly Operation[]>> = {
  over_time: ['percentage_change', 'percentage_points', 'ratio', 'difference'],
  between: ['percentage_change', 'percentage_points', 'ratio', 'difference'],
  share: ['share'],
  average: ['ratio', 'average'],
  sum: ['sum', 'product'],
  rest: ['difference'],
};

export const A_YEAR = 365.2425;

/** "27 years old", "15 years passed": what two dates of the source may give. */
export function isSpanOfYears({ kind, unit, step }: Fact): boolean {
  return kind === 'duration' && unit === 'day' && step > A_YEAR / 4;
}

/** Days between two dates, to the year where one of them says no more. */
function daysBetween(one: Fact, other: Fact): number {
  const isYear = ({ low, high }: Fact) => high - low > A_YEAR / 2;
  return isYear(one) || isYear(other) ? (yearOf(one)! - yearOf(other)!) * A_YEAR : one.low - other.low;
}

/** How probable a result by chance may be. */
const MOST_CHANCE = 0.15;
const OWN_WORD = 4;

/**
 * The calculations that give the claim's own value, of the numbers that carry most of its words; none where so many carry as
 * many words that one may fit by chance.
 */
export function provingCalculations(candidates: readonly Candidate[], wanted: Wanted): Calculation[] {
  const { asked } = wanted;
  const operations = asked.comparison === undefined ? undefined : ASKED[asked.comparison];
  let best = 0;
  let tried = 0;
  let found: Calculation[] = [];
  const consider = (operation: Operation, operands: readonly Candidate[], result: number) => {
    if (!Number.isFinite(result)) return;
    const points = pointsOf(operands, wanted);
    if (points < best) return;
    if (points > best) {
      best = points;
      tried = 0;
      found = [];
    }
    tried += 1;
    if (givesValue(asked, result)) found.push({ operation, operands, result });
  };
  for (const [i, one] of candidates.entries())
    for (const [j, other] of candidates.entries()) {
      if (one === other || !haveWords([one, other], wanted) || !areAbout(one, other, wanted)) continue;
      for (const { operation, fits, result, isSymmetric, isOverTime, isTaken } of PAIR_OPERATIONS) {
        const isShare = operation === 'share' && one.number.whole === other.number.fact;
        if (operations !== undefined && !operations.includes(operation) && !isShare) continue;
        if (isSymmetric === true && j < i) continue;
        if (!fits(one.number.fact, other.number.fact, asked.value)) continue;
        if (isTaken === true && one.number.counted[0] === other.number.counted[0]) continue;
        if (!fitsChange(operation, one, other)) continue;
        if (operation === 'share' && !mayBePart(one, other)) continue;
        if (isOverTime === true ? isLater(other, one) : !isOneTime(one, other, operation)) continue;
        consider(operation, [one, other], result(one.number.fact, other.number.fact));
      }
    }
  for (const group of groupsOf(candidates, asked.value)) {
    if (!haveWords(group, wanted)) continue;
    const values = group.map(({ number }) => amountOf(number.fact));
    const [first = 0] = values;
    const sum = values.reduce((total, value) => total + value, 0);
    const has = (operation: Operation) => operations === undefined || operations.includes(operation);
    if (has('sum')) consider('sum', group, sum);
    if (has('average')) consider('average', group, sum / values.length);
    if (has('difference')) consider('difference', group, 2 * first - sum);
  }
  return tried * widthOf(asked.value) <= MOST_CHANCE ? found : [];
}

/** Whether other numbers than those of a calculation give the value of the claim, so that it may speak of them. */
export function mayMeanOthers(candidates: readonly Candidate[], wanted: Wanted, chosen: Calculation): boolean {
  if (chosen.operation === 'share' && equalAt(asWritten(wanted.asked.value), 100 - chosen.result)) return true;
  const { value } = wanted.asked;
  const operations = wanted.asked.comparison === undefined ? undefined : ASKED[wanted.asked.comparison];
  const isChosen = (one: Candidate) => chosen.operands.includes(one);
  return candidates.some((one) =>
    candidates.some(
      (other) =>
        one !== other &&
        !(isChosen(one) && isChosen(other)) &&
        PAIR_OPERATIONS.some(
          ({ operation, fits, result }) =>
            operations?.includes(operation) !== false &&
            fits(one.number.fact, other.number.fact, value) &&
            equalAt(asWritten(value), Math.abs(result(one.number.fact, other.number.fact))),
        ),
    ),
  );
}

/** Both numbers are in sentences about the claim, and one of them has a word of it by itself. */
function areAbout(one: Candidate, other: Candidate, { words, asked: { years } }: Wanted): boolean {
  const { all } = words;
  const isOneSentence = one.number.sentence === other.number.sentence;
  if (!isOneSentence && ((one.held & all) === 0 || (other.held & all) === 0)) return false;
  if (((one.own | other.own) & all) === 0) return false;
  if (bitsIn(one.own & words.other) > bitsIn(other.own & words.other)) return false;
  if (words.other !== 0 && bitsIn(one.own & words.subject) < bitsIn(other.own & words.subject)) return false;
  const holds = ({ number: { year } }: Candidate) => year === undefined || years.length === 0 || years.includes(year);
  return holds(one) && holds(other);
}

/** A number that says by how much another one is more is subtracted from it, one that says by how much it is less is added. */
function fitsChange(operation: Operation, { number: one }: Candidate, { number: other }: Candidate): boolean {
  if (one.change === 0 && other.change === 0) return true;
  if (operation === 'difference') return one.change === 0 && other.change === 1;
  return operation === 'sum' && one.change * other.change === 0 && one.change + other.change === -1;
}

/** What is divided by a count or multiplied with it may be of another time than the count. */
function isOneTime({ number: one }: Candidate, { number: other }: Candidate, operation: Operation): boolean {
  const isCounted = operation === 'ratio' || operation === 'product';
  const isOne = isCounted ? one.isCompared === other.isCompared : isOld(one) === isOld(other);
  return isOne && isOneYear(one, other);
}

function pointsOf(operands: readonly Candidate[], { words: { all } }: Wanted): number {
  const own = operands.reduce((count, candidate) => count + bitsIn(candidate.own & all), 0);
  const around = operands.reduce((set, candidate) => set | candidate.around, 0);
  const union = operands.reduce((set, candidate) => set | candidate.own, 0);
  const words = operands.length === 2 ? own / 2 : bitsIn(union & all);
  return OWN_WORD * words + bitsIn(around & all) + closenessOf(operands);
}

function givesValue({ value, direction }: AskedCalculation, result: number): boolean {
  const sought = asWritten(value);
  if (direction !== 0 && Math.sign(result) !== direction) return false;
  return equalAt(sought, direction === 0 ? result : Math.abs(result));
}

/** The share of values of its size that would do: the fewer digits a claim gives, the more results fit by chance. */
function widthOf(value: Fact): number {
  const { low, high, step } = asWritten(value);
  const width = high - low + step;
  return value.unit === '%' || isPoints(value) ? width / 100 : width / Math.max(Math.abs(low), step);
}

/** The numbers of a sentence that have the unit of a value, where there are more than two. */
function groupsOf(candidates: readonly Candidate[], value: Fact): Candidate[][] {
  const groups = new Map<number, Candidate[]>();
  for (const candidate of candidates) {
    const { number } = candidate;
    if (!isOfUnit(number.fact, value) || number.isTotal) continue;
    groups.set(number.sentence, [...(groups.get(number.sentence) ?? []), candidate]);
  }
  return [...groups.values()]
    .filter((group) => group.length > 2)
    .map((group) => group.sort((one, other) => one.number.fact.start - other.number.fact.start));
}
