import type { Comparison } from './asked-calculation.ts';
import { baseValues } from './base-values.ts';
import { amountOf, type Calculation, isAsked, isSpanOfYears, pairOperations, withMostPoints } from './calculations.ts';
import { bitsIn, type Candidate } from './candidates.ts';
import { isOfUnit, isPartOfDay } from './source-numbers.ts';
import {
  closenessOf,
  fitsPlan,
  haveWords,
  isCountOf,
  isLater,
  isOld,
  isOneYear,
  mayBePart,
  OWN_WORD,
  type Wanted,
} from './wanted.ts';

/** Numbers that a claim may sum. */
const MOST_SUMMED = 12;

/**
 * The calculations of the numbers that have most words of the claim; several where its words do not distinguish them. The
 * claim's value has no part in the choice, so the result may support or contradict it.
 */
export function calculationsByWords(candidates: readonly Candidate[], wanted: Wanted): Calculation[] {
  const { comparison, value } = wanted.asked;
  if (comparison === undefined && isPartOfDay(value)) return withMostPoints(pairsByWords(candidates, wanted, 'times'));
  if (comparison === undefined) return baseValues(candidates, wanted);
  if (comparison === 'rest' || isSpanOfYears(value)) return [];
  if (comparison === 'sum') return summed(candidates, wanted);
  return withMostPoints(pairsByWords(candidates, wanted, comparison));
}

function* pairsByWords(candidates: readonly Candidate[], wanted: Wanted, comparison: keyof typeof PAIRS) {
  const { fits, score } = PAIRS[comparison];
  for (const one of candidates)
    for (const other of candidates) {
      if (one === other || one.number.change !== 0 || other.number.change !== 0) continue;
      if (!haveWords([one, other], wanted) || !fits(one, other, wanted)) continue;
      const points = score(one, other, wanted) + closenessOf([one, other]);
      const [a, b] = [one.number.fact, other.number.fact];
      for (const { operation, result, isTaken = false } of pairOperations(a, b, wanted.asked))
        if (isAsked(wanted.asked, operation) && isTaken === (comparison === 'average'))
          yield { operation, operands: [one, other], result: result(a, b), points };
    }
}

interface PairRule {
  readonly fits: (one: Candidate, other: Candidate, wanted: Wanted) => boolean;
  readonly score: (one: Candidate, other: Candidate, wanted: Wanted) => number;
}

const bySubject: PairRule['score'] = (one, other, { words: { subject, all } }) =>
  OWN_WORD * (bitsIn(one.own & subject) + bitsIn(other.own & subject)) + bitsIn((one.around | other.around) & all);
const bySides: PairRule['score'] = (one, other, { words }) =>
  OWN_WORD * (bitsIn(one.own & words.all & ~words.other) + bitsIn(other.own & words.all & ~words.subject)) +
  bitsIn((one.around | other.around) & words.all);

const PAIRS: Readonly<Record<Exclude<Comparison, 'sum' | 'rest'> | 'times', PairRule>> = {
  times: {
    fits: (one, other, { words: { subject } }) =>
      one.number.fact.kind === 'time' &&
      (isOfStartAndEnd(one, other) ||
        ((one.own & ~other.own & subject) !== 0 && (other.own & ~one.own & subject) !== 0)),
    score: bySubject,
  },
  over_time: {
    fits: (one, other, wanted) =>
      ((one.own | other.own) & wanted.words.subject) !== 0 &&
      (wanted.asked.isOfPlan || isLater(one, other)) &&
      fitsPlan(one, other, wanted) &&
      isOneThing(one, other, wanted) &&
      holdsInYears(one, other, wanted),
    score: bySubject,
  },
  between: {
    fits: (one, other, wanted) => areOfSides(one, other, wanted) && isOneTime(one, other, wanted),
    score: bySides,
  },
  share: {
    fits: (one, other, wanted) =>
      mayBePart(one, other) &&
      (one.number.whole === other.number.fact ||
        (wanted.words.other === 0 ? isOfFirst(one, other, wanted) : areOfSides(one, other, wanted))) &&
      isOneTime(one, other, wanted),
    score: bySides,
  },
  average: {
    fits: (one, other, wanted) =>
      other.number.fact.unit === '' &&
      isCountOf(one.number, wanted.asked.value) &&
      (other.own & wanted.words.all) !== 0 &&
      (one.around & wanted.words.all) !== 0 &&
      (one.number.sentence === other.number.sentence || (one.own & other.own & wanted.words.all) !== 0) &&
      isOneTime(one, other, wanted),
    score: bySubject,
  },
};

