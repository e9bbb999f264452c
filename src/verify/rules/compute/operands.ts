import type { Fact } from '../findings.ts';
import type { AskedCalculation, Comparison } from './asked-calculation.ts';
import { bitsIn, type Candidate } from './candidates.ts';
import type { Operation } from './computed.ts';
import { MOST_LOOSE } from './mentions.ts';
import { isOfUnit, type SourceNumber } from './source-numbers.ts';

/** The numbers that a calculation takes, in its order, and what it gives. */
export interface Calculation {
  readonly operation: Operation;
  readonly operands: readonly Candidate[];
  /** With its sign: the first number less the second. */
  readonly result: number;
}

/** The words of a claim as sets of bits. */
interface WordSets {
  readonly subject: number;
  readonly other: number;
  readonly all: number;
  /** Those that the operands have to have: no verbs, no adverbs. */
  readonly needed: number;
  /** "Over the year": held by numbers of two years, too. */
  readonly year: number;
  /** The words that some sentence with a number has. */
  readonly anywhere: number;
  /** Names: a text often has them once. */
  readonly names: number;
}

/** The claim with the words that its calculation is chosen by; never by its value, which may fit by chance. */
export interface Wanted {
  readonly asked: AskedCalculation;
  readonly words: WordSets;
  /** The one year of the claim is that of the earlier number: "than in 2019", "since 2019". */
  readonly isBaseYear: boolean;
}

const OWN_WORD = 4;
/** What it counts for that one sentence has all numbers. */
const SAME_SENTENCE = 2;
/** Words that name something else count against a number, but no more than so many. */
const MOST_OTHERS = 3;
/** Sentences between two numbers that are compared over time, where no years tell them apart. */
const NEAR = 2;
/** Numbers that a claim may sum. */
const MOST_SUMMED = 12;

/** The calculations of the numbers that carry most words of the claim; several where its words do not tell them apart. */
export function bestCalculations(candidates: readonly Candidate[], wanted: Wanted): Calculation[] {
  const { comparison } = wanted.asked;
  if (comparison === undefined || comparison === 'rest') return [];
  if (comparison === 'sum') return summed(candidates, wanted);
  const { fits, score } = PAIRS[comparison];
  let best = 0;
  let found: Calculation[] = [];
  for (const one of candidates) {
    for (const other of candidates) {
      if (one === other || one.number.change !== 0 || other.number.change !== 0) continue;
      if (!haveWords([one, other], wanted) || !fits(one, other, wanted)) continue;
      const points = score(one, other, wanted) + closenessOf([one, other]);
      const calculation = points < best ? undefined : calculated(one, other, wanted.asked);
      if (calculation === undefined) continue;
      if (points > best) found = [];
      best = points;
      found.push(calculation);
    }
  }
  return found;
}

/** The words of the claim that neither the sentences of some numbers nor those before have. */
export function missingWords(operands: readonly Candidate[], { words: { all, year } }: Wanted): number {
  const held = operands.reduce((set, candidate) => set | candidate.held, 0);
  const years = new Set(operands.flatMap(({ number }) => number.year ?? []));
  const isYear = years.size > 1 || operands.some(({ number: { own } }) => own.has('12') && own.has('month'));
  return all & ~held & ~(isYear ? year : 0);
}

/** Verbs and adverbs may be missing, but few. */
export function haveWords(operands: readonly Candidate[], wanted: Wanted): boolean {
  const missing = missingWords(operands, wanted);
  return (missing & wanted.words.needed) === 0 && bitsIn(missing) <= MOST_LOOSE;
}

