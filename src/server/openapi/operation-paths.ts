import type { OpenAPIV3, OpenAPIV3_1 } from 'openapi-types';
import { z } from 'zod';
import { billingEventSchema, SIGNATURE_HEADER } from '../../access/index.ts';
import { ACCOUNT_OPERATIONS } from '../operations/account-operations.ts';
import { ADMIN_OPERATIONS } from '../operations/admin-operations.ts';
import type { Operation } from '../operations/operation.ts';
import { operationErrors } from './documented-errors.ts';
import { headersOf } from './response-headers.ts';

/** OpenAPIV3_1.PathsObject with the methods as keys of a record, which the package's own type does not allow. */
type Paths = Record<string, Record<string, OpenAPIV3_1.OperationObject>>;

/** /v1/account and /admin/v1, described from the operation table that they are served from. */
export function operationPaths(): OpenAPIV3_1.PathsObject {
  const paths: Paths = {};
  const groups = [
    { operations: ACCOUNT_OPERATIONS, tag: 'account', scheme: 'bearerAuth' },
    { operations: ADMIN_OPERATIONS, tag: 'operator', scheme: 'adminToken' },
  ];
  for (const { operations, tag, scheme } of groups) {
    for (const one of operations) {
      const path = one.path.replace(':id', '{id}');
      const described = { ...describe(one), tags: [tag], security: [{ [scheme]: [] }] };
      paths[path] = { ...paths[path], [one.method.toLowerCase()]: described };
    }
  }
  return { ...paths, '/admin/v1/billing-events': { post: billing() } } as OpenAPIV3_1.PathsObject;
}

/** Security schemes of the operations, in addition to bearerAuth. */
export const OPERATION_SECURITY: Record<string, OpenAPIV3_1.SecuritySchemeObject> = {
  adminToken: {
    type: 'http',
    scheme: 'bearer',
    description: "The operator's ADMIN_TOKEN; if it is unset, these operations are not served.",
  },
  billingSignature: {
    type: 'apiKey',
    in: 'header',
    name: SIGNATURE_HEADER,
    description: 't=<Unix seconds>,v1=<hex HMAC-SHA256 with BILLING_SECRET of "<t>.<body>">; valid for five minutes',
  },
};

const IDEMPOTENCY_KEY: OpenAPIV3_1.ParameterObject = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'One for each request that is not a repetition, such as a UUID. For a day a repetition gets the answer of the first, ' +
    'with the header Idempotency-Replayed, and changes nothing; another request with it is a 409.',
  schema: { type: 'string', minLength: 8, maxLength: 255, pattern: '^[!-~]+$' },
};

function describe(one: Operation): OpenAPIV3_1.OperationObject {
  const { operationId, summary, status = 200, response, path, query, body } = one;
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } } as const;
  const repeatable = one.method === 'POST' ? [IDEMPOTENCY_KEY] : [];
  const parameters = [...(path.includes(':id') ? [id] : []), ...queryParameters(query), ...repeatable];
  return {
    operationId,
    summary,
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined ? {} : { requestBody: jsonBody(body) }),
    responses: { [status]: success(response), ...operationErrors() },
  };
}

function billing(): OpenAPIV3_1.OperationObject {
  return {
    operationId: 'receiveBillingEvent',
    summary: 'Applies a signed event of a payment provider; repeated and late deliveries change nothing',
    tags: ['operator'],
    security: [{ billingSignature: [] }],
    requestBody: jsonBody(billingEventSchema),
    responses: { 200: success('BillingResult'), ...operationErrors() },
  };
}

function success(schemaName: string): OpenAPIV3_1.ResponseObject {
  const schema = { $ref: `#/components/schemas/${schemaName}` };
  return { description: 'Success', headers: headersOf(), content: { 'application/json': { schema } } };
}

function jsonBody(schema: z.ZodType): OpenAPIV3_1.RequestBodyObject {
  return { required: true, content: { 'application/json': { schema: toSchema(schema) } } };
}

function queryParameters(query: z.ZodType | undefined): OpenAPIV3_1.ParameterObject[] {
  if (query === undefined) return [];
  const { properties = {}, required = [] } = toSchema(query);
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema: schema as OpenAPIV3.SchemaObject,
  }));
}

function toSchema(schema: z.ZodType): OpenAPIV3_1.SchemaObject {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io: 'input' });
  return rest as OpenAPIV3_1.SchemaObject;
}
