import type { Sql } from '../store/database.ts';
import { dayOf } from './time.ts';

const DAY_MS = 86_400_000;

export interface UsageDay {
  readonly keyId: string;
  /** UTC, such as `2030-01-31`. */
  readonly day: string;
  /** Requests that the rate limit allowed; a request counts as often as it costs. */
  readonly requests: number;
  /** Requests that it refused. */
  readonly refused: number;
}

export interface UsageQuery {
  /** Counted back from `now`, today included. */
  readonly days: number;
  /** Unix milliseconds. */
  readonly now: number;
}

/** Usage per key and day of all keys in the key's rotation group; days without use are left out. */
export async function usageOfKey(sql: Sql, keyId: string, { days, now }: UsageQuery): Promise<readonly UsageDay[]> {
  const rows = await sql.query<{ key_id: string; day: string; requests: number; refused: number }>(
    `SELECT u.key_id, u.day, u.requests, u.refused FROM usage_days u
      JOIN api_keys k ON k.id = u.key_id
      WHERE k.family = (SELECT family FROM api_keys WHERE id = $1) AND u.day > $2
      ORDER BY u.day, u.key_id`,
    [keyId, dayOf(now - days * DAY_MS)],
  );
  return rows.map(({ key_id: id, ...row }) => ({ keyId: id, ...row }));
}
