import type { OpenAPIV3_1 } from 'openapi-types';
import { verifyErrors } from './documented-errors.ts';
import { headersOf, RATE_HEADERS } from './response-headers.ts';

const EXAMPLE_REQUEST = {
  claim: 'The company employs 350 people.',
  grounding_source: 'Founded in 1990, the company has a staff of 350.',
};

interface VerificationPath {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  /** The meaning of a 200, and the name of its body's schema. */
  readonly success: string;
  readonly schema: string;
  readonly parameters?: OpenAPIV3_1.ParameterObject[];
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
  });
}

function verificationPath({ success, schema, ...operation }: VerificationPath): OpenAPIV3_1.PathItemObject {
  const request = { schema: { $ref: '#/components/schemas/VerifyRequest' }, example: EXAMPLE_REQUEST };
  const body = { schema: { $ref: `#/components/schemas/${schema}` } };
  return {
    post: {
      ...operation,
      tags: ['verification'],
      security: [{ bearerAuth: [] }],
      requestBody: { required: true, content: { 'application/json': request } },
      responses: {
        200: {
          description: success,
          headers: headersOf(...RATE_HEADERS, 'Server-Timing'),
          content: { 'application/json': body },
        },
        ...verifyErrors(),
      },
    },
  };
}