/** One sentence has them, and they name nothing else than the claim: what tells apart numbers with as many of its words. */
export function closenessOf(operands: readonly Candidate[]): number {
  const isOneSentence = operands.every(({ number }) => number.sentence === operands[0]!.number.sentence);
  const others = operands.reduce((count, { others: own }) => count + Math.min(own, MOST_OTHERS), 0);
  const isPartOfOther = operands[0]!.number.whole === operands[1]?.number.fact;
  return (isOneSentence ? SAME_SENTENCE : 0) + (isPartOfOther ? SAME_SENTENCE : 0) - others / operands.length;
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

const PAIRS: Readonly<Record<Exclude<Comparison, 'sum' | 'rest'>, PairRule>> = {
  over_time: {
    fits: (one, other, wanted) =>
      isOneUnit(one, other) &&
      ((one.own | other.own) & wanted.words.subject) !== 0 &&
      isLater(one, other) &&
      isOneThing(one, other, wanted) &&
      holdsInYears(one, other, wanted),
    score: bySubject,
  },
  between: {
    fits: (one, other, wanted) =>
      isOneUnit(one, other) && areOfSides(one, other, wanted) && isOneTime(one, other, wanted),
    score: bySides,
  },
  share: {
    fits: (one, other, wanted) =>
      isOneUnit(one, other) &&
      mayBePart(one, other) &&
      (one.number.whole === other.number.fact ||
        (wanted.words.other === 0 ? isOfFirst(one, other, wanted) : areOfSides(one, other, wanted))) &&
      isOneTime(one, other, wanted),
    score: bySides,
  },
  average: {
    fits: (one, other, wanted) =>
      isOfUnit(one.number.fact, wanted.asked.value) &&
      other.number.fact.unit === '' &&
      (other.own & wanted.words.all) !== 0 &&
      (one.around & wanted.words.all) !== 0 &&
      (one.number.sentence === other.number.sentence || (one.own & other.own & wanted.words.all) !== 0) &&
      isOneTime(one, other, wanted),
    score: bySubject,
  },
};

/** Of two numbers of one sentence the whole comes first, or is named as such: "12 of its 96 shops". */
export function mayBePart({ number: one }: Candidate, { number: other }: Candidate): boolean {
  const isWhole = one.whole === other.fact || one.sentence !== other.sentence || (other.isFirst && !one.isJoined);
  return isWhole && amountOf(one.fact) <= amountOf(other.fact);
}

function isOneUnit({ number: one }: Candidate, { number: other }: Candidate): boolean {
  return isOfUnit(one.fact, other.fact);
}

/** The value in the unit that it is written in, where that is a rate; else in the canonical one. */
export function amountOf({ unit, low, written }: Fact): number {
  return unit.includes('/') && written !== '' ? Number(written) : low;
}

/** A fraction in words may be so much larger or smaller: half may be 47 %. */
const ROUGH_FRACTION = 0.14;

/** A rate in the unit that it is written in, and a fraction in words with the precision that it has. */
export function asWritten(value: Fact): Fact {
  if (value.unit === '%' && value.written === '') return { ...value, step: ROUGH_FRACTION * value.low };
  const factor = value.low === 0 ? 1 : value.low / amountOf(value);
  if (factor === 1 || !Number.isFinite(factor)) return value;
  return { ...value, low: value.low / factor, high: value.high / factor, step: value.step / factor };
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
function isOfFirst(one: Candidate, other: Candidate, { words: { subject } }: Wanted): boolean {
  return (one.own & subject) !== 0 && other.number.isFirst && one.number.sentence === other.number.sentence;
}

/** Numbers of one sentence, or of the same words in two, or the only ones of their unit in sentences that follow each other. */
function isOneThing(one: Candidate, other: Candidate, { words: { subject } }: Wanted): boolean {
  if (one.number.sentence === other.number.sentence) return true;
  if ((one.own & other.own & subject) !== 0) return true;
  const isAlone = one.isOnly && other.isOnly && Math.abs(one.number.sentence - other.number.sentence) === 1;
  return isAlone && one.number.fact.unit !== '';
}

/** Whether one number holds of a later time than the other, as the source says. */
export function isLater({ number: one }: Candidate, { number: other }: Candidate): boolean {
  if (one.year !== undefined && other.year !== undefined && one.year !== other.year) return one.year > other.year;
  if (one.isEarlier !== other.isEarlier) return other.isEarlier && Math.abs(one.sentence - other.sentence) <= NEAR;
  return one.sentence === other.sentence && other.isCompared && !one.isCompared;
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

/** It holds of an earlier time than its neighbors. */
export function isOld({ isEarlier, isCompared }: SourceNumber): boolean {
  return isEarlier || isCompared;
}

export function isOneYear({ year }: SourceNumber, { year: other }: SourceNumber): boolean {
  return year === other || year === undefined || other === undefined;
}

/** What a claim's value is to be; undefined where its unit is not that of such a calculation. */
function calculated(
  one: Candidate,
  other: Candidate,
  { comparison, value }: AskedCalculation,
): Calculation | undefined {
  const operands = [one, other];
  const [a, b] = [one.number.fact, other.number.fact];
  const [first, second] = [amountOf(a), amountOf(b)];
  const quotient = second === 0 ? undefined : first / second;
  const given = (operation: Operation, result: number | undefined) =>
    result === undefined ? undefined : { operation, operands, result };
  if (comparison === 'average') return given('ratio', quotient);
  if (comparison === 'share') return value.unit === '%' ? given('share', quotient && quotient * 100) : undefined;
  if (value.unit === 'times') return given('ratio', quotient);
  if (value.unit === 'pp') return a.unit === '%' ? given('percentage_points', first - second) : undefined;
  if (value.unit === '%') return given('percentage_change', quotient && ((first - second) / Math.abs(second)) * 100);
  return isOfUnit(value, a) ? given('difference', first - second) : undefined;
}

/** The numbers that the claim names one by one, each by a word that is no other's. */
function summed(candidates: readonly Candidate[], { asked, words }: Wanted): Calculation[] {
  if (asked.given.length > 0) return [];
  const named = candidates.filter(
    ({ number, own }) =>
      isOfUnit(number.fact, asked.value) && (own & words.all) !== 0 && !number.isEarlier && !number.isTotal,
  );
  if (named.length < 2 || named.length > MOST_SUMMED) return [];
  const isDistinct = named.every((one) => {
    const others = named.reduce((set, other) => (other === one ? set : set | other.own), 0);
    return (one.own & words.all & ~others) !== 0;
  });
  if (!isDistinct) return [];
  return [
    { operation: 'sum', operands: named, result: named.reduce((sum, { number }) => sum + amountOf(number.fact), 0) },
  ];
}
