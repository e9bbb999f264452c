import type { OpenAPIV3, OpenAPIV3_1 } from 'openapi-types';
import type { z } from 'zod';
import { billingEventSchema, SIGNATURE_HEADER } from '../../access/index.ts';
import type { Config } from '../../config.ts';
import { ACCOUNT_OPERATIONS } from '../operations/account-operations.ts';
import { ADMIN_OPERATIONS } from '../operations/admin-operations.ts';
import type { Operation } from '../operations/operation.ts';
import type { ResponseName } from '../operations/response-schemas.ts';
import { forbidden, keyUsed, operationErrors } from './documented-errors.ts';
import { jsonSchemaOf } from './json-schema.ts';
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

/** The parameters of a query string that is read with this schema. */
export function queryParameters(query: z.ZodType | undefined): OpenAPIV3_1.ParameterObject[] {
  if (query === undefined) return [];
  const { properties = {}, required = [] } = jsonSchemaOf(query) as OpenAPIV3_1.SchemaObject;
  return Object.entries(properties).map(([name, described]) => {
    const { description = '', ...schema } = described as OpenAPIV3.SchemaObject;
    return { name, in: 'query', required: required.includes(name), description, schema };
  });
}

const TIME = '2030-01-31T12:00:00.000Z';
const STATUS = 'active';
const CUSTOMER = { id: 'cus_9fJ2kLm0QxYz1A', name: 'Acme Ltd', email: 'ada@acme.test', created_at: TIME };
const SUBSCRIPTION = {
  id: 'sub_4hT8pWq2RsUv6B',
  customer_id: CUSTOMER.id,
  plan: 'standard',
  status: STATUS,
  period_end: null,
  external_ref: null,
  created_at: TIME,
  updated_at: TIME,
};
const KEY = {
  id: 'BjZLG3HkeK',
  name: 'Acme Ltd',
  state: 'active',
  family: 'BjZLG3HkeK',
  rotated_from: null,
  subscription_id: SUBSCRIPTION.id,
  customer_id: CUSTOMER.id,
  plan: 'standard',
  subscription_status: STATUS,
  limit: 60,
  window_seconds: 60,
  created_at: TIME,
  expires_at: null,
  revoked_at: null,
  last_used_at: TIME,
};
/** Of the right shape, but with a wrong checksum: secret scanners need not report it. */
const ISSUED = { id: KEY.id, key: 'cvs_BjZLG3HkeKxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx' };
const USAGE = { key_id: KEY.id, day: '2030-01-31', requests: 412, refused: 3 };
const PLAN = { id: 'standard', name: 'Standard', limit: null, window_seconds: 60 };
const OPERATOR = { id: 'k2Lm9QxYz1', name: 'ada', role: 'read', created_at: TIME, revoked_at: null };
const OVERVIEW = { statuses: [STATUS], working_keys: 1, last_used_at: TIME, requests: 412, refused: 3 };
const EMAIL = {
  id: 'out_7Rt5yUi3Op9aSd',
  kind: 'key',
  state: 'sent',
  customer_id: CUSTOMER.id,
  subscription_id: SUBSCRIPTION.id,
  attempts: 1,
  last_error: null,
  created_at: TIME,
  next_attempt_at: null,
  sent_at: TIME,
  given_up_at: null,
};
const LINE = {
  id: 'aud_3Fg6hJk9LmQwEr',
  at: TIME,
  actor: 'operator:ada',
  action: 'subscription.update',
  subject: SUBSCRIPTION.id,
  detail: { from: 'past_due', to: STATUS, plan_from: 'standard', plan: 'standard' },
};

const WEBHOOKS = { client: CUSTOMER.id, secret: '5a1f…64 hexadecimal digits…c09e' };

const JOB_CLIENT = {
  id: CUSTOMER.id,
  name: CUSTOMER.name,
  jobs: 3,
  statuses: { receiving: 0, queued: 1, running: 1, completed: 1, canceled: 0 },
  rows_waiting: 120_000,
  stored_bytes: 734_003_200,
  oldest_at: TIME,
};

const PAGE = { total: 1, next: null };

/** A body for each response of an operation. */
export const OPERATION_EXAMPLES: Readonly<Record<ResponseName, object>> = {
  Account: { key: KEY, family: [KEY], subscription: SUBSCRIPTION, usage: [USAGE], webhooks: WEBHOOKS },
  Customer: CUSTOMER,
  CustomerList: { customers: [{ ...CUSTOMER, ...OVERVIEW }], ...PAGE },
  CustomerFile: { customer: CUSTOMER, subscriptions: [SUBSCRIPTION], keys: [KEY] },
  CustomerExport: {
    customer: CUSTOMER,
    subscriptions: [SUBSCRIPTION],
    keys: [KEY],
    usage: [USAGE],
    emails: [EMAIL],
    jobs: [],
    audit: [LINE],
  },
  DeletedCustomer: { id: CUSTOMER.id, subscriptions: 1, keys: 1, usage_days: 12, emails: 2, jobs: 0 },
  Subscription: SUBSCRIPTION,
  NewSubscription: { subscription: SUBSCRIPTION, key: ISSUED },
  Queued: { queued: true },
  Key: KEY,
  KeyList: { keys: [KEY], ...PAGE },
  IssuedKey: ISSUED,
  RevokedKey: { ...KEY, state: 'revoked', revoked_at: TIME, also_revoked: [] },
  RotatedKey: { ...ISSUED, replaces: 'Dr8Jeun3YZ', old_key_expires_at: TIME },
  EmailList: { emails: [EMAIL], ...PAGE },
  JobClientList: { clients: [JOB_CLIENT], ...PAGE },
  DeletedJobs: { id: CUSTOMER.id, jobs: 3 },
  Usage: { days: [USAGE] },
  Plan: PLAN,
  PlanList: { plans: [PLAN], ...PAGE },
  AuditList: { lines: [LINE], ...PAGE },
  Operator: OPERATOR,
  SignedInOperator: { name: OPERATOR.name, role: OPERATOR.role },
  OperatorList: { operators: [OPERATOR], ...PAGE },
  NewOperator: { ...OPERATOR, token: 'cvo_k2Lm9QxYz1xxxxxxxxxxxxxxxxxxxxxxxxxxxxxx' },
  BillingResult: { outcome: 'applied', subscription_id: SUBSCRIPTION.id },
};
