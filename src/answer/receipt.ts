import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { AnswerBody, ReceiptBody } from '../contract/answer.ts';
import { ANSWER_LIMITS, type AnswerLimits } from '../contract/answer-request.ts';
import { ServiceError } from '../errors.ts';
import { type AnswerInput, answerRequestReader } from './answer-request.ts';

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

/** A hash that is not that of what it stands for. */
export interface ReceiptDifference {
  readonly member: 'report_sha256' | 'request_sha256';
  readonly stated: string;
  readonly computed: string;
}

/** A service may have been set to take more than usual. */
const ANY_LIMITS = Object.fromEntries(
  Object.keys(ANSWER_LIMITS).map((name) => [name, Number.MAX_SAFE_INTEGER]),
) as unknown as AnswerLimits;

/** The hashes of an answer's receipt that are wrong. Throws `invalid_request` for what is no answer or no request. */
export function checkReceipt(body: unknown, request?: unknown): ReceiptDifference[] {
  const { report_sha256: stated, ...receipt } = receiptOf(body);
  const found: ReceiptDifference[] = [
    { member: 'report_sha256', stated, computed: canonicalSha256({ ...(body as object), receipt }) },
  ];
  if (request !== undefined) {
    const { min_confidence: used = 0 } = body as { min_confidence?: number };
    const computed = requestSha256(answerRequestReader(ANY_LIMITS)(request), used);
    found.push({ member: 'request_sha256', stated: receipt.request_sha256, computed });
  }
  return found.filter((one) => one.stated !== one.computed);
}

type Hashes = Pick<ReceiptBody, 'report_sha256' | 'request_sha256'>;

function receiptOf(body: unknown): Hashes {
  const { receipt } = (body ?? {}) as { receipt?: Partial<Hashes> | null };
  if (typeof receipt?.report_sha256 === 'string' && typeof receipt.request_sha256 === 'string')
    return receipt as Hashes;
  const expected =
    'Expected an answer of POST /v1/verify/answer, with a receipt that has report_sha256 and request_sha256';
  throw new ServiceError('invalid_request', `${expected}, got something else.`);
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
