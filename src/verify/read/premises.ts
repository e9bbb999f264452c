import type { NliScores } from '../../nli/types.ts';
import { firstIndex, type Span } from '../../text/index.ts';
import type { TextPiece } from './text-pieces.ts';

/** Source sentences put to the model as one premise. */
export interface Premise {
  /** One sentence, neighbours read together, or the best sentences from anywhere read together. */
  readonly kind: 'sentence' | 'window' | 'top_sentences';
  /** Indices of the sentences, ascending. */
  readonly sentences: readonly number[];
}

/** How one premise speaks about one hypothesis. */
export interface ScoredPremise extends Premise {
  readonly scores: NliScores;
  /** Weighted share of the hypothesis's words found in the premise, 0 to 1. */
  readonly coverage: number;
}

/** A premise with a smaller share of a span's words is about something else, whatever a model reads in it. */
export const ABOUT_THE_SAME = 0.15;

/** How a sentence begins that goes on from the one before it. */
const GOES_ON =
  /^["'“‘(]*(?:it|he|she|they|this|that|these|those|its|his|her|their|both|neither|such|(?:all |the )?others?)\b/i;

export function goesOn(text: string): boolean {
  return GOES_ON.test(text);
}

/** The share of the closest sentence's words from which on a sentence speaks of the same matter. */
const RELEVANT = 0.6;

/** Whether a sentence has enough of a span's words, beside the sentence that has most of them. Both as coverage, 0 to 1. */
export function isRelevant(coverage: number, closest: number): boolean {
  return coverage >= RELEVANT * closest;
}

export function singleSentence(index: number): Premise {
  return { kind: 'sentence', sentences: [index] };
}

export function overlap(one: Premise, other: Premise): boolean {
  return one.sentences.some((sentence) => other.sentences.includes(sentence));
}

export function singleSentences(premises: readonly ScoredPremise[]): ScoredPremise[] {
  return premises.filter(({ kind }) => kind === 'sentence');
}

/** Those of the premises that hold a place of the source whole; of top sentences, which stand apart, none does. */
export function premisesHolding(
  { start, end }: Span,
  premises: readonly ScoredPremise[],
  sentences: readonly TextPiece[],
): ScoredPremise[] {
  const first = firstIndex(sentences.length, (i) => sentences[i]!.span.end > start);
  const past = firstIndex(sentences.length, (i) => sentences[i]!.span.start >= end);
  const touched = Array.from({ length: past - first }, (_, i) => first + i);
  return premises.filter((one) => one.kind !== 'top_sentences' && touched.every((i) => one.sentences.includes(i)));
}
