import type { OpenAPIV3_1 } from 'openapi-types';

function integer(description: string): OpenAPIV3_1.HeaderObject {
  return { description, schema: { type: 'integer' } };
}

function string(description: string): OpenAPIV3_1.HeaderObject {
  return { description, schema: { type: 'string' } };
}

/** Every header an answer may carry. */
export const headers = {
  'X-Request-Id': string('Names this exchange in the logs; a sane one sent with the request is kept'),
  'X-RateLimit-Limit': integer('Request limit for the window'),
  'X-RateLimit-Remaining': integer('Requests remaining in the window'),
  'X-RateLimit-Reset': integer('Unix timestamp, in seconds, at which the window resets'),
  'Retry-After': integer('Seconds until the next request is allowed'),
  'Server-Timing': string(
    'Milliseconds per stage (text, tokenize, queue, inference, policy), then the pairs that each model read and the ' +
      'candidates cut for MAX_VERDICT_PAIRS',
  ),
  'WWW-Authenticate': string('The challenge of RFC 6750'),
  Allow: string('The methods served at this path'),
} satisfies Record<string, OpenAPIV3_1.HeaderObject>;

export type HeaderName = keyof typeof headers;
type HeaderReferences = Record<string, OpenAPIV3_1.ReferenceObject>;

/** References to the headers of an answer; X-Request-Id is on all of them. */
export function headersOf(...names: HeaderName[]): HeaderReferences {
  const references = (['X-Request-Id', ...names] as const).map((name) => [
    name,
    { $ref: `#/components/headers/${name}` },
  ]);
  return Object.fromEntries(references) as HeaderReferences;
}

export const RATE_HEADERS = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'] as const;
