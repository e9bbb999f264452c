import type { SentenceBody } from '../contract/answer.ts';
import type { AnswerSource, Citations, OffsetUnit, Outcome } from '../contract/answer-request.ts';
import type { Repair } from '../contract/repair.ts';
import type { Caller } from '../nli/types.ts';

/** A checked request of `POST /v1/verify/answer`. */
export interface AnswerInput {
  readonly answer: string;
  readonly sources: readonly AnswerSource[];
  readonly citations: Citations;
  /** The outcome of an UNCERTAIN sentence, and of an answer without any checked sentence. */
  readonly uncertain: Outcome;
  /** A SUPPORTED sentence with a lower confidence is `review`. 0 to 1; undefined: the verifier's own. */
  readonly minConfidence: number | undefined;
  readonly offsets: OffsetUnit;
  /** What becomes of sentences that do not pass; undefined: nothing. */
  readonly repair?: Repair;
}

/** Several answers to the same sources, all else alike too. */
export interface ManyAnswersInput extends Omit<AnswerInput, 'answer'> {
  readonly answers: readonly string[];
}

export interface AnswerOptions extends Caller {
  /** Called with each sentence in order as soon as it is decided. */
  readonly onSentence?: ((sentence: SentenceBody) => void) | undefined;
  /** Called with the number of corrected sentences before they are checked; what it rejects with, the whole rejects with. */
  readonly onCorrections?: ((count: number) => Promise<void>) | undefined;
}