/** "From 22:00 to 02:30" */
function isOfStartAndEnd({ number: one }: Candidate, { number: other }: Candidate): boolean {
  return one.fact.edge === 'end' && other.fact.edge === 'start' && one.sentence === other.sentence;
}

/** Each number is of its side of the claim, and of nothing that only the other side names. */
function areOfSides(one: Candidate, other: Candidate, { words }: Wanted): boolean {
  const { subject, anywhere, names } = words;
  const sought = words.other & anywhere;
  const strictly = sought & ~names;
  return (
    sought !== 0 &&
    (one.own & subject) !== 0 &&
    (other.own & sought) !== 0 &&
    (other.around & strictly) === strictly &&
    (bitsIn(one.own & sought) < bitsIn(other.own & sought) || bitsIn(one.own & subject) > bitsIn(other.own & subject))
  );
}

/** "40 percent of the money": the whole is what the sentence of the part begins with. */
function isOfFirst(one: Candidate, other: Candidate, { words: { subject, names } }: Wanted): boolean {
  const said = subject & ~names || subject;
  return (one.own & said) !== 0 && other.number.isFirst && one.number.sentence === other.number.sentence;
}

/** Numbers of one sentence, or of the same words in two, or the only ones of their unit in sentences that follow each other. */
function isOneThing(one: Candidate, other: Candidate, { words: { subject, needed } }: Wanted): boolean {
  if (one.number.sentence === other.number.sentence) return true;
  if ((one.own & subject & needed & ~other.held) !== 0) return false;
  if ((one.own & other.own & subject) !== 0) return true;
  const isAlone = one.isOnly && other.isOnly && Math.abs(one.number.sentence - other.number.sentence) === 1;
  return isAlone && one.number.fact.unit !== '';
}

/** The years of the claim are those of the numbers: of one year alone the later number's, unless it is named as the base. */
function holdsInYears(
  { number: one }: Candidate,
  { number: other }: Candidate,
  { asked, isBaseYear }: Wanted,
): boolean {
  const [first, second, ...more] = asked.years;
  if (more.length > 0) return false;
  if (first === undefined) return true;
  if (second !== undefined) return one.year === second && other.year === first;
  return (isBaseYear ? other.year : one.year) === first;
}

/** Both numbers hold of the time of the claim, which is the present where it names no year. */
function isOneTime({ number: one }: Candidate, { number: other }: Candidate, { asked }: Wanted): boolean {
  const [year, ...more] = asked.years;
  if (more.length > 0) return false;
  if (year !== undefined) return one.year === year && (other.year === year || other.year === undefined);
  return isOld(one) === isOld(other) && isOneYear(one, other);
}

/** The numbers that the claim names one by one, each by a word that is no other's. */
function summed(candidates: readonly Candidate[], wanted: Wanted): Calculation[] {
  const { asked, words } = wanted;
  if (asked.given.length > 0) return [];
  const isOfPeriods = asked.summed !== undefined;
  const named = candidates.filter(
    ({ number, own }) =>
      isOfUnit(number.fact, asked.value) &&
      ((own & words.needed) !== 0 || isOfPeriods) &&
      (!number.isEarlier || isOfPeriods) &&
      !number.isTotal,
  );
  if (named.length < 2 || named.length > MOST_SUMMED) return [];
  // "In the two years": the values of both, and of no other year.
  if (isOfPeriods && (named.length !== asked.summed || !haveWords(named, wanted) || !areOfPeriods(named))) return [];
  const isDistinct =
    isOfPeriods ||
    named.every((one) => {
      const others = named.reduce((set, other) => (other === one ? set : set | other.own), 0);
      return (one.own & words.all & ~others) !== 0;
    });
  if (!isDistinct) return [];
  return [
    { operation: 'sum', operands: named, result: named.reduce((sum, { number }) => sum + amountOf(number.fact), 0) },
  ];
}

/** True of values of as many times, in one sentence: that of another one may be of another thing. */
function areOfPeriods(named: readonly Candidate[]): boolean {
  const times = new Set(named.map(({ number: { year, month, isEarlier } }) => `${year} ${month} ${isEarlier}`));
  return times.size === named.length && named.every(({ number }) => number.sentence === named[0]!.number.sentence);
}
