import { type AnswerInput, type AnswerOptions, answerRequestReader } from './answer/answer-request.ts';
import { type AnswerRequest, prepareAnswer } from './answer/prepare-answer.ts';
import { SourcesOnce } from './answer/sources.ts';
import { verifyAnswer } from './answer/verify-answer.ts';
import type { AnswerBody } from './contract/answer.ts';
import type { AnswerRequestBody } from './contract/answer-request.ts';
import type { Caller, CrossEncoderStats } from './nli/types.ts';
import { pauseRegularly } from './pause.ts';
import type { Calibration } from './verify/decide/calibration.ts';
import { riskInForce } from './verify/decide/risk.ts';
import type { ExaminedClaim } from './verify/examine/examine-claim.ts';
import type { PipelineParts } from './verify/pipeline.ts';
import type { ManyInput, Verification, VerifierInfo, VerifyInput } from './verify/verification.ts';
import { examinedClaim, verifyClaims } from './verify/verify-claims.ts';

/**
 * Verifies claims, batches and whole answers with the same models and calibration: routes, jobs, rows, tools of MCP and the
 * library use nothing else.
 *
 * What verifies rejects with `service_unavailable` when the queue has no room for it, with `invalid_request` for an answer
 * or a batch that would take more than the longest time allowed, and with the signal's reason when it aborts. Model time is
 * shared out equally among clients, by any names; without names all requests are of one client. A background request waits
 * for the others instead of being rejected.
 */
export interface Verifier {
  readonly info: VerifierInfo;
  readonly calibration: Calibration;
  /** Why nothing can be verified now and nothing will be in this process; undefined while all is well. */
  readonly fault: string | undefined;
  readonly stats: CrossEncoderStats;
  verify(input: VerifyInput, caller?: Caller): Promise<Verification>;
  /** Claims against one source, each answered as by `verify`, in their order. Pairs that they share are scored once. */
  verifyMany(input: ManyInput, caller?: Caller): Promise<Verification[]>;
  /** Everything up to the decision of a claim. */
  examine(input: VerifyInput, caller?: Caller): Promise<ExaminedClaim>;
  /** Cuts the answer into sentences: what it costs is known before a model runs. */
  prepareAnswer(input: AnswerInput, signal?: AbortSignal): Promise<AnswerRequest>;
  verifyPrepared(request: AnswerRequest, options?: AnswerOptions): Promise<AnswerBody>;
  /** All of it for the body of a request of `POST /v1/verify/answer`, within ANSWER_LIMITS. */
  verifyAnswer(body: AnswerRequestBody, options?: AnswerOptions): Promise<AnswerBody>;
  close(): Promise<void>;
}

export interface VerifierParts extends PipelineParts {
  /** Version of the product, for receipts. */
  readonly version: string;
  /** Sentences for the log of the start. */
  readonly notices?: readonly string[];
  /** Set by the operator in place of the calibration's. */
  readonly minConfidence?: number | undefined;
}

const readAnswerRequest = answerRequestReader();

export function verifierOf(parts: VerifierParts): Verifier {
  const { encoder, calibration } = parts;
  const info = infoOf(parts);
  const { value, answers } = info.minConfidence;
  const answering = { ...parts, leastConfidence: answers, risk: answers === value ? info.risk : undefined };
  const verifier: Verifier = {
    info,
    calibration,
    get fault() {
      return encoder.fault;
    },
    get stats() {
      return encoder.stats;
    },
    async verify(input, caller = {}) {
      const { claim, source } = input;
      const [only] = await verifyClaims({ claims: [claim], source }, parts, { kind: 'claim', caller });
      return only!;
    },
    verifyMany({ claims, source }, caller = {}) {
      return verifyClaims({ claims, source }, parts, { kind: 'batch', caller });
    },
    examine: (input, caller = {}) => examinedClaim(input, parts, caller),
    async prepareAnswer(input, signal) {
      const prepared = await prepareAnswer(input, pauseRegularly(signal));
      return { input, prepared, sources: new SourcesOnce(input.sources) };
    },
    verifyPrepared: (request, options = {}) => verifyAnswer(request, answering, options),
    async verifyAnswer(body, options = {}) {
      const request = await verifier.prepareAnswer(readAnswerRequest(body), options.signal);
      return verifier.verifyPrepared(request, options);
    },
    close: () => encoder.close(),
  };
  return verifier;
}

function infoOf(parts: VerifierParts): VerifierInfo {
  const { encoder, calibration, version, notices = [] } = parts;
  const models = { model: encoder.verdict.info, evidenceModel: encoder.evidence?.info };
  const minConfidence = leastConfidence(parts);
  const isMeasured = minConfidence.value === calibration.minConfidence;
  return {
    ...models,
    policyVersion: calibration.policyVersion,
    calibration: calibration.name,
    minConfidence,
    risk: isMeasured ? riskInForce(calibration, { ...models, version }) : undefined,
    notices,
  };
}

function leastConfidence({ minConfidence: set, calibration }: VerifierParts): VerifierInfo['minConfidence'] {
  if (set !== undefined) return { value: set, answers: set, from: 'MIN_CONFIDENCE' };
  const { minConfidence: value, answerMinConfidence: answers = value } = calibration;
  if (value === undefined || answers === undefined) return { value: 0, answers: 0, from: 'not measured' };
  return { value, answers, from: 'calibration' };
}

const CLAIM = 'The company employs 350 people and was founded in Oslo on 12 March 1990.';
const SENTENCES = [
  'Founded in 1990 by J. K. Berg, the company has a staff of 350.',
  'It did not open its second office, which cost $3.5 million, before 2014!',
  'Critics say that 40 % of its revenue comes from one customer; the board denied it.',
];

/** Verifies sentences of many kinds: the first texts cost many times the later ones. One round loads, four compile. */
export async function warmUpVerifier(verifier: Verifier, rounds: number): Promise<void> {
  for (let round = 1; round <= rounds; round += 1) {
    await verifier.verify({ claim: CLAIM, source: SENTENCES.slice(0, round).join(' ') });
  }
}
