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
import { JobBody, JobEventBody, JobListBody, UploadPlaceBody } from '../../contract/job.ts';
import { RECORD_SCHEMAS } from '../../contract/records.ts';
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
    Job: JobBody,
    JobList: JobListBody,
    JobEvent: JobEventBody,
    UploadPlace: UploadPlaceBody,
    ...RECORD_SCHEMAS,
  });
}
