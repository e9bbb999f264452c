import { z } from 'zod';
import { type Body, PAGE_FIELDS } from './body.ts';

export const SUBSCRIPTION_STATUSES = ['active', 'trialing', 'past_due', 'unpaid', 'canceled', 'expired'] as const;
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];

export const EMAIL_STATES = ['waiting', 'sent', 'given_up'] as const;
export type EmailState = (typeof EMAIL_STATES)[number];

/** `read` sees everything but changes nothing; `operate` does everything that ADMIN_TOKEN does. */
export const OPERATOR_ROLES = ['read', 'operate'] as const;
export type OperatorRole = (typeof OPERATOR_ROLES)[number];

const time = z.iso.datetime();
const status = z.enum(SUBSCRIPTION_STATUSES);

const CUSTOMER_ID = z.string().meta({ example: 'cus_BjZLG3HkeKxxxx' });
const SUBSCRIPTION_ID = z.string().meta({ example: 'sub_BjZLG3HkeKxxxx' });
const OLD_KEY = 'a3VbN8sTqR';

const Customer = z.strictObject({ id: CUSTOMER_ID, name: z.string(), email: z.string().nullable(), created_at: time });

const CustomerOverview = Customer.extend({
  statuses: z.array(status).meta({ description: "Current statuses of the customer's subscriptions, each once" }),
  working_keys: z.int().meta({ description: 'Keys that are neither revoked nor expired' }),
  last_used_at: time.nullable().meta({ description: 'Written in batches, seconds late' }),
  requests: z.int().meta({ description: 'Requests of the last 30 days that the rate limit allowed' }),
  refused: z.int().meta({ description: 'Requests of the last 30 days that the rate limit rejected' }),
});

const Subscription = z.strictObject({
  id: SUBSCRIPTION_ID,
  customer_id: CUSTOMER_ID,
  plan: z.string(),
  status: status.meta({ description: 'Current status; expired once the period of an active subscription has ended' }),
  period_end: time.nullable().meta({ description: 'null: no end' }),
  external_ref: z.string().nullable().meta({ description: "The payment provider's ID of the subscription" }),
  created_at: time,
  updated_at: time,
});

const Key = z.strictObject({
  id: z.string().meta({ description: 'Not secret; the key itself is shown only once, when it is created' }),
  name: z.string(),
  state: z.enum(['active', 'revoked', 'expired']),
  family: z.string().meta({ description: 'ID of the first key in the chain of rotations' }),
  rotated_from: z.string().nullable().meta({ description: 'ID of the key that this one replaced' }),
  subscription_id: SUBSCRIPTION_ID,
  customer_id: CUSTOMER_ID,
  plan: z.string(),
  subscription_status: status,
  limit: z.int().meta({ description: 'Requests per window' }),
  window_seconds: z.int(),
  created_at: time,
  expires_at: time.nullable(),
  revoked_at: time.nullable(),
  last_used_at: time.nullable().meta({ description: 'Written in batches, seconds late' }),
});

const IssuedKey = z.strictObject({
  id: z.string(),
  key: z.string().meta({ description: 'The key itself; it cannot be shown again' }),
});
const RotatedKey = IssuedKey.extend({
  replaces: z.string().meta({ example: OLD_KEY }),
  old_key_expires_at: time.nullable().meta({ description: 'Time at which the old key expires' }),
});

const RevokedKey = Key.extend({
  id: Key.shape.id.meta({ example: OLD_KEY }),
  family: Key.shape.family.meta({ example: OLD_KEY }),
  state: Key.shape.state.meta({ example: 'revoked' }),
  revoked_at: Key.shape.revoked_at.meta({ example: '2030-01-31T12:00:00.000Z' }),
  also_revoked: z.array(z.string()).meta({ description: 'IDs of the keys rotated from it that were revoked with it' }),
});

const CustomerFile = z.strictObject({
  customer: Customer,
  subscriptions: z.array(Subscription),
  keys: z.array(Key),
});

const Email = z.strictObject({
  id: z.string().meta({ example: 'out_BjZLG3HkeKxxxx' }),
  kind: z
    .enum(['key', 'rotation'])
    .meta({ description: 'key: contains a new key; rotation: notice that a key was rotated' }),
  state: z.enum(EMAIL_STATES),
  customer_id: CUSTOMER_ID,
  subscription_id: SUBSCRIPTION_ID,
  attempts: z.int(),
  last_error: z.string().nullable().meta({ description: 'Last error of the mail server; null once sent' }),
  created_at: time,
  next_attempt_at: time
    .nullable()
    .meta({ description: 'null unless the e-mail is waiting', example: '2030-01-31T12:00:05.000Z' }),
  sent_at: time.nullable(),
  given_up_at: time.nullable(),
});

const Plan = z.strictObject({
  id: z.string().meta({ example: 'standard' }),
  name: z.string().meta({ example: 'Standard' }),
  limit: z.int().nullable().meta({ description: 'Requests per window; null: RATE_LIMIT_PER_MINUTE applies' }),
  window_seconds: z.int(),
});

