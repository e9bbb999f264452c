import { effectiveStatus } from './key-row.ts';
import type { SubscriptionStatus } from './principal.ts';
import type { Sql } from './sql/database.ts';
import { dayOf, toIsoOrNull } from './time.ts';

const DAY_MS = 86_400_000;
const DAYS = 30;

/** What a list of customers says of each. */
export interface CustomerOverview {
  /** Statuses of the customer's subscriptions, each once. */
  readonly statuses: readonly SubscriptionStatus[];
  /** Keys that are neither revoked nor expired. */
  readonly workingKeys: number;
  /** ISO 8601; a few seconds late, as the numbers are. */
  readonly lastUsedAt: string | null;
  /** Of the last 30 days: requests that the rate limit allowed, and those that it refused. */
  readonly requests: number;
  readonly refused: number;
}

type Sums = { customer_id: string; working: number; last_used_at: number | null };
type Usage = { customer_id: string; requests: number; refused: number };

/** By id, for those customers that exist. `now`: Unix milliseconds. */
export async function customerOverviews(
  sql: Sql,
  ids: readonly string[],
  now: number,
): Promise<ReadonlyMap<string, CustomerOverview>> {
  if (ids.length === 0) return new Map();
  const placesFrom = (first: number) => ids.map((_, i) => `$${i + first}`).join(', ');
  const [subscriptions, keys, usage] = await Promise.all([
    sql.query<{ customer_id: string; status: SubscriptionStatus; period_end: number | null }>(
      `SELECT customer_id, status, period_end FROM subscriptions
        WHERE customer_id IN (${placesFrom(1)}) ORDER BY created_at DESC, id`,
      ids,
    ),
    sql.query<Sums>(
      `SELECT s.customer_id, MAX(k.last_used_at) AS last_used_at,
          COUNT(CASE WHEN k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > $1) THEN 1 END) AS working
        FROM api_keys k JOIN subscriptions s ON s.id = k.subscription_id
        WHERE s.customer_id IN (${placesFrom(2)}) GROUP BY s.customer_id`,
      [now, ...ids],
    ),
    sql.query<Usage>(
      `SELECT s.customer_id, CAST(SUM(u.requests) AS BIGINT) AS requests, CAST(SUM(u.refused) AS BIGINT) AS refused
        FROM usage_days u JOIN api_keys k ON k.id = u.key_id JOIN subscriptions s ON s.id = k.subscription_id
        WHERE u.day > $1 AND s.customer_id IN (${placesFrom(2)}) GROUP BY s.customer_id`,
      [dayOf(now - DAYS * DAY_MS), ...ids],
    ),
  ]);
  const overviewOf = (id: string): CustomerOverview => {
    const own = subscriptions.filter(({ customer_id }) => customer_id === id);
    const sums = keys.find(({ customer_id }) => customer_id === id);
    const used = usage.find(({ customer_id }) => customer_id === id);
    return {
      statuses: [...new Set(own.map((row) => effectiveStatus(row, now)))],
      workingKeys: sums?.working ?? 0,
      lastUsedAt: toIsoOrNull(sums?.last_used_at ?? null),
      requests: used?.requests ?? 0,
      refused: used?.refused ?? 0,
    };
  };
  return new Map(ids.map((id) => [id, overviewOf(id)]));
}
