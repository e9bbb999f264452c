/**
 * The bodies of the API, under the names and in the form of the API: both entry points of the package take and give
 * these. Types only, so that the client needs no other module.
 */
import type { AnswerBody, SentenceBody } from '../contract/answer.ts';
import type { AnswerRequestBody } from '../contract/answer-request.ts';
import type {
  BatchBody,
  BatchRequestBody,
  DetailedResponseBody,
  ResponseBody,
  VerifyRequestBody,
} from '../contract/verify.ts';

export type { MatchType, ReasonCode } from '../contract/words.ts';

export interface CallOptions {
  /** The call rejects with the signal's reason when it aborts: `AbortSignal.timeout(30_000)` sets a time limit. */
  readonly signal?: AbortSignal | undefined;
}

export interface VerifyOptions extends CallOptions {
  /** `full` adds `detail`: offsets, probabilities, reasons and model hashes. */
  readonly detail?: 'full' | undefined;
}

export interface AnswerCallOptions extends CallOptions {
  /** Called with each sentence in order as soon as it is decided. */
  readonly onSentence?: ((sentence: SentenceBody) => void) | undefined;
}

/** The interface that library and client share: a program can use either. */
export interface ClaimChecks {
  /** Judges a claim by a source: `POST /v1/verify`. */
  verify(body: VerifyRequestBody, options: VerifyOptions & { readonly detail: 'full' }): Promise<DetailedResponseBody>;
  verify(body: VerifyRequestBody, options?: VerifyOptions): Promise<ResponseBody>;
  /** Judges every sentence of an answer by several sources: `POST /v1/verify/answer`. */
  verifyAnswer(body: AnswerRequestBody, options?: AnswerCallOptions): Promise<AnswerBody>;
  /** Judges several claims by one source: `POST /v1/verify/batch`. */
  verifyBatch(body: BatchRequestBody, options?: CallOptions): Promise<BatchBody>;
}

export type {
  AnswerBody,
  CitationBody,
  CitationStatus,
  CountsBody,
  EvidenceBody,
  PlaceBody,
  QuotationBody,
  QuotationStatus,
  ReasonBody,
  ReceiptBody,
  RiskBody,
  SentenceBody,
  SourcePlaceBody,
} from '../contract/answer.ts';
export type {
  AnswerRequestBody,
  AnswerSource,
  Citations,
  CitedSpan,
  OffsetUnit,
  SourceFormat,
} from '../contract/answer-request.ts';
export type { Repair, RepairChangeBody, RepairedBody } from '../contract/repair.ts';
export type {
  AuditTrailEntry,
  BatchBody,
  BatchRequestBody,
  ClaimDetailBody,
  ClaimResultBody,
  DerivationBody,
  DetailedResponseBody,
  Offsets,
  Outcome,
  ResponseBody,
  Verdict,
  VerifyRequestBody,
  VerifyResponse,
} from '../contract/verify.ts';
