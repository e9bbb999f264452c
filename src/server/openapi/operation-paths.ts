import type { OpenAPIV3_1 } from 'openapi-types';
import type { z } from 'zod';
import { billingEventSchema, SIGNATURE_HEADER } from '../../access/index.ts';
import type { Config } from '../../config.ts';
import { ACCOUNT_OPERATIONS } from '../operations/account-operations.ts';
import { ADMIN_OPERATIONS } from '../operations/admin-operations.ts';
import type { Operation } from '../operations/operation.ts';
import type { ResponseName } from '../operations/response-schemas.ts';
import { forbidden, keyUsed, operationErrors } from './documented-errors.ts';
import { jsonSchemaOf } from './json-schema.ts';
import { OPERATION_EXAMPLES } from './operation-examples.ts';
import { queryParameters } from './query-parameters.ts';
import { headersOf } from './response-headers.ts';

/** OpenAPIV3_1.PathsObject with the methods as keys of a record, which the package's own type does not allow. */
type Paths = Record<string, Record<string, OpenAPIV3_1.OperationObject>>;

/** Which operations a server serves; only those are described. */
export interface ServedOperations {
  readonly account: boolean;
  /** Files as jobs. */
  readonly jobs: boolean;
  readonly operator: boolean;
  readonly billing: boolean;
  /** Gateways whose routes are served. */
  readonly gateways: Config['GATEWAY_ROUTES'];
}

/** /v1/account and /admin/v1, described from the operation table that they are served from. */
export function operationPaths({ account, operator, billing }: ServedOperations): OpenAPIV3_1.PathsObject {
  const paths: Paths = {};
  const groups = [
    ...(account ? [{ operations: ACCOUNT_OPERATIONS, tag: 'account', scheme: 'bearerAuth' }] : []),
    ...(operator ? [{ operations: ADMIN_OPERATIONS, tag: 'operator', scheme: 'adminToken' }] : []),
  ];
  for (const { operations, tag, scheme } of groups) {
    for (const one of operations) {
      const path = one.path.replace(':id', '{id}');
      const described = { ...describe(one), tags: [tag], security: [{ [scheme]: [] }] };
      paths[path] = { ...paths[path], [one.method.toLowerCase()]: described };
    }
  }
  const events = billing ? { '/admin/v1/billing-events': { post: billingEvents() } } : {};
  return { ...paths, ...events } as OpenAPIV3_1.PathsObject;
}

/** Security schemes of the operations, in addition to bearerAuth. */
const OPERATION_SECURITY = {
  adminToken: {
    type: 'http',
    scheme: 'bearer',
    description: 'ADMIN_TOKEN or the token of an operator; an operator with the role read may only use GET.',
  },
  billingSignature: {
    type: 'apiKey',
    in: 'header',
    name: SIGNATURE_HEADER,
    description: 't=<Unix seconds>,v1=<hex HMAC-SHA256 with BILLING_SECRET of "<t>.<body>">; valid for five minutes',
  },
} satisfies Record<string, OpenAPIV3_1.SecuritySchemeObject>;

/** Those of the operations that are served. */
export function operationSecurity({ operator, billing }: ServedOperations) {
  const { adminToken, billingSignature } = OPERATION_SECURITY;
  return { ...(operator ? { adminToken } : {}), ...(billing ? { billingSignature } : {}) };
}

export const IDEMPOTENCY_KEY: OpenAPIV3_1.ParameterObject = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'One for each request that is not a repetition, such as a UUID. For a day a repetition gets the answer of the first, ' +
    'with the header Idempotency-Replayed, and changes nothing; another request with it is a 409.',
  schema: { type: 'string', minLength: 8, maxLength: 255, pattern: '^[!-~]+$' },
};

function describe(one: Operation): OpenAPIV3_1.OperationObject {
  const { method, operationId, summary, description, status = 200, response, path, query, body } = one;
  const repeatable = method === 'POST' ? [IDEMPOTENCY_KEY] : [];
  const parameters = [...(path.includes(':id') ? [idOf(path)] : []), ...queryParameters(query), ...repeatable];
  return {
    operationId,
    summary,
    description,
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined ? {} : { requestBody: jsonBody(body) }),
    responses: {
      [status]: success(response),
      ...operationErrors(),
      ...(path.startsWith('/admin/') && method !== 'GET' ? { 403: forbidden() } : {}),
      ...(method === 'POST' ? { 409: keyUsed() } : {}),
    },
  };
}

/** "/admin/v1/keys/:id/revoke" has the ID of a key. */
function idOf(path: string): OpenAPIV3_1.ParameterObject {
  const [, collection = ''] = /\/([a-z]+)\/:id/.exec(path) ?? [];
  const description = `ID of the ${collection.replace(/s$/, '')}`;
  return { name: 'id', in: 'path', required: true, description, schema: { type: 'string', maxLength: 64 } };
}

function billingEvents(): OpenAPIV3_1.OperationObject {
  return {
    operationId: 'receiveBillingEvent',
    summary: 'Applies a signed event of a payment provider',
    description:
      'Creates, renews or ends the subscription that external_ref names. Repeated and late deliveries change nothing: the ' +
      'outcome is duplicate or stale.',
    tags: ['operator'],
    security: [{ billingSignature: [] }],
    requestBody: jsonBody(billingEventSchema),
    responses: { 200: success('BillingResult'), ...operationErrors() },
  };
}

function success(schemaName: ResponseName): OpenAPIV3_1.ResponseObject {
  const schema = { $ref: `#/components/schemas/${schemaName}` };
  const example = OPERATION_EXAMPLES[schemaName];
  return { description: 'Success', headers: headersOf(), content: { 'application/json': { schema, example } } };
}

function jsonBody(schema: z.ZodType): OpenAPIV3_1.RequestBodyObject {
  return { required: true, content: { 'application/json': { schema: jsonSchemaOf(schema) } } };
}
