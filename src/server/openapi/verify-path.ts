import type { OpenAPIV3_1 } from 'openapi-types';
import { verifyErrors } from './error-responses.ts';
import { headersOf, RATE_HEADERS } from './response-headers.ts';

const EXAMPLE_REQUEST = {
  claim: 'The company employs 350 people.',
  grounding_source: 'Founded in 1990, the company has a staff of 350.',
};

interface Judging {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  /** What a 200 means, and the schema of its body. */
  readonly answer: string;
  readonly schema: string;
}

/** POST /v1/verify (SPECIFICATION.md, section 4.1). */
export function verifyPath(): OpenAPIV3_1.PathItemObject {
  return judging({
    operationId: 'verifyClaim',
    summary: 'Judge one claim against one grounding source',
    description: 'The verdict is based only on the source that is sent along.',
    answer: 'The claim was evaluated',
    schema: 'VerifyResponse',
  });
}

/** POST /v1/matrix: what lies behind a verdict. */
export function matrixPath(): OpenAPIV3_1.PathItemObject {
  return judging({
    operationId: 'scoreMatrix',
    summary: 'Score every part of the claim against every sentence of the source',
    description: 'The readings of single pairs behind a verdict. Counts as a request like any other.',
    answer: 'The pairs were scored',
    schema: 'MatrixResponse',
  });
}

function judging({ answer, schema, ...operation }: Judging): OpenAPIV3_1.PathItemObject {
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
          description: answer,
          headers: headersOf(...RATE_HEADERS, 'Server-Timing'),
          content: { 'application/json': body },
        },
        ...verifyErrors(),
      },
    },
  };
}
