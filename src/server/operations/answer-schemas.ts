import { z } from 'zod';
import { LETTER_STATES, SUBSCRIPTION_STATUSES } from '../../access/index.ts';

const time = z.iso.datetime();
const status = z.enum(SUBSCRIPTION_STATUSES);

const Customer = z.strictObject({ id: z.string(), name: z.string(), email: z.string().nullable(), created_at: time });

const Subscription = z.strictObject({
  id: z.string(),
  customer_id: z.string(),
  plan: z.string(),
  status: status.meta({ description: 'What holds now: expired once the period of an active one has ended' }),
  period_end: time.nullable().meta({ description: 'null for endless' }),
  external_ref: z.string().nullable().meta({ description: "The payment provider's id" }),
  created_at: time,
  updated_at: time,
});

const Key = z.strictObject({
  id: z.string().meta({ description: 'Public; the clear key is shown once, when it is made' }),
  name: z.string(),
  state: z.enum(['active', 'revoked', 'expired']),
  family: z.string().meta({ description: 'Id of the first of the keys that were rotated from one another' }),
  rotated_from: z.string().nullable().meta({ description: 'Id of the key that this one was made in place of' }),
  subscription_id: z.string(),
  customer_id: z.string(),
  plan: z.string(),
  subscription_status: status,
  limit: z.int().meta({ description: 'Requests per window' }),
  window_seconds: z.int(),
  created_at: time,
  expires_at: time.nullable(),
  revoked_at: time.nullable(),
  last_used_at: time.nullable().meta({ description: 'Written in batches: seconds late' }),
});

const IssuedKey = z.strictObject({
  id: z.string(),
  key: z.string().meta({ description: 'The clear key, here and nowhere else' }),
});
const RotatedKey = IssuedKey.extend({
  replaces: z.string(),
  old_key_expires_at: time.nullable().meta({ description: 'Until when the old key still works' }),
});

const RevokedKey = Key.extend({
  also_revoked: z.array(z.string()).meta({ description: 'Ids of the keys rotated from it that ended with it' }),
});

const Letter = z.strictObject({
  id: z.string(),
  kind: z.enum(['key', 'rotation']).meta({ description: 'A new key, or the news that one was rotated' }),
  state: z.enum(LETTER_STATES),
  customer_id: z.string(),
  subscription_id: z.string(),
  attempts: z.int(),
  last_error: z.string().nullable().meta({ description: 'What the mail server said; null once sent' }),
  created_at: time,
  next_attempt_at: time.nullable().meta({ description: 'null unless it waits' }),
  sent_at: time.nullable(),
  given_up_at: time.nullable(),
});

const Plan = z.strictObject({
  id: z.string(),
  name: z.string(),
  limit: z.int().nullable().meta({ description: "Requests per window; null: the service's setting" }),
  window_seconds: z.int(),
});

const UsageDay = z.strictObject({
  key_id: z.string(),
  day: z.iso.date().meta({ description: 'UTC' }),
  requests: z.int().meta({ description: 'Those that the rate limit allowed' }),
  refused: z.int().meta({ description: 'Those that it refused' }),
});
const Usage = z.strictObject({ days: z.array(UsageDay).meta({ description: 'Days without use are left out' }) });

const AuditLine = z.strictObject({
  at: time,
  actor: z.string(),
  action: z.string(),
  subject: z.string(),
  detail: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
});

const BillingResult = z.strictObject({
  outcome: z.enum(['applied', 'duplicate', 'stale']),
  subscription_id: z.string().nullable(),
});

/** The 2xx bodies of the operations, by the names they have in the description. */
export const ANSWERS = {
  Account: z.strictObject({
    key: Key,
    family: z.array(Key).meta({ description: 'The key and all that were rotated from one another with it' }),
    subscription: Subscription,
    usage: z.array(UsageDay),
  }),
  Customer,
  CustomerList: z.strictObject({ customers: z.array(Customer) }),
  CustomerFile: z.strictObject({
    customer: Customer,
    subscriptions: z.array(Subscription),
    keys: z.array(Key),
  }),
  Subscription,
  NewSubscription: z.strictObject({
    subscription: Subscription,
    key: IssuedKey.optional().meta({ description: 'Absent when it goes out by e-mail' }),
  }),
  Queued: z.strictObject({ queued: z.literal(true) }),
  Key,
  KeyList: z.strictObject({ keys: z.array(Key) }),
  IssuedKey,
  RevokedKey,
  RotatedKey,
  LetterList: z.strictObject({ letters: z.array(Letter) }),
  Usage,
  Plan,
  PlanList: z.strictObject({ plans: z.array(Plan) }),
  AuditList: z.strictObject({ lines: z.array(AuditLine) }),
  BillingResult,
} as const;

export type AnswerName = keyof typeof ANSWERS;
