import type { Fact } from '../findings.ts';
import { grouped } from '../keyed.ts';
import type { AskedCalculation } from './asked-calculation.ts';
import { isOfBase } from './base-values.ts';
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
import { equalAt, isOneSided } from './equal-at.ts';
import { isOfUnit, type SourceNumber } from './source-numbers.ts';
import {
  closenessOf,
  fitsPlan,
  haveWords,
  isLater,
  isOld,
  isOneYear,
  mayBePart,
  OWN_WORD,
  type Wanted,
} from './wanted.ts';

/** How probable a result by chance may be: less where the source has another value in the place of the claim's. */
const MOST_CHANCE = { absent: 0.15, changed: 0.02 } as const;

/**
 * The calculations that give the claim's own value, of the numbers that have most of its words; none where so many have as
 * many words that one may fit by chance.
 */
export function calculationsByValue(
  candidates: readonly Candidate[],
  wanted: Wanted,
): { readonly found: Calculation[]; readonly isPossible: boolean; readonly mayFollow: boolean } {
  const { asked } = wanted;
  const every = asked.summed === undefined ? [...all(candidates, wanted)] : [];
  const best = withMostPoints(every);
  const isChanged = wanted.isChanged && asked.comparison === undefined;
  const isNoChance = best.length * widthOf(asked.value) <= MOST_CHANCE[isChanged ? 'changed' : 'absent'];
  const isClear = ({ operands }: Calculation) =>
    operands.every((by) => !isOneOfSeveral(by, candidates) || operands.some((one) => isOfBase(one, by, wanted)));
  const found = isNoChance ? best.filter((one) => givesValue(asked, one.result) && isClear(one)) : [];
  return {
    found,
    isPossible: best.length > 0,
    mayFollow: !isCompared(asked) && !isOneSided(asked.value) && every.some(({ result }) => givesValue(asked, result)),
  };
}

/** "60 fewer than planned and 40 more than in May": its words alone say which of them a claim means. */
function isOneOfSeveral({ number: { change, sentence } }: Candidate, candidates: readonly Candidate[]): boolean {
  if (change === 0) return false;
  return candidates.filter(({ number }) => number.sentence === sentence && number.change !== 0).length > 1;
}

function isCompared({ comparison }: AskedCalculation): boolean {
  return comparison === 'over_time' || comparison === 'between';
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
      for (const { operation, result, isSymmetric, isOverTime, isTaken } of pairOperations(a, b, asked)) {
        if (!isAsked(asked, operation) && !(operation === 'share' && one.number.whole === b)) continue;
        if (isSymmetric === true && j < i) continue;
        if (isTaken === true && one.number.counted[0] === other.number.counted[0]) continue;
        if (!fitsChange(operation, one, other)) continue;
        if (operation === 'share' && !mayBePart(one, other)) continue;
        if (isCompared(asked) && !fitsPlan(one, other, wanted)) continue;
        if (isOverTime === true ? isLater(other, one) : !mayBeOfOneTime(one, other, operation)) continue;
        // The rest of a whole is not negative.
        if (asked.comparison === 'rest' && amountOf(a) < amountOf(b)) continue;
        yield { operation, operands: [one, other], result: result(a, b) };
      }
    }
}

/** Sums, means and remainders of several numbers of one sentence. */
function* ofGroups(candidates: readonly Candidate[], wanted: Wanted): Generator<Calculation> {
  for (const group of groupsOf(
    candidates.map(({ number }) => number),
    wanted.asked.value,
  )) {
    // A change is no number of the kind that it changes.
    if (new Set(group.map(({ change }) => change === 0)).size > 1) continue;
    const operands = group.map((number) => candidates.find((one) => one.number === number)!);
    const held = operands.map((one) => ({ ...one, held: one.held | one.inSentence }));
    if (!haveWords(held, wanted)) continue;
    for (const { operation, result } of resultsOf(group))
      if (isAsked(wanted.asked, operation)) yield { operation, operands, result };
  }
}

function resultsOf(numbers: readonly SourceNumber[]): readonly Pick<Calculation, 'operation' | 'result'>[] {
  const values = numbers.map(({ fact }) => amountOf(fact));
  const sum = values.reduce((total, value) => total + value, 0);
  return [
    { operation: 'sum', result: sum },
    { operation: 'average', result: sum / values.length },
    { operation: 'difference', result: 2 * values[0]! - sum },
  ];
}

