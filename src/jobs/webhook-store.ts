import type { Database, SqlRow } from '../access/sql/database.ts';
import { pauseAfter } from './webhook-pauses.ts';

/** Longer than any attempt: after it, another process may take the webhook over. */
const LEASE_MS = 60_000;

/** A webhook that is about to be sent. */
export interface DueWebhook {
  readonly jobId: string;
  readonly address: string;
  /** Number of this attempt, from 1. */
  readonly attempt: number;
}

type DueRow = SqlRow & { id: string; webhook_url: string; webhook_attempts: number };

/** Takes the webhook that has waited longest, so that no other process sends it for a minute. `now`: Unix milliseconds. */
export async function beginWebhook(database: Database, now: number): Promise<DueWebhook | undefined> {
  return database.transaction(async (sql) => {
    const [row] = await sql.query<DueRow>(
      `SELECT id, webhook_url, webhook_attempts FROM jobs WHERE webhook_next_at <= $1 AND deleted_at IS NULL
        ORDER BY webhook_next_at, id LIMIT 1`,
      [now],
    );
    if (row === undefined) return undefined;
    const [taken] = await sql.query(
      `UPDATE jobs SET webhook_attempts = webhook_attempts + 1, webhook_next_at = $3
        WHERE id = $1 AND webhook_attempts = $2 AND webhook_next_at IS NOT NULL RETURNING id`,
      [row.id, row.webhook_attempts, now + LEASE_MS],
    );
    if (taken === undefined) return undefined;
    return { jobId: row.id, address: row.webhook_url, attempt: Number(row.webhook_attempts) + 1 };
  });
}

/**
 * Records how an attempt ended: `problem` is undefined if the webhook was accepted. Returns what became of it; after the
 * last attempt that fails it is given up.
 */
export async function endWebhook(
  database: Database,
  { jobId, attempt }: DueWebhook,
  { now, problem }: { readonly now: number; readonly problem: string | undefined },
): Promise<'sent' | 'failed' | 'given_up'> {
  const pause = problem === undefined ? undefined : pauseAfter(attempt);
  await database.transaction((sql) =>
    sql.query(
      `UPDATE jobs SET webhook_done_at = $3, webhook_next_at = $4, webhook_error = $5
        WHERE id = $1 AND webhook_attempts = $2 AND webhook_next_at IS NOT NULL`,
      [jobId, attempt, problem === undefined ? now : null, pause === undefined ? null : now + pause, problem ?? null],
    ),
  );
  if (problem === undefined) return 'sent';
  return pause === undefined ? 'given_up' : 'failed';
}
