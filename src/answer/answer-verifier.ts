import type { AnswerBody, AnswerInput, AnswerOptions } from './types.ts';

/** What is known of an answer that was cut into sentences and that no model has read yet. */
export interface PreparedAnswer {
  /** Sentences that assert something. */
  readonly checked: number;
}

/** Checks whole answers against several sources. */
export interface AnswerVerifier {
  /** Cuts the answer into sentences: what it costs is known before a model runs. Rejects with the signal's reason. */
  prepareAnswer(input: AnswerInput, signal?: AbortSignal): PreparedAnswer | Promise<PreparedAnswer>;
  /**
   * Rejects with `service_unavailable` when the queue has no room for it, with `invalid_request` when it would take more
   * than the longest time allowed, and with the signal's reason when it aborts.
   */
  verifyAnswer(prepared: PreparedAnswer, options?: AnswerOptions): Promise<AnswerBody>;
}
