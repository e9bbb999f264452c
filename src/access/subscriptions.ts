import { ServiceError } from '../errors.ts';
import { type Change, recordAudit } from './audit.ts';
import { randomText } from './key-format.ts';
import type { Sql, SqlValue } from './sql/types.ts';
import type { SubscriptionStatus } from './types.ts';

export const STANDARD_PLAN = 'standard';

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

/** The new subscription's id. Throws `not_found` for an unknown customer or plan. */
export async function insertSubscription(sql: Sql, input: NewSubscription, { actor, now }: Change): Promise<string> {
  await demand(sql, 'customers', input.customerId);
  await demand(sql, 'plans', input.plan);
  const id = `sub_${randomText(14)}`;
  const { customerId, plan, status } = input;
  const periodEnd = input.periodEnd ?? null;
  await sql.query(
    `INSERT INTO subscriptions
        (id, customer_id, plan_id, status, period_end, external_ref, created_at, updated_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $7)`,
    [id, customerId, plan, status, periodEnd, input.externalRef ?? null, now],
  );
  const detail = { customer: customerId, plan, status, period_end: periodEnd };
  await recordAudit(sql, now, { actor, action: 'subscription.create', subject: id, detail });
  return id;
}

export interface SubscriptionUpdate {
  readonly id: string;
  readonly status: SubscriptionStatus;
  /** Unix milliseconds, `null` for endless; kept as it is when absent. */
  readonly periodEnd?: number | null | undefined;
}

/**
 * Sets status and period end. A subscription made active after its period ended would be expired at once,
 * against the operator's plain wish: unless a period end is given, such a one becomes endless.
 * Throws `not_found`.
 */
export async function updateSubscription(sql: Sql, update: SubscriptionUpdate, { actor, now }: Change): Promise<void> {
  const { id, status } = update;
  await sql.query('UPDATE subscriptions SET updated_at = $2 WHERE id = $1', [id, now]);
  const before = await demand<{ status: string; period_end: number | null }>(sql, 'subscriptions', id);
  const opens = status === 'active' || status === 'trialing';
  const ended = before.period_end !== null && before.period_end <= now;
  const kept = opens && ended ? null : before.period_end;
  const periodEnd = update.periodEnd === undefined ? kept : update.periodEnd;
  await sql.query('UPDATE subscriptions SET status = $2, period_end = $3 WHERE id = $1', [id, status, periodEnd]);
  const detail = { from: before.status, to: status, period_end: periodEnd };
  await recordAudit(sql, now, { actor, action: 'subscription.status', subject: id, detail });
}

async function demand<Row extends Record<string, SqlValue>>(sql: Sql, table: string, id: string): Promise<Row> {
  const [row] = await sql.query<Row>(`SELECT * FROM ${table} WHERE id = $1`, [id]);
  if (!row)
    throw new ServiceError('not_found', `Expected the id of one of the ${table}, got "${id}", which names none.`);
  return row;
}
