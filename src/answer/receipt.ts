import { canonicalSha256 } from '../canonical-sha256.ts';
import type { AnswerBody, ReceiptBody } from '../contract/answer.ts';
import type { AnswerInput } from './answer-request.ts';

export interface ReceiptFacts {
  readonly input: AnswerInput;
  /** Hashes of the models' files. */
  readonly models: ReceiptBody['models'];
  /** The calibration as it was read. */
  readonly calibration: unknown;
  /** Version of the product. */
  readonly version: string;
}

/** The body with its receipt after everything else. */
export function withReceipt(body: Omit<AnswerBody, 'receipt'>, facts: ReceiptFacts): AnswerBody {
  const { verdict, evidence } = facts.models;
  const receipt = {
    request_sha256: requestSha256(facts.input, body.min_confidence),
    models: { verdict, evidence },
    calibration_sha256: canonicalSha256(facts.calibration),
    version: facts.version,
  };
  return { ...body, receipt: { report_sha256: canonicalSha256({ ...body, receipt }), ...receipt } };
}

/**
 * Hash of the request with all defaults and the effective `min_confidence` written out, so that stating a default changes
 * nothing.
 */
function requestSha256({ minConfidence, ...fields }: AnswerInput, used: number): string {
  return canonicalSha256({ ...fields, min_confidence: minConfidence ?? used });
}
