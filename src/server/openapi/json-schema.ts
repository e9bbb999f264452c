import { z } from 'zod';

/** What zod adds of its own accord and what tells a reader nothing: the bounds of safe integers, the patterns of times and of numbers. */
function withoutNoise({ jsonSchema }: { jsonSchema: Record<string, unknown> }): void {
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (typeof jsonSchema.format === 'string' || jsonSchema.type === 'integer') delete jsonSchema.pattern;
}

const OPTIONS = { io: 'input', override: withoutNoise } as const;

/** The JSON Schema of what a caller writes. */
export function jsonSchemaOf(schema: z.ZodType): Record<string, unknown> {
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