const Used = z.strictObject({
  requests: z
    .int()
    .meta({ description: 'Requests that the rate limit allowed; a request that costs several counts as several' }),
  refused: z.int().meta({ description: 'Requests that the rate limit rejected' }),
});

const UsageDay = z.strictObject({
  key_id: z.string(),
  day: z.iso.date().meta({ description: 'UTC' }),
  ...Used.shape,
});
const Usage = z.strictObject({ days: z.array(UsageDay).meta({ description: 'Days without requests are left out' }) });

const AuditLine = z.strictObject({
  id: z.string(),
  at: time,
  actor: z.string(),
  action: z.string(),
  subject: SUBSCRIPTION_ID,
  detail: z
    .record(z.string(), z.union([z.string(), z.number(), z.null()]))
    .meta({ example: { from: 'active', to: 'past_due' } }),
});

const Operator = z.strictObject({
  id: z.string().meta({ example: 'k2Lm9QxYz1' }),
  name: z.string().meta({ example: 'ada' }),
  role: z.enum(OPERATOR_ROLES),
  created_at: time,
  revoked_at: time.nullable(),
});

const Replica = z.strictObject({
  since: time.meta({ description: 'Midnight (UTC), or when the process started' }),
  requests: z.int().meta({ description: 'Requests to check claims or answers' }),
  invalid: z.int().meta({ description: 'Responses with 4xx other than 429' }),
  refused: z.int().meta({ description: 'Refused by a rate limit (429), or by the queue or during the warm-up (503)' }),
  errors: z.int().meta({ description: 'Other responses with 5xx' }),
  latency_ms: z
    .strictObject({ p50: z.int(), p95: z.int() })
    .nullable()
    .meta({ description: 'Latency of the newest 1,000 successful requests, in milliseconds; null: there were none' }),
  outcomes: z
    .strictObject({ pass: z.int(), review: z.int(), fail: z.int() })
    .meta({ description: 'Checked claims and whole answers by outcome; rows of files are not counted' }),
});

const Overview = z.strictObject({
  day: z.iso.date().meta({ description: 'Today, UTC' }),
  usage: Used.extend({ customers: z.int().meta({ description: 'Customers with requests' }) }).meta({
    description: 'Today, over all replicas; written in batches, seconds late',
  }),
  days: z.array(Used.extend({ day: z.iso.date() })).meta({
    description: 'The last 30 days over all customers; days without requests are left out',
  }),
  top_customers: z.array(Used.extend({ id: CUSTOMER_ID, name: z.string() })).meta({
    description: 'The five customers with the most requests today, refused ones included',
  }),
  replica: Replica.meta({ description: 'Counters of the answering process, today' }),
});

const SignedInOperator = Operator.pick({ name: true, role: true }).extend({
  sends_mail: z.boolean().meta({ description: 'true if the service has a mail server, so that keys can be sent' }),
});

/** The 2xx bodies of the operations, by their names in the OpenAPI document. */
export const RECORD_SCHEMAS = {
  Account: z.strictObject({
    key: Key,
    family: z.array(Key).meta({ description: 'All keys of the chain of rotations, this one included' }),
    subscription: Subscription,
    usage: z.array(UsageDay),
  }),
  Customer,
  CustomerList: z.strictObject({ customers: z.array(CustomerOverview), ...PAGE_FIELDS }),
  CustomerFile,
  DeletedCustomer: z.strictObject({
    id: CUSTOMER_ID,
    subscriptions: z.int(),
    keys: z.int(),
    usage_days: z.int(),
    emails: z.int(),
    jobs: z.int(),
  }),
  Subscription,
  NewSubscription: z.strictObject({
    subscription: Subscription,
    key: IssuedKey.optional().meta({ description: 'Absent if the key is sent by e-mail' }),
  }),
  Queued: z.strictObject({ queued: z.literal(true) }),
  Key,
  KeyList: z.strictObject({ keys: z.array(Key), ...PAGE_FIELDS }),
  IssuedKey,
  RevokedKey,
  RotatedKey,
  EmailList: z.strictObject({ emails: z.array(Email), ...PAGE_FIELDS }),
  Usage,
  Plan,
  PlanList: z.strictObject({ plans: z.array(Plan), ...PAGE_FIELDS }),
  AuditList: z.strictObject({ lines: z.array(AuditLine), ...PAGE_FIELDS }),
  Operator,
  OperatorList: z.strictObject({ operators: z.array(Operator), ...PAGE_FIELDS }),
  Overview,
  SignedInOperator,
  NewOperator: Operator.extend({
    token: z.string().meta({ description: 'The token itself; it cannot be shown again' }),
  }),
} as const;

export type RecordName = keyof typeof RECORD_SCHEMAS;

/** The type of one record body: `RecordBody<'Account'>`. */
export type RecordBody<Name extends RecordName> = Body<(typeof RECORD_SCHEMAS)[Name]>;