/** True if other numbers than those of a calculation give the value of the claim, so that it may speak of them. */
export function mayMeanOthers(all: readonly Candidate[], wanted: Wanted, chosen: Calculation): boolean {
  const { asked, words } = wanted;
  const value = asWritten(asked.value);
  const [part, whole] = chosen.operands;
  const isOfOther = chosen.operation === 'share' && (part!.number.whole === undefined ? part! : whole!).others > 0;
  // "3 of 60 arrived late" is no share that arrived on time; a part with a name of the claim is what it speaks of.
  const isNamed = (part!.own & ~(whole?.own ?? 0) & words.subject & words.names) !== 0;
  if (isOneSided(value)) return isOfOther && !isNamed && equalAt(value, 100 - chosen.result);
  if (chosen.operation === 'share' && equalAt(value, 100 - chosen.result)) return true;
  const isChosen = (one: Candidate) => chosen.operands.includes(one);
  // Counts of other things are no parts of each other: beds and people.
  const candidates = all.filter(({ number, own }) => number.fact.unit !== '' || (own & words.all) !== 0);
  const mayBeMeant = (one: Candidate, other: Candidate) =>
    !(isChosen(one) && isChosen(other)) && haveWords([one, other], wanted) && gives(one.number, other.number, asked);
  return candidates.some((one) => candidates.some((other) => mayBeMeant(one, other)));
}

/** Further numbers give any value: whether they do says nothing. */
const MOST_NUMBERS = 40;

/** True if any numbers give the value of the claim, whatever they are of. */
export function isGiven(numbers: readonly SourceNumber[], asked: AskedCalculation): boolean {
  if (numbers.length > MOST_NUMBERS) return true;
  const value = asWritten(asked.value);
  if (numbers.some((one) => numbers.some((other) => gives(one, other, asked)))) return true;
  if (isPoints(value)) {
    const shares = sharesOf(numbers);
    return shares.some((one) => shares.some((other) => equalAt(value, one - other)));
  }
  return groupsOf(numbers, value).some((group) =>
    resultsOf(group).some(({ operation, result }) => isAsked(asked, operation) && equalAt(value, result)),
  );
}

function gives(one: SourceNumber, other: SourceNumber, asked: AskedCalculation): boolean {
  if (one === other) return false;
  const value = asWritten(asked.value);
  return pairOperations(one.fact, other.fact, asked).some(({ operation, result }) => {
    const size = Math.abs(result(one.fact, other.fact));
    // "On average" may be a word of the source: "10.90 on average, 0.40 less than a year ago".
    const isPossible = isAsked(asked, operation) || asked.comparison === 'average';
    return isPossible && (equalAt(value, size) || (operation === 'share' && equalAt(value, 100 - size)));
  });
}

/** The percentages of the source, and those calculated from counts: percentage points are the difference of two. */
function sharesOf(numbers: readonly SourceNumber[]): number[] {
  const given = numbers.filter(({ fact }) => fact.unit === '%').map(({ fact }) => fact.low);
  const counts = numbers.filter(({ fact }) => fact.unit !== '%');
  const ofPairs = counts.flatMap(({ fact: one }) =>
    counts
      .filter(({ fact }) => isOfUnit(one, fact) && one.low < fact.low)
      .map(({ fact }) => (100 * one.low) / fact.low),
  );
  return [...given, ...ofPairs];
}

/** Both numbers are in sentences about the claim, and one of them has a word of it by itself. */
function areAbout(one: Candidate, other: Candidate, { words, asked: { years } }: Wanted): boolean {
  const { all } = words;
  const isOneSentence = one.number.sentence === other.number.sentence;
  if (!isOneSentence && ((one.held & all) === 0 || (other.held & all) === 0)) return false;
  if (((one.own | other.own) & all) === 0) return false;
  if (bitsIn(one.own & words.other) > bitsIn(other.own & words.other)) return false;
  if (words.other !== 0 && bitsIn(one.own & words.subject) < bitsIn(other.own & words.subject)) return false;
  // "18 more than in 2023" gives a value of 2023.
  const isChange = one.number.change !== 0 || other.number.change !== 0;
  const holds = ({ number: { year, fact } }: Candidate) =>
    fact.unit === 'date' || year === undefined || years.length === 0 || years.includes(year);
  return isChange || (holds(one) && holds(other));
}

/** A number that says by how much another one is more is subtracted from it, one that says by how much it is less is added. */
function fitsChange(operation: Operation, { number: one }: Candidate, { number: other }: Candidate): boolean {
  if (one.change === 0 && other.change === 0) return true;
  if (operation === 'difference') return one.change === 0 && other.change === 1;
  return operation === 'sum' && one.change * other.change === 0 && one.change + other.change === -1;
}

/** A number divided or multiplied by a count may belong to a different time than the count. */
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
  if (isOneSided(value)) return 1;
  const { low, high, step } = asWritten(value);
  const width = high - low + step;
  return value.unit === '%' || isPoints(value) ? width / 100 : width / Math.max(Math.abs(low), step);
}

/** The numbers of a sentence that have the unit of a value, where there are more than two. */
function groupsOf(numbers: readonly SourceNumber[], value: Fact): SourceNumber[][] {
  const summands = numbers.filter(({ fact, isTotal }) => isOfUnit(fact, value) && !isTotal);
  return [...grouped(summands, ({ sentence }) => [String(sentence)]).values()]
    .filter((group) => group.length > 2)
    .map((group) => group.toSorted((one, other) => one.fact.start - other.fact.start));
}
