import type { OpenAPIV3_1 } from 'openapi-types';
import { VERIFY_EXAMPLES } from '../../contract/verify.ts';
import { MAX_BATCH_BODY_BYTES } from '../routes/batch-route.ts';
import { manyErrors, verifyErrors } from './documented-errors.ts';
import { headersOf, RATE_HEADERS } from './response-headers.ts';

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
    example: VERIFY_EXAMPLES.response,
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
    example: VERIFY_EXAMPLES.matrix,
  });
}

/** POST /v1/verify/batch: many claims, one source. */
export function batchPath(): OpenAPIV3_1.PathItemObject {
  return verificationPath({
    operationId: 'verifyClaims',
    summary: 'Judge many claims against one grounding source',
    description:
      'Each claim is judged by itself, as by POST /v1/verify. Every ten claims begun count as one request against the ' +
      'limit of the key: one before the body is read, the others before a model runs.',
    request: { schema: 'BatchRequest', example: VERIFY_EXAMPLES.batchRequest },
    success: 'The claims were evaluated',
    schema: 'BatchResponse',
    example: VERIFY_EXAMPLES.batch,
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
    request = { schema: 'VerifyRequest', example: VERIFY_EXAMPLES.request },
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
