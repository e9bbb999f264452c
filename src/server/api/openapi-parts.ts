import type { OpenAPIV3, OpenAPIV3_1 } from 'openapi-types';
import type { z } from 'zod';
import { jsonSchemaOf } from '../openapi/json-schema.ts';

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

/** A body in JSON with the schema that it is read with. */
export function jsonContent(schema: z.ZodType): Record<string, OpenAPIV3_1.MediaTypeObject> {
  return { 'application/json': { schema: jsonSchemaOf(schema) } };
}

/** A body in JSON with the schema of this name. */
export function namedContent(name: string, example: object): Record<string, OpenAPIV3_1.MediaTypeObject> {
  return { 'application/json': { schema: { $ref: `#/components/schemas/${name}` }, example } };
}

/** The parameters of a query string that is read with this schema. */
export function queryParameters(query: z.ZodType | undefined): OpenAPIV3_1.ParameterObject[] {
  if (query === undefined) return [];
  const { properties = {}, required = [] } = jsonSchemaOf(query) as OpenAPIV3_1.SchemaObject;
  return Object.entries(properties).map(([name, described]) => {
    const { description = '', ...schema } = described as OpenAPIV3.SchemaObject;
    return { name, in: 'query', required: required.includes(name), description, schema };
  });
}

/** `:id` in a path. */
export function idOf(what: string): OpenAPIV3_1.ParameterObject {
  const schema = { type: 'string', maxLength: 64 } as const;
  return { name: 'id', in: 'path', required: true, description: `ID of the ${what}`, schema };
}
