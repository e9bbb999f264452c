import type { RecordBody } from '../contract/records.ts';
import { type Database, onReserve, type Sql } from '../store/database.ts';
import { withOpenAudit } from './audit.ts';
import { dayOf } from './rows.ts';

const DAY_MS = 86_400_000;

/** Days for which rows are kept; 0: forever. */
export interface Retention {
  readonly auditDays: number;
  readonly usageDays: number;
}

export interface Pruned {
  readonly audit: number;
  readonly usage: number;
}

/** Deletes lines of the audit and days of usage that are older than they are to be kept. `now`: Unix milliseconds. */
export async function prune(database: Database, { auditDays, usageDays }: Retention, now: number): Promise<Pruned> {
  const before = now - auditDays * DAY_MS;
  const [old] = auditDays === 0 ? [] : await database.query('SELECT id FROM audit WHERE at < $1 LIMIT 1', [before]);
  // Opening the audit keeps others from writing to it: only where something is to be deleted.
  const audit =
    old === undefined
      ? []
      : await withOpenAudit(database, (sql) =>
          sql.query('DELETE FROM audit WHERE at < $1 RETURNING 1 AS one', [before]),
        );
  const firstDay = dayOf(now - usageDays * DAY_MS);
  const usage =
    usageDays === 0
      ? []
      : await onReserve(database, (sql) =>
          sql.query('DELETE FROM usage_days WHERE day < $1 RETURNING 1 AS one', [firstDay]),
        );
  return { audit: audit.length, usage: usage.length };
}

/** A request counts as often as it costs. */
export type UsageDay = RecordBody<'Usage'>['days'][number];

/** `days`: counted back from `now` (Unix milliseconds), today included. */
export function usageOfKey(sql: Sql, keyId: string, days: number, now: number): Promise<readonly UsageDay[]> {
  return sql.query<UsageDay>(
    `SELECT u.key_id, u.day, u.requests, u.refused FROM usage_days u
      JOIN api_keys k ON k.id = u.key_id
      WHERE k.family = (SELECT family FROM api_keys WHERE id = $1) AND u.day > $2
      ORDER BY u.day, u.key_id`,
    [keyId, dayOf(now - days * DAY_MS)],
  );
}
