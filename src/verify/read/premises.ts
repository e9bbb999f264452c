import type { NliScores } from '../../nli/nli-interface.ts';

/** One sentence, neighbours read together, or the best sentences from anywhere read together. */
export type PremiseKind = 'sentence' | 'window' | 'top_sentences';

/** Source sentences put to the model as one premise. */
export interface Premise {
  readonly kind: PremiseKind;
  /** Indices of the sentences, ascending. */
  readonly sentences: readonly number[];
}

/** How one premise speaks about one hypothesis. */
export interface ScoredPremise extends Premise {
  readonly scores: NliScores;
  /** Weighted share of the hypothesis's words found in the premise, 0 to 1. */
  readonly coverage: number;
}

export function singleSentence(index: number): Premise {
  return { kind: 'sentence', sentences: [index] };
}
