import type { OpenAPIV3_1 } from 'openapi-types';
import { MAX_BATCH_BODY_BYTES } from '../routes/batch-route.ts';
import { manyErrors, verifyErrors } from './documented-errors.ts';
import { headersOf, RATE_HEADERS } from './response-headers.ts';

const EXAMPLE_REQUEST = {
  claim: 'The company employs 350 people.',
  grounding_source: 'Founded in 1990, the company has a staff of 350.',
};

const EXAMPLE_VERDICT = {
  verdict: 'SUPPORTED',
  confidence: 0.9312,
  reasoning: '1. "The company employs 350 people." is supported. Quoted: "the company has a staff of 350"',
  audit_trail: [
    {
      claim_span: 'The company employs 350 people.',
      source_span: 'Founded in 1990, the company has a staff of 350.',
      match_type: 'paraphrase_match',
    },
  ],
};

const EXAMPLE_REFUTED = {
  verdict: 'UNSUPPORTED',
  confidence: 0.8472,
  reasoning: '1. "It was founded in 1980." is contradicted: the source says 1990 where the claim says 1980.',
  audit_trail: [
    {
      claim_span: 'It was founded in 1980.',
      source_span: 'Founded in 1990, the company has a staff of 350.',
      match_type: 'contradiction',
    },
  ],
};

const EXAMPLE_MATRIX = {
  claim_spans: [EXAMPLE_REQUEST.claim],
  source_spans: [EXAMPLE_REQUEST.grounding_source],
  scores: [[{ entailment: 0.94, neutral: 0.05, contradiction: 0.01 }]],
  phase: [['verdict']],
  relevant: [[true]],
};

interface VerificationPath {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  /** The meaning of a 200, and the name of its body's schema. */
  readonly success: string;
  readonly schema: string;
  /** An answer to the example of the request. */
  readonly example: object;
  readonly parameters?: OpenAPIV3_1.ParameterObject[];
  /** Those of POST /v1/verify by default, as the others below. */
  readonly request?: { readonly schema: string; readonly example: object };
  readonly headers?: ReturnType<typeof headersOf>;
  readonly errors?: ReturnType<typeof verifyErrors>;
}

/** POST /v1/verify (SPECIFICATION.md, section 4.1). */
export function verifyPath(): OpenAPIV3_1.PathItemObject {
  return verificationPath({
    operationId: 'verifyClaim',
    summary: 'Judge one claim against one grounding source',
    description: 'The verdict is based only on the source in the request.',
    parameters: [
      {
        name: 'detail',
        in: 'query',
        description: 'full: adds detail to the response; any other value is a 400',
        schema: { type: 'string', enum: ['full'] },
      },
    ],
    success: 'The claim was evaluated',
    schema: 'VerifyResponse',
    example: EXAMPLE_VERDICT,
  });
}

/** POST /v1/matrix: the scores behind a verdict. */
export function matrixPath(): OpenAPIV3_1.PathItemObject {
  return verificationPath({
    operationId: 'scoreMatrix',
    summary: 'Score every part of the claim against every sentence of the source',
    description: 'The model scores behind a verdict, pair by pair. Counts as one request.',
    success: 'The pairs were scored',
    schema: 'MatrixResponse',
    example: EXAMPLE_MATRIX,
  });
}

const EXAMPLE_BATCH = {
  claims: ['The company employs 350 people.', 'It was founded in 1980.'],
  grounding_source: EXAMPLE_REQUEST.grounding_source,
};

/** POST /v1/verify/batch: many claims, one source. */
export function batchPath(): OpenAPIV3_1.PathItemObject {
  return verificationPath({
    operationId: 'verifyClaims',
    summary: 'Judge many claims against one grounding source',
    description:
      'Each claim is judged by itself, as by POST /v1/verify. Every ten claims begun count as one request against the ' +
      'limit of the key: one before the body is read, the others before a model runs.',
    request: { schema: 'BatchRequest', example: EXAMPLE_BATCH },
    success: 'The claims were evaluated',
    schema: 'BatchResponse',
    example: { results: [EXAMPLE_VERDICT, EXAMPLE_REFUTED] },
    headers: headersOf(...RATE_HEADERS),
    errors: manyErrors(MAX_BATCH_BODY_BYTES, {
      message: 'claims[17] must be a string of 1 to 500 characters, got 501.',
      details: { field: 'claims[17]', max_length: 500, received_length: 501 },
    }),
  });
}

function verificationPath(path: VerificationPath): OpenAPIV3_1.PathItemObject {
  const { success, schema, example, ...rest } = path;
  const {
    request = { schema: 'VerifyRequest', example: EXAMPLE_REQUEST },
    headers = headersOf(...RATE_HEADERS, 'Server-Timing'),
    errors = verifyErrors(),
    ...operation
  } = rest;
  return {
    post: {
      ...operation,
      tags: ['verification'],
      security: [{ bearerAuth: [] }],
      requestBody: {
        required: true,
        content: { 'application/json': { schema: reference(request.schema), example: request.example } },
      },
      responses: {
        200: { description: success, headers, content: { 'application/json': { schema: reference(schema), example } } },
        ...errors,
      },
    },
  };
}

function reference(schema: string): OpenAPIV3_1.ReferenceObject {
  return { $ref: `#/components/schemas/${schema}` };
}
