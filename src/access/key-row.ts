import { ServiceError } from '../contract/errors.ts';
import type { RecordBody, SubscriptionStatus } from '../contract/records.ts';
import type { Sql, SqlValue } from '../store/database.ts';
import { looksLikeId } from './checks.ts';
import { withIsoTimes } from './rows.ts';

/** A key joined with its subscription and plan. Times are Unix milliseconds. */
export interface KeyRow extends Record<string, SqlValue> {
  readonly id: string;
  readonly name: string;
  readonly hash: string;
  /** Id of the first key of its rotation group. */
  readonly family: string;
  readonly rotated_from: string | null;
  readonly subscription_id: string;
  readonly customer_id: string;
  readonly plan_id: string;
  readonly status: SubscriptionStatus;
  readonly period_end: number | null;
  readonly key_limit: number | null;
  readonly plan_limit: number | null;
  readonly window_seconds: number;
  readonly created_at: number;
  readonly expires_at: number | null;
  readonly revoked_at: number | null;
  readonly last_used_at: number | null;
}

export type KeyView = RecordBody<'Key'>;
export const KEY_COLUMNS = `k.id, k.name, k.hash, k.family, k.rotated_from, k.subscription_id, s.customer_id,
    s.plan_id, s.status, s.period_end, k.request_limit AS key_limit, p.request_limit AS plan_limit, p.window_seconds,
    k.created_at, k.expires_at, k.revoked_at, k.last_used_at`;
export const KEY_TABLES =
  'api_keys AS k JOIN subscriptions AS s ON s.id = k.subscription_id JOIN plans AS p ON p.id = s.plan_id';
export const SELECT_KEYS = `SELECT ${KEY_COLUMNS} FROM ${KEY_TABLES}`;

export async function findKey(sql: Sql, id: string): Promise<KeyRow | undefined> {
  const [row] = await sql.query<KeyRow>(`${SELECT_KEYS} WHERE k.id = $1`, [id]);
  return row;
}

/** Throws `not_found` when there is no such key. */
export async function requireKey(sql: Sql, id: string): Promise<KeyRow> {
  const row = looksLikeId(id) ? await findKey(sql, id) : undefined;
  if (!row) throw new ServiceError('not_found', `No key has the id "${id}".`);
  return row;
}

export function keyState(row: KeyRow, now: number): KeyView['state'] {
  if (row.revoked_at !== null) return 'revoked';
  return row.expires_at !== null && row.expires_at <= now ? 'expired' : 'active';
}

/** A subscription whose period has ended counts as expired at once; no job has to run. */
export function effectiveStatus(row: Pick<KeyRow, 'status' | 'period_end'>, now: number): SubscriptionStatus {
  const ended = row.period_end !== null && row.period_end <= now;
  return ended && (row.status === 'active' || row.status === 'trialing') ? 'expired' : row.status;
}

/** Requests per window: the key's own limit, or its plan's, or the service's. */
export function effectiveLimit(row: KeyRow, defaultLimit: number): number {
  return row.key_limit ?? row.plan_limit ?? defaultLimit;
}

export function viewKey(row: KeyRow, now: number, defaultLimit: number): KeyView {
  const { id, name, family, rotated_from, subscription_id, customer_id, plan_id: plan, window_seconds } = row;
  const { created_at, expires_at, revoked_at, last_used_at } = row;
  return {
    id,
    name,
    state: keyState(row, now),
    family,
    rotated_from,
    subscription_id,
    customer_id,
    plan,
    subscription_status: effectiveStatus(row, now),
    limit: effectiveLimit(row, defaultLimit),
    window_seconds,
    ...withIsoTimes({ created_at, expires_at, revoked_at, last_used_at }),
  };
}
