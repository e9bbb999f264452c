import { ClaimVerifier } from '../verify/claim-pipeline.ts';
import { withRests, yieldRegularly } from '../yield-regularly.ts';
import type { AnswerBody, AnswerInput, AnswerOptions, ManyAnswersInput } from './answer-body.ts';
import { type AnsweringParts, verifyAnswer } from './answer-pipeline.ts';
import { type AnswerRequest, preparationSteps } from './prepare-answer.ts';
import { type AnswerRequestBody, answerRequestReader } from './request/answer-request.ts';
import { SharedSources } from './shared-sources.ts';

/** Checks whole answers against several sources. */
export interface AnswerVerifier {
  /** Cuts the answer into sentences: what it costs is known before a model runs. */
  prepareAnswer(input: AnswerInput, signal?: AbortSignal): Promise<AnswerRequest>;
  /** As `prepareAnswer` for each. Verified one after the other, they have their sources read once between them. */
  prepareAnswers(input: ManyAnswersInput, signal?: AbortSignal): Promise<AnswerRequest[]>;
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

  async prepareAnswer({ answer, ...others }: AnswerInput, signal?: AbortSignal): Promise<AnswerRequest> {
    const [request] = await this.prepareAnswers({ answers: [answer], ...others }, signal);
    return request!;
  }

  async prepareAnswers({ answers, ...others }: ManyAnswersInput, signal?: AbortSignal): Promise<AnswerRequest[]> {
    const sources = new SharedSources(others.sources, others.offsets);
    const rest = yieldRegularly(signal);
    const requests: AnswerRequest[] = [];
    for (const answer of answers) {
      const input = { answer, ...others };
      requests.push({ input, prepared: await withRests(preparationSteps(input), rest), sources });
    }
    return requests;
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
