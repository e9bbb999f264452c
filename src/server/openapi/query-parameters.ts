import type { OpenAPIV3, OpenAPIV3_1 } from 'openapi-types';
import type { z } from 'zod';
import { jsonSchemaOf } from './json-schema.ts';

/** The parameters of a query string that is read with this schema. */
export function queryParameters(query: z.ZodType | undefined): OpenAPIV3_1.ParameterObject[] {
  if (query === undefined) return [];
  const { properties = {}, required = [] } = jsonSchemaOf(query) as OpenAPIV3_1.SchemaObject;
  return Object.entries(properties).map(([name, described]) => {
    const { description = '', ...schema } = described as OpenAPIV3.SchemaObject;
    return { name, in: 'query', required: required.includes(name), description, schema };
  });
}
