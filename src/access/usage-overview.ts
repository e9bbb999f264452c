import type { RecordBody } from '../contract/records.ts';
import type { Sql } from '../store/database.ts';
import { dayOf } from './rows.ts';

const DAY_MS = 86_400_000;
const DAYS = 30;
const TOP_CUSTOMERS = 5;

/** Counted requests of all customers, by all replicas; written in batches, seconds late. */
export type UsageOverview = Pick<RecordBody<'Overview'>, 'day' | 'usage' | 'days' | 'top_customers'>;

type Used = { requests: number; refused: number };

const SUMS = 'CAST(SUM(u.requests) AS BIGINT) AS requests, CAST(SUM(u.refused) AS BIGINT) AS refused';

/** The usage of today and of the last 30 days, and the customers with the most requests today. `now`: Unix milliseconds. */
export async function usageOverview(sql: Sql, now: number): Promise<UsageOverview> {
  const day = dayOf(now);
  const [days, customers, top] = await Promise.all([
    sql.query<Used & { day: string }>(
      `SELECT u.day, ${SUMS} FROM usage_days u WHERE u.day > $1 GROUP BY u.day ORDER BY u.day`,
      [dayOf(now - DAYS * DAY_MS)],
    ),
    sql.query<{ customers: number }>(
      `SELECT COUNT(DISTINCT s.customer_id) AS customers
        FROM usage_days u JOIN api_keys k ON k.id = u.key_id JOIN subscriptions s ON s.id = k.subscription_id
        WHERE u.day = $1`,
      [day],
    ),
    sql.query<Used & { id: string; name: string }>(
      `SELECT c.id, c.name, ${SUMS}
        FROM usage_days u JOIN api_keys k ON k.id = u.key_id JOIN subscriptions s ON s.id = k.subscription_id
          JOIN customers c ON c.id = s.customer_id
        WHERE u.day = $1 GROUP BY c.id, c.name ORDER BY SUM(u.requests) + SUM(u.refused) DESC, c.id LIMIT $2`,
      [day, TOP_CUSTOMERS],
    ),
  ]);
  const { requests = 0, refused = 0 } = days.find((one) => one.day === day) ?? {};
  return { day, usage: { requests, refused, customers: customers[0]!.customers }, days, top_customers: top };
}
