import type { NliScores } from '../nli/nli-interface.ts';
import type { Span } from '../text/index.ts';

/** Source sentences put to the model as one premise. */
export interface Premise {
  /** Indices of the sentences, ascending: one sentence, a window of neighbours, or the scattered ones of a digest. */
  readonly sentences: readonly number[];
  /** From the start of the first sentence to the end of the last. */
  readonly span: Span;
}

/** How one premise speaks about one hypothesis. */
export interface ScoredPremise extends Premise {
  readonly scores: NliScores;
  /** Weighted share of the hypothesis's words found in the premise, 0 to 1. */
  readonly coverage: number;
}

export function premiseOf(spans: readonly Span[], sentences: readonly number[]): Premise {
  return { sentences, span: { start: spans[sentences[0]!]!.start, end: spans[sentences.at(-1)!]!.end } };
}
