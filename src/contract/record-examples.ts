import type { RecordBody, RecordName } from './records.ts';

const TIME = '2030-01-31T12:00:00.000Z';
const STATUS = 'active' as const;
const CUSTOMER: RecordBody<'Customer'> = {
  id: 'cus_9fJ2kLm0QxYz1A',
  name: 'Acme Ltd',
  email: 'ada@acme.test',
  created_at: TIME,
};
const SUBSCRIPTION: RecordBody<'Subscription'> = {
  id: 'sub_4hT8pWq2RsUv6B',
  customer_id: CUSTOMER.id,
  plan: 'standard',
  status: STATUS,
  period_end: null,
  external_ref: null,
  created_at: TIME,
  updated_at: TIME,
};
const KEY: RecordBody<'Key'> = {
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
/** The right shape with a wrong checksum, so that secret scanners do not report it. */
const ISSUED = { id: KEY.id, key: 'cvs_BjZLG3HkeKxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx' };
const USAGE = { key_id: KEY.id, day: '2030-01-31', requests: 412, refused: 3 };
const PLAN: RecordBody<'Plan'> = { id: 'standard', name: 'Standard', limit: null, window_seconds: 60 };
const OPERATOR: RecordBody<'Operator'> = {
  id: 'k2Lm9QxYz1',
  name: 'ada',
  role: 'read',
  created_at: TIME,
  revoked_at: null,
};
const OVERVIEW = { statuses: [STATUS], working_keys: 1, last_used_at: TIME, requests: 412, refused: 3 };
const EMAIL: RecordBody<'EmailList'>['emails'][number] = {
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

const PAGE = { total: 1, next: null };

/** A body for each response of an operation on records. */
export const RECORD_EXAMPLES: { readonly [Name in RecordName]: RecordBody<Name> } = {
  Account: { key: KEY, family: [KEY], subscription: SUBSCRIPTION, usage: [USAGE] },
  Customer: CUSTOMER,
  CustomerList: { customers: [{ ...CUSTOMER, ...OVERVIEW }], ...PAGE },
  CustomerFile: { customer: CUSTOMER, subscriptions: [SUBSCRIPTION], keys: [KEY] },
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
  Usage: { days: [USAGE] },
  Plan: PLAN,
  PlanList: { plans: [PLAN], ...PAGE },
  AuditList: { lines: [LINE], ...PAGE },
  Operator: OPERATOR,
  Overview: {
    day: '2030-01-31',
    usage: { requests: 412, refused: 3, customers: 1 },
    days: [{ day: '2030-01-31', requests: 412, refused: 3 }],
    top_customers: [{ id: CUSTOMER.id, name: CUSTOMER.name, requests: 412, refused: 3 }],
    replica: {
      since: '2030-01-31T00:00:00.000Z',
      requests: 400,
      invalid: 2,
      refused: 3,
      errors: 0,
      latency_ms: { p50: 84, p95: 410 },
      outcomes: { pass: 301, review: 62, fail: 32 },
    },
  },
  SignedInOperator: { name: OPERATOR.name, role: OPERATOR.role, sends_mail: true },
  OperatorList: { operators: [OPERATOR], ...PAGE },
  NewOperator: { ...OPERATOR, token: 'cvo_k2Lm9QxYz1xxxxxxxxxxxxxxxxxxxxxxxxxxxxxx' },
};
