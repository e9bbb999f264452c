import type { JobStatus } from '../../client/job-bodies.ts';

/** Responses of the account and admin API, as far as the dashboard reads them. Times are ISO 8601. */
export type Status = 'active' | 'trialing' | 'past_due' | 'unpaid' | 'canceled' | 'expired';

export const STATUSES: readonly Status[] = ['active', 'trialing', 'past_due', 'unpaid', 'canceled', 'expired'];

export interface KeyRecord {
  readonly id: string;
  readonly name: string;
  readonly state: 'active' | 'revoked' | 'expired';
  readonly family: string;
  readonly rotated_from: string | null;
  readonly subscription_id: string;
  readonly subscription_status: Status;
  readonly limit: number;
  readonly window_seconds: number;
  readonly created_at: string;
  readonly expires_at: string | null;
  readonly revoked_at: string | null;
  readonly last_used_at: string | null;
}

export interface SubscriptionRecord {
  readonly id: string;
  readonly plan: string;
  readonly status: Status;
  readonly period_end: string | null;
  readonly created_at: string;
}

export interface UsageDay {
  readonly day: string;
  readonly requests: number;
  readonly refused: number;
}

export interface Account {
  readonly key: KeyRecord;
  /** All keys of the key's rotation group, itself included. */
  readonly family: readonly KeyRecord[];
  readonly subscription: SubscriptionRecord;
  readonly usage: readonly UsageDay[];
  /** Null: none are sent. */
  readonly webhooks: Webhooks | null;
}

export interface Webhooks {
  readonly client: string;
  readonly secret: string;
}

export interface IssuedKey {
  readonly id: string;
  readonly key: string;
}

export interface RotatedKey extends IssuedKey {
  readonly old_key_expires_at: string | null;
}

export interface CustomerRecord {
  readonly id: string;
  readonly name: string;
  readonly email: string | null;
  readonly created_at: string;
}

export interface CustomerOverview extends CustomerRecord {
  readonly statuses: readonly Status[];
  readonly working_keys: number;
  readonly last_used_at: string | null;
  /** Of the last 30 days, as `refused`. */
  readonly requests: number;
  readonly refused: number;
}

export interface CustomerFile {
  readonly customer: CustomerRecord;
  readonly subscriptions: readonly SubscriptionRecord[];
  readonly keys: readonly KeyRecord[];
}

export interface EmailRecord {
  readonly id: string;
  readonly kind: 'key' | 'rotation';
  readonly state: 'waiting' | 'sent' | 'given_up';
  readonly customer_id: string;
  readonly subscription_id: string;
  readonly attempts: number;
  readonly last_error: string | null;
  readonly created_at: string;
  readonly given_up_at: string | null;
}

/** What the jobs of a customer are together. */
export interface JobClient {
  readonly id: string;
  readonly name: string;
  readonly jobs: number;
  /** How many of the jobs have each status. */
  readonly statuses: Readonly<Record<JobStatus, number>>;
  readonly rows_waiting: number;
  readonly stored_bytes: number;
  readonly oldest_at: string;
}

export interface PlanRecord {
  readonly id: string;
  readonly name: string;
  /** Null: that of the service. */
  readonly limit: number | null;
  readonly window_seconds: number;
}

/** Whose token the page uses. */
export interface SignedInOperator {
  readonly name: string;
  readonly role: 'read' | 'operate';
}

export interface OperatorRecord {
  readonly id: string;
  readonly name: string;
  readonly role: SignedInOperator['role'];
  readonly created_at: string;
  readonly revoked_at: string | null;
}

export interface AuditLine {
  readonly at: string;
  readonly actor: string;
  readonly action: string;
  readonly subject: string;
  readonly detail: Readonly<Record<string, string | number | null>>;
}
