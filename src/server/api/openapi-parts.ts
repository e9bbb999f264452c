import type { OpenAPIV3, OpenAPIV3_1 } from 'openapi-types';
import { z } from 'zod';

const header = (type: 'integer' | 'string') => (description: string) => ({ description, schema: { type } });
const [integer, string] = [header('integer'), header('string')];

export const headers = {
  'X-Request-Id': string('Request ID; a valid X-Request-Id of the request is reused'),
  'X-RateLimit-Limit': integer('Request limit for the window'),
  'X-RateLimit-Remaining': integer('Requests remaining in the window'),
  'X-RateLimit-Reset': integer('Unix timestamp, in seconds, at which the window resets'),
  'Retry-After': integer('Seconds until the next request is allowed'),
  'Server-Timing': string(
    'Milliseconds per stage (text, tokenize, queue, inference, policy), then the number of pairs that each model scored',
  ),
  Location: string('Path of the job'),
  'WWW-Authenticate': string('Bearer challenge (RFC 6750)'),
} satisfies Record<string, OpenAPIV3_1.HeaderObject>;

type HeaderName = keyof typeof headers;
type HeaderReferences = Record<string, OpenAPIV3_1.ReferenceObject>;

/** References to the headers of a response; every response has X-Request-Id. */
export function headersOf(names: readonly HeaderName[]): HeaderReferences {
  const references = (['X-Request-Id', ...names] as const).map((name) => [
    name,
    { $ref: `#/components/headers/${name}` },
  ]);
  return Object.fromEntries(references) as HeaderReferences;
}

export const RATE_HEADERS = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'] as const;

/** A response to a request that counts against the limit of a key. */
export function countedResponse(
  description: string,
  [name, example]: readonly [name: string, example: object],
  more: readonly HeaderName[] = [],
) {
  return { description, headers: headersOf([...RATE_HEADERS, ...more]), content: namedContent(name, example) };
}

export function jsonContent(schema: z.ZodType): Record<string, OpenAPIV3_1.MediaTypeObject> {
  return { 'application/json': { schema: jsonSchemaOf(schema) } };
}

export function namedContent(name: string, example: object): Record<string, OpenAPIV3_1.MediaTypeObject> {
  return { 'application/json': { schema: { $ref: `#/components/schemas/${name}` }, example } };
}

/** Texts that only one form would be right for, by the names of their fields; a secret has a wrong checksum, so that scanners do not report it. */
const EXAMPLE_TEXTS: Readonly<Record<string, string>> = {
  name: 'Acme Ltd',
  plan: 'standard',
  actor: 'operator:ada',
  action: 'subscription.update',
  key: 'cvs_BjZLG3HkeKxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',
  token: 'cvo_k2Lm9QxYz1xxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',
};

/** An example of a body: a field's own, else its first choice, one item a list, no value where it may be null. */
export function exampleOf(schema: z.ZodType): object {
  return exampleValue(jsonSchemaOf(schema) as OpenAPIV3_1.SchemaObject, '') as object;
}

function exampleValue(schema: OpenAPIV3_1.SchemaObject, name: string): unknown {
  const { type, properties, format, anyOf, enum: choices } = schema;
  if ('example' in schema) return schema.example;
  if ('const' in schema) return schema.const;
  if (choices !== undefined) return choices[0];
  if (anyOf !== undefined || Array.isArray(type)) return null;
  if (type === 'array') return [exampleValue(schema.items as OpenAPIV3_1.SchemaObject, name)];
  if (type === 'integer') return 1;
  if (type === 'boolean') return true;
  if (type === 'string') return textOf(format, name);
  const fields = Object.entries(properties ?? {}) as [string, OpenAPIV3_1.SchemaObject][];
  return Object.fromEntries(fields.map(([field, inner]) => [field, exampleValue(inner, field)]));
}

function textOf(format: string | undefined, name: string): string {
  if (format === 'date-time') return '2030-01-31T12:00:00.000Z';
  return format === 'date' ? '2030-01-31' : (EXAMPLE_TEXTS[name] ?? 'BjZLG3HkeK');
}

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

/** Removes what zod adds and a reader does not need: bounds of safe integers, patterns of times and of numbers. */
function withoutNoise({ jsonSchema }: { jsonSchema: Record<string, unknown> }): void {
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (typeof jsonSchema.format === 'string' || jsonSchema.type === 'integer') delete jsonSchema.pattern;
}

const OPTIONS = { io: 'input', override: withoutNoise } as const;

function jsonSchemaOf(schema: z.ZodType): Record<string, unknown> {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, OPTIONS);
  return rest;
}

/** The JSON Schemas by name, which refer to one another as `#/components/schemas/NAME`. */
export function namedJsonSchemas(named: Readonly<Record<string, z.ZodType>>): Record<string, object> {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(named)) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, { ...OPTIONS, uri: (id) => `#/components/schemas/${id}` });
  return Object.fromEntries(
    Object.entries(schemas).map(([id, { $schema: _dialect, $id: _address, ...schema }]) => [id, schema]),
  );
}
