import {
  AnswerBody,
  CitationBody,
  EvidenceBody,
  PlaceBody,
  QuotationBody,
  ReasonBody,
  SentenceBody,
  SourcePlaceBody,
} from '../../contract/answer.ts';
import { type AnswerLimits, answerRequestSchemas } from '../../contract/answer-request.ts';
import { ErrorBody } from '../../contract/body.ts';
import {
  AuditTrailEntry,
  BatchBody,
  BatchRequestBody,
  DetailBody,
  MatrixBody,
  Offsets,
  PairScores,
  VerifyRequestBody,
  VerifyResponse,
} from '../../contract/verify.ts';
import { JOB_SCHEMAS } from '../jobs/job-schemas.ts';
import { RESPONSE_SCHEMAS } from '../operations/response-schemas.ts';
import { namedJsonSchemas } from './json-schema.ts';

/** The JSON Schemas of requests and responses by name, for `#/components/schemas`. */
export function componentSchemas(limits: AnswerLimits): Record<string, object> {
  return namedJsonSchemas({
    VerifyRequest: VerifyRequestBody,
    VerifyResponse,
    AuditTrailEntry,
    VerifyDetail: DetailBody,
    Offsets,
    BatchRequest: BatchRequestBody,
    BatchResponse: BatchBody,
    MatrixResponse: MatrixBody,
    PairScores,
    AnswerRequest: answerRequestSchemas(limits).AnswerRequestBody,
    AnswerResponse: AnswerBody,
    AnswerSentence: SentenceBody,
    AnswerReason: ReasonBody,
    AnswerEvidence: EvidenceBody,
    AnswerCitation: CitationBody,
    AnswerQuotation: QuotationBody,
    AnswerPlace: PlaceBody,
    SourcePlace: SourcePlaceBody,
    ErrorResponse: ErrorBody,
    ...JOB_SCHEMAS,
    ...RESPONSE_SCHEMAS,
  });
}
