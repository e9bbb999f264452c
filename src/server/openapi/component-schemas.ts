import { z } from 'zod';
import { ERRORS } from '../../errors.ts';
import {
  type AnswerLimits,
  answerRequestSchema,
  BatchRequest,
  type DetailBody,
  MATCH_TYPES,
  PHASES,
  REASON_CODES,
  VERDICTS,
  VerifyRequest,
} from '../../index.ts';
import { JOB_SCHEMAS } from '../jobs/job-schemas.ts';
import { RESPONSE_SCHEMAS } from '../operations/response-schemas.ts';
import { ANSWER_SCHEMAS } from './answer-schemas.ts';
import { namedJsonSchemas } from './json-schema.ts';

const score = (description?: string) =>
  z
    .number()
    .min(0)
    .max(1)
    .meta({ format: 'double', ...(description === undefined ? {} : { description }) });

const AuditTrailEntry = z
  .object({
    claim_span: z.string().meta({ description: 'Substring of the claim being evaluated' }),
    source_span: z.string().meta({ description: 'Corresponding substring of the source; empty when nothing matches' }),
    match_type: z.enum(MATCH_TYPES),
  })
  .meta({ description: 'One part of the claim and the part of the source that decided it' });

const Offsets = z
  .object({ start: z.int().min(0), end: z.int().min(0) })
  .meta({ description: 'A span of the claim or of the source; end is exclusive' });

const VerifyDetail = z
  .object({
    offsets: z.literal('utf16').meta({ description: 'What all offsets count: UTF-16 code units' }),
    scores: z
      .object({ SUPPORTED: score(), UNSUPPORTED: score(), UNCERTAIN: score() })
      .meta({ description: 'Calibrated probability of each verdict; they sum to 1' }),
    spans: z
      .array(
        z.object({
          claim: Offsets,
          source: Offsets.nullable().meta({ description: 'null when nothing matches' }),
          reasons: z
            .array(
              z.object({
                code: z.enum(REASON_CODES),
                expected: Offsets.nullable().meta({ description: 'In the source; null where no rule knows' }),
                found: Offsets.nullable().meta({ description: 'In the claim; null where no rule knows' }),
              }),
            )
            .meta({ description: 'Why the span is not supported' }),
        }),
      )
      .meta({ description: 'One for each entry of audit_trail, in its order' }),
    models: z
      .object({ verdict: z.string(), evidence: z.string().nullable() })
      .meta({ description: 'sha256 of the verdict model and of the evidence model; null if there is none' }),
  })
  .meta({ description: 'What the verdict was made from' }) satisfies z.ZodType<DetailBody>;

const VerifyResponse = z
  .object({
    verdict: z.enum(VERDICTS),
    confidence: z.number().min(0).max(1).meta({ format: 'double', description: 'Confidence in the verdict' }),
    reasoning: z.string().meta({ description: 'Step-by-step explanation of how the verdict was reached' }),
    audit_trail: z.array(AuditTrailEntry).meta({ description: 'At least one entry per part of the claim' }),
    detail: VerifyDetail.optional().meta({ description: 'With ?detail=full only' }),
  })
  .meta({ description: 'The verdict and the source spans that it is based on' });

const BatchResponse = z
  .object({
    results: z.array(VerifyResponse).meta({ description: 'One for each claim, in the order of the claims' }),
  })
  .meta({ description: 'What POST /v1/verify answers for each claim and the source' });

const PairScores = z
  .object({
    entailment: score('The source span says what the claim span says'),
    neutral: score('The source span neither says nor contradicts it'),
    contradiction: score('The source span contradicts it'),
  })
  .meta({ description: "A model's probabilities for one claim span and one source span; they sum to 1" });

const MatrixResponse = z
  .object({
    claim_spans: z.array(z.string()).meta({ description: 'Substrings of the claim, in order' }),
    source_spans: z.array(z.string()).meta({ description: 'Substrings of the source, in order' }),
    scores: z.array(z.array(PairScores)).meta({
      description: 'One row per claim span, one cell per source span; a row is empty if its claim span asserts nothing',
    }),
    phase: z.array(z.array(z.enum(PHASES))).meta({
      description:
        'The model whose scores each cell holds: verdict if the verdict model scored the pair, else evidence',
    }),
    relevant: z.array(z.array(z.boolean())).meta({
      description:
        'Whether the verdict counts the sentence as one about the same matter: the verdict model scored it, and it has at ' +
        'least 60 % as many of the words of the claim span, weighted by rarity, as the sentence that has most of them',
    }),
  })
  .meta({ description: 'Every part of the claim against every sentence of the source' });

const publicCodes = [...new Set(Object.values(ERRORS).map((row) => row.publicCode))];

const ErrorResponse = z
  .object({
    error: z.object({
      code: z.enum(publicCodes),
      message: z.string(),
      details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional(),
    }),
  })
  .meta({ description: 'The body of every error' });

/** The JSON Schemas of requests and responses by name, for `#/components/schemas`. */
export function componentSchemas(limits: AnswerLimits): Record<string, object> {
  return namedJsonSchemas({
    VerifyRequest,
    VerifyResponse,
    AuditTrailEntry,
    VerifyDetail,
    Offsets,
    BatchRequest,
    BatchResponse,
    MatrixResponse,
    PairScores,
    AnswerRequest: answerRequestSchema(limits),
    ...ANSWER_SCHEMAS,
    ErrorResponse,
    ...JOB_SCHEMAS,
    ...RESPONSE_SCHEMAS,
  });
}
