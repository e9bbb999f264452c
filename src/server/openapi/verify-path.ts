import type { OpenAPIV3_1 } from 'openapi-types';
import { headersOf, RATE_HEADERS } from './headers.ts';
import { verifyErrors } from './responses.ts';

const EXAMPLE_REQUEST = {
  claim: 'The company employs 350 people.',
  grounding_source: 'Founded in 1990, the company has a staff of 350.',
};

/** POST /v1/verify (specification, section 4.1). */
export function verifyPath(): OpenAPIV3_1.PathItemObject {
  return {
    post: {
      operationId: 'verifyClaim',
      summary: 'Judge one claim against one grounding source',
      description: 'The verdict is based only on the source that is sent along.',
      tags: ['verification'],
      security: [{ bearerAuth: [] }],
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: { $ref: '#/components/schemas/VerifyRequest' },
            example: EXAMPLE_REQUEST,
          },
        },
      },
      responses: {
        200: {
          description: 'The claim was evaluated',
          headers: headersOf(...RATE_HEADERS, 'Server-Timing'),
          content: { 'application/json': { schema: { $ref: '#/components/schemas/VerifyResponse' } } },
        },
        ...verifyErrors(),
      },
    },
  };
}
