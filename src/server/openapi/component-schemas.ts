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
import { type AnswerLimits, answerRequestSchema } from '../../index.ts';
import { JOB_SCHEMAS } from '../jobs/job-schemas.ts';
import { RESPONSE_SCHEMAS } from '../operations/response-schemas.ts';
import { ANSWER_SCHEMAS } from './answer-schemas.ts';
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
    AnswerRequest: answerRequestSchema(limits),
    ...ANSWER_SCHEMAS,
    ErrorResponse: ErrorBody,
    ...JOB_SCHEMAS,
    ...RESPONSE_SCHEMAS,
  });
}
