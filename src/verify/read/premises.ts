import type { NliScores } from '../../nli/types.ts';
import { type Place, type SourceSentence, sentencesAt } from './source.ts';

/** Source sentences that a model reads as one premise: a single one, or a passage of consecutive sentences of one document. */
export interface Premise {
  /** Indices of the sentences, ascending. */
  readonly sentences: readonly number[];
}

/** The scores of a premise for one hypothesis. */
export interface ScoredPremise extends Premise {
  readonly scores: NliScores;
  /** Weighted share of the hypothesis's words found in the premise, 0 to 1. */
  readonly coverage: number;
}

/** How a sentence begins that continues from the one before it. */
const GOES_ON =
  /^["'“‘(]*(?:it|he|she|they|this|that|these|those|its|his|her|their|both|neither|such|(?:all |the )?others?)\b/i;

export function goesOn(text: string): boolean {
  return GOES_ON.test(text);
}

export function singleSentence(index: number): Premise {
  return { sentences: [index] };
}

export function overlap(one: Premise, other: Premise): boolean {
  return one.sentences.some((sentence) => other.sentences.includes(sentence));
}

/** The premises that contain a place as a whole, the shortest first. */
export function premisesHolding<One extends Premise>(
  place: Place,
  premises: readonly One[],
  sentences: readonly SourceSentence[],
): One[] {
  const touched = sentencesAt(place, sentences);
  return premises
    .filter((one) => touched.every((i) => one.sentences.includes(i)))
    .sort((one, other) => one.sentences.length - other.sentences.length);
}
