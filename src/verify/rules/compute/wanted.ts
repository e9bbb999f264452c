import type { Fact } from '../findings.ts';
import type { AskedCalculation } from './asked-calculation.ts';
import { amountOf } from './calculations.ts';
import { bitsIn, type Candidate } from './candidates.ts';
import { MOST_LOOSE } from './mentions.ts';
import type { SourceNumber } from './source-numbers.ts';

/** The words of a claim as sets of bits. */
interface WordSets {
  readonly subject: number;
  readonly other: number;
  readonly all: number;
  /** Those that the operands have to have: no verbs, no adverbs. */
  readonly needed: number;
  /** "Over the year": held by numbers of two years, too. */
  readonly year: number;
  /** "Last season": a number may have it in another part of its sentence. */
  readonly periods: number;
  /** Those that a time of day has by itself. */
  readonly ofTimes: number;
  /** The words that some sentence with a number has. */
  readonly anywhere: number;
  /** Names: a text often has them once. */
  readonly names: number;
}

/** A claim's calculation, with the words that its numbers need. */
export interface Wanted {
  readonly asked: AskedCalculation;
  readonly words: WordSets;
  /** The one year of the claim is that of the earlier number: "than in 2019", "since 2019". */
  readonly isBaseYear: boolean;
  /** The source has another value in the place of the claim's. */
  readonly isChanged: boolean;
}

/** Points for each word of the claim that is in a number's own part of its sentence. */
export const OWN_WORD = 4;
/** Points for numbers of one sentence. */
const SAME_SENTENCE = 2;
/** Words that name something else count against a number, but no more than so many. */
const MOST_OTHERS = 3;
/** Sentences between two numbers that are compared over time, where no years distinguish them. */
const NEAR = 2;

/** The words of the claim that neither the sentences of some numbers nor those before have. */
export function missingWords(operands: readonly Candidate[], { words: { all, year, periods } }: Wanted): number {
  const held = operands.reduce((set, candidate) => set | candidate.held, 0);
  const years = new Set(operands.flatMap(({ number }) => number.year ?? []));
  const isYear = years.size > 1 || operands.some(({ number: { own } }) => own.has('12') && own.has('month'));
  const saysWhen = operands.reduce((set, candidate) => set | candidate.inSentence, 0) & periods;
  return all & ~held & ~saysWhen & ~(isYear ? year : 0);
}

/** Verbs and adverbs may be missing, but few. */
export function haveWords(operands: readonly Candidate[], wanted: Wanted): boolean {
  const missing = missingWords(operands, wanted);
  const said = wanted.words.all & ~wanted.words.names & ~wanted.words.year;
  if (said !== 0 && (said & ~missing) === 0) return false;
  // "24 minutes from the alarm": the texts of other times do not say what happened at these two.
  const own = operands.reduce((set, candidate) => set | candidate.own, 0);
  const isOfTimes = operands.every(({ number: { fact } }) => fact.kind === 'time');
  if (isOfTimes && (wanted.words.ofTimes & wanted.words.needed & ~own) !== 0) return false;
  return (missing & wanted.words.needed) === 0 && bitsIn(missing) <= MOST_LOOSE;
}

/** One sentence has them, and they name nothing else than the claim: this decides between numbers with as many of its words. */
export function closenessOf(operands: readonly Candidate[]): number {
  const isOneSentence = operands.every(({ number }) => number.sentence === operands[0]!.number.sentence);
  const others = operands.reduce((count, { others: own }) => count + Math.min(own, MOST_OTHERS), 0);
  const isPartOfOther = operands[0]!.number.whole === operands[1]?.number.fact;
  return (isOneSentence ? SAME_SENTENCE : 0) + (isPartOfOther ? SAME_SENTENCE : 0) - others / operands.length;
}

/** If both numbers are in one sentence, the whole comes first or is named as such: "12 of its 96 shops". */
export function mayBePart({ number: one }: Candidate, { number: other }: Candidate): boolean {
  const isWhole = one.whole === other.fact || one.sentence !== other.sentence || (other.isFirst && !one.isJoined);
  return isWhole && amountOf(one.fact) <= amountOf(other.fact);
}

/** In months. */
const HALF_A_YEAR = 6;

/** True if one number holds of a later time than the other, as the source says. */
export function isLater({ number: one }: Candidate, { number: other }: Candidate): boolean {
  if (one.year !== undefined && other.year !== undefined && one.year !== other.year) return one.year > other.year;
  const months = one.year === other.year ? (one.month ?? 0) - (other.month ?? one.month ?? 0) : 0;
  // Without a year, December may be before January.
  if (one.month !== undefined && months !== 0 && Math.abs(months) <= HALF_A_YEAR) return months > 0;
  if (one.isEarlier !== other.isEarlier) return other.isEarlier && Math.abs(one.sentence - other.sentence) <= NEAR;
  return one.sentence === other.sentence && other.isCompared && !one.isCompared;
}

/** Planned values are compared with by "more than planned" alone. */
export function fitsPlan({ number: one }: Candidate, { number: other }: Candidate, { asked }: Wanted): boolean {
  return asked.isOfPlan ? !one.isPlanned && other.isPlanned : one.isPlanned === other.isPlanned;
}

/** It holds of an earlier time than its neighbors. */
export function isOld({ isEarlier, isCompared }: SourceNumber): boolean {
  return isEarlier || isCompared;
}

export function isOneYear({ year }: SourceNumber, { year: other }: SourceNumber): boolean {
  return year === other || year === undefined || other === undefined;
}

/** A number counts what a claim counts, as far as both say it: "four people for each bed". */
export function isCountOf({ counted }: SourceNumber, { nouns }: Fact): boolean {
  return counted.length === 0 || nouns.length === 0 || nouns.some((noun) => counted.includes(noun));
}
