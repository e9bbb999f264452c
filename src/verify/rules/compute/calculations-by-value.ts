import type { Fact } from '../findings.ts';
import type { AskedCalculation } from './asked-calculation.ts';
import {
  amountOf,
  asWritten,
  type Calculation,
  isAsked,
  isPoints,
  pairOperations,
  withMostPoints,
} from './calculations.ts';
import { bitsIn, type Candidate } from './candidates.ts';
import type { Operation } from './computed.ts';
import { equalAt } from './equal-at.ts';
import { isOfUnit } from './source-numbers.ts';
import { closenessOf, haveWords, isLater, isOld, isOneYear, mayBePart, OWN_WORD, type Wanted } from './wanted.ts';

/** How probable a result by chance may be. */
const MOST_CHANCE = 0.15;

/**
 * The calculations that give the claim's own value, of the numbers that carry most of its words; none where so many carry as
 * many words that one may fit by chance.
 */
export function calculationsByValue(candidates: readonly Candidate[], wanted: Wanted): Calculation[] {
  const { asked } = wanted;
  const best = withMostPoints(all(candidates, wanted));
  const isNoChance = best.length * widthOf(asked.value) <= MOST_CHANCE;
  return isNoChance ? best.filter(({ result }) => givesValue(asked, result)) : [];
}

function* all(candidates: readonly Candidate[], wanted: Wanted) {
  for (const calculation of [...ofPairs(candidates, wanted), ...ofGroups(candidates, wanted)])
    yield { ...calculation, points: pointsOf(calculation.operands, wanted) };
}

function* ofPairs(candidates: readonly Candidate[], wanted: Wanted): Generator<Calculation> {
  const { asked } = wanted;
  for (const [i, one] of candidates.entries())
    for (const [j, other] of candidates.entries()) {
      if (one === other || !haveWords([one, other], wanted) || !areAbout(one, other, wanted)) continue;
      const [a, b] = [one.number.fact, other.number.fact];
      for (const { operation, result, isSymmetric, isOverTime, isTaken } of pairOperations(a, b, asked.value)) {
        if (!isAsked(asked, operation) && !(operation === 'share' && one.number.whole === b)) continue;
        if (isSymmetric === true && j < i) continue;
        if (isTaken === true && one.number.counted[0] === other.number.counted[0]) continue;
        if (!fitsChange(operation, one, other)) continue;
        if (operation === 'share' && !mayBePart(one, other)) continue;
        if (isOverTime === true ? isLater(other, one) : !mayBeOfOneTime(one, other, operation)) continue;
        yield { operation, operands: [one, other], result: result(a, b) };
      }
    }
}

/** Sums, means and remainders of several numbers of one sentence. */
function* ofGroups(candidates: readonly Candidate[], wanted: Wanted): Generator<Calculation> {
  for (const operands of groupsOf(candidates, wanted.asked.value)) {
    if (!haveWords(operands, wanted)) continue;
    const values = operands.map(({ number }) => amountOf(number.fact));
    const [first = 0] = values;
    const sum = values.reduce((total, value) => total + value, 0);
    const results = { sum, average: sum / values.length, difference: 2 * first - sum } as const;
    for (const operation of ['sum', 'average', 'difference'] as const)
      if (isAsked(wanted.asked, operation)) yield { operation, operands, result: results[operation] };
  }
}

/** True if other numbers than those of a calculation give the value of the claim, so that it may speak of them. */
export function mayMeanOthers(candidates: readonly Candidate[], { asked }: Wanted, chosen: Calculation): boolean {
  const value = asWritten(asked.value);
  if (chosen.operation === 'share' && equalAt(value, 100 - chosen.result)) return true;
  const gives = ({ number: { fact: one } }: Candidate, { number: { fact: other } }: Candidate) =>
    pairOperations(one, other, asked.value).some(
      ({ operation, result }) => isAsked(asked, operation) && equalAt(value, Math.abs(result(one, other))),
    );
  const isChosen = (one: Candidate) => chosen.operands.includes(one);
  return candidates.some((one) =>
    candidates.some((other) => one !== other && !(isChosen(one) && isChosen(other)) && gives(one, other)),
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
function mayBeOfOneTime({ number: one }: Candidate, { number: other }: Candidate, operation: Operation): boolean {
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
