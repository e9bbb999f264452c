import type { SubscriptionStatus } from '../contract/records.ts';
import type { Sql } from '../store/database.ts';
import { type Change, recordAudit } from './audit.ts';
import { checkText } from './checks.ts';
import { randomText } from './key-format.ts';
import { requireRow } from './position.ts';
import { toIsoOrNull } from './time.ts';

export const STANDARD_PLAN = 'standard';

/** Times are Unix milliseconds. */
export type SubscriptionRow = {
  readonly id: string;
  readonly customer_id: string;
  readonly plan_id: string;
  readonly status: SubscriptionStatus;
  /** `null` for endless. */
  readonly period_end: number | null;
  readonly external_ref: string | null;
  /** `created_at` of the newest billing event that was applied. */
  readonly last_event_at: number | null;
  readonly created_at: number;
  readonly updated_at: number;
};

export interface NewSubscription {
  readonly customerId: string;
  /** Id of the plan. */
  readonly plan: string;
  readonly status: SubscriptionStatus;
  /** Unix milliseconds; endless when absent. */
  readonly periodEnd?: number | undefined;
  /** The payment provider's id. */
  readonly externalRef?: string | undefined;
}

/** The new subscription's id; `undefined` when the ref is taken. Throws `not_found` for an unknown customer or plan. */
export async function insertSubscription(
  sql: Sql,
  input: NewSubscription,
  { actor, now }: Change,
): Promise<string | undefined> {
  await requireRow(sql, 'customers', input.customerId);
  await requireRow(sql, 'plans', input.plan);
  const { customerId, plan, status } = input;
  const periodEnd = input.periodEnd ?? null;
  const ref = input.externalRef === undefined ? null : checkText('external_ref', input.externalRef);
  const [row] = await sql.query<{ id: string }>(
    `INSERT INTO subscriptions
        (id, customer_id, plan_id, status, period_end, external_ref, created_at, updated_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $7) ON CONFLICT (external_ref) DO NOTHING RETURNING id`,
    [`sub_${randomText(14)}`, customerId, plan, status, periodEnd, ref, now],
  );
  if (!row) return undefined;
  const detail = { customer: customerId, plan, status, period_end: periodEnd };
  await recordAudit(sql, now, { actor, action: 'subscription.create', subject: row.id, detail });
  return row.id;
}

export interface SubscriptionUpdate {
  readonly id: string;
  /** Absent fields stay as they are. */
  readonly status?: SubscriptionStatus | undefined;
  /** Unix milliseconds, `null` for endless. */
  readonly periodEnd?: number | null | undefined;
  readonly plan?: string | undefined;
}

/**
 * Sets status, period end and plan. A subscription that is set to active after its period ended would expire at once:
 * unless a period end is given, it becomes endless.
 * Throws `not_found`.
 */
export async function updateSubscription(sql: Sql, update: SubscriptionUpdate, { actor, now }: Change): Promise<void> {
  const before = await lockSubscription(sql, update.id, now);
  const status = update.status ?? before.status;
  const opens = update.status === 'active' || update.status === 'trialing';
  const ended = before.period_end !== null && before.period_end <= now;
  const kept = opens && ended ? null : before.period_end;
  const periodEnd = update.periodEnd === undefined ? kept : update.periodEnd;
  const plan = update.plan ?? before.plan_id;
  await requireRow(sql, 'plans', plan);
  await sql.query('UPDATE subscriptions SET status = $2, period_end = $3, plan_id = $4 WHERE id = $1', [
    update.id,
    status,
    periodEnd,
    plan,
  ]);
  const detail = {
    from: before.status,
    to: status,
    period_end_from: toIsoOrNull(before.period_end),
    period_end: toIsoOrNull(periodEnd),
    plan_from: before.plan_id,
    plan,
  };
  await recordAudit(sql, now, { actor, action: 'subscription.update', subject: update.id, detail });
}

/** The row, which no other transaction changes until this one ends. Throws `not_found`. */
async function lockSubscription(sql: Sql, id: string, now: number): Promise<SubscriptionRow> {
  await requireRow(sql, 'subscriptions', id);
  await sql.query('UPDATE subscriptions SET updated_at = $2 WHERE id = $1', [id, now]);
  return requireRow<SubscriptionRow>(sql, 'subscriptions', id);
}
