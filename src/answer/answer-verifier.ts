import { ClaimVerifier } from '../verify/claim-pipeline.ts';
import { withRests, yieldRegularly } from '../verify/yield-regularly.ts';
import type { AnswerBody, AnswerInput, AnswerOptions } from './answer-body.ts';
import { type AnsweringParts, verifyAnswer } from './answer-pipeline.ts';
import { type AnswerRequest, preparationSteps } from './prepare-answer.ts';
import { type AnswerRequestBody, answerRequestReader } from './request/answer-request.ts';

/** Checks whole answers against several sources. */
export interface AnswerVerifier {
  /** Cuts the answer into sentences: what it costs is known before a model runs. */
  prepareAnswer(input: AnswerInput, signal?: AbortSignal): Promise<AnswerRequest>;
  /**
   * Rejects with `service_unavailable` when the queue has no room for it, with `invalid_request` when it would take more
   * than the longest time allowed, and with the signal's reason when it aborts.
   */
  verifyPrepared(request: AnswerRequest, options?: AnswerOptions): Promise<AnswerBody>;
}

const readAnswerRequest = answerRequestReader();

/** Verifies claims and whole answers with the same models and calibration. */
export class AnsweringVerifier extends ClaimVerifier implements AnswerVerifier {
  readonly #answering: AnsweringParts;

  constructor(parts: AnsweringParts) {
    super(parts);
    this.#answering = parts;
  }

  async prepareAnswer(input: AnswerInput, signal?: AbortSignal): Promise<AnswerRequest> {
    return { input, prepared: await withRests(preparationSteps(input), yieldRegularly(signal)) };
  }

  /**
   * Both steps in one: checks the body of a request of `POST /v1/verify/answer` within ANSWER_LIMITS. Rejects with
   * `invalid_request` for a field that is not as it should be, and as `verifyPrepared` does.
   */
  async verifyAnswer(body: AnswerRequestBody, options: AnswerOptions = {}): Promise<AnswerBody> {
    return this.verifyPrepared(await this.prepareAnswer(readAnswerRequest(body), options.signal), options);
  }

  verifyPrepared(request: AnswerRequest, options: AnswerOptions = {}): Promise<AnswerBody> {
    return verifyAnswer(request, this.#answering, options);
  }
}
