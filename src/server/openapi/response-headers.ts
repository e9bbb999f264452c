import type { OpenAPIV3_1 } from 'openapi-types';

function integer(description: string): OpenAPIV3_1.HeaderObject {
  return { description, schema: { type: 'integer' } };
}

function string(description: string): OpenAPIV3_1.HeaderObject {
  return { description, schema: { type: 'string' } };
}

/** All headers that a response may have. */
export const headers = {
  'X-Request-Id': string('Request ID; a valid X-Request-Id of the request is reused'),
  'X-RateLimit-Limit': integer('Request limit for the window'),
  'X-RateLimit-Remaining': integer('Requests remaining in the window'),
  'X-RateLimit-Reset': integer('Unix timestamp, in seconds, at which the window resets'),
  'Retry-After': integer('Seconds until the next request is allowed'),
  'Server-Timing': string(
    'Milliseconds per stage (text, tokenize, queue, inference, policy), then the number of pairs that each model ' +
      'scored and of candidates left out because of MAX_VERDICT_PAIRS',
  ),
  Location: string('Path of the job'),
  'WWW-Authenticate': string('Bearer challenge (RFC 6750)'),
} satisfies Record<string, OpenAPIV3_1.HeaderObject>;

export type HeaderName = keyof typeof headers;
type HeaderReferences = Record<string, OpenAPIV3_1.ReferenceObject>;

/** References to the headers of a response; every response has X-Request-Id. */
export function headersOf(...names: HeaderName[]): HeaderReferences {
  const references = (['X-Request-Id', ...names] as const).map((name) => [
    name,
    { $ref: `#/components/headers/${name}` },
  ]);
  return Object.fromEntries(references) as HeaderReferences;
}

export const RATE_HEADERS = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'] as const;
