import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { AnswerBody, ReceiptBody } from '../contract/answer.ts';
import type { AnswerInput } from './answer-request.ts';

export interface ReceiptFacts {
  readonly input: AnswerInput;
  /** Hashes of the models' files. */
  readonly models: ReceiptBody['models'];
  /** The calibration as it was read. */
  readonly calibration: unknown;
  /** Of the product. */
  readonly version: string;
}

/** The body with its receipt behind everything else. */
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

/** Of the request with its defaults and the least confidence used written out: the same whether a caller states them or not. */
function requestSha256({ minConfidence, ...fields }: AnswerInput, used: number): string {
  return canonicalSha256({ ...fields, min_confidence: minConfidence ?? used });
}

/** The RFC 8785 form of a JSON value. Throws a TypeError for what JSON cannot hold, and for a lone surrogate. */
function canonicalJson(value: unknown): string {
  try {
    const text = canonicalize(value);
    if (text !== undefined) return text;
  } catch (cause) {
    throw new TypeError(`Expected a value with a canonical JSON form: ${(cause as Error).message}.`, { cause });
  }
  throw new TypeError(`Expected a value with a canonical JSON form, got ${typeof value}.`);
}

/** sha256 of the RFC 8785 form, in UTF-8, as hex. Throws a TypeError for what has no such form: a lone surrogate, NaN. */
export function canonicalSha256(value: unknown): string {
  return createHash('sha256').update(canonicalJson(value), 'utf8').digest('hex');
}
