import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database, Sql, SqlValue } from '../store/database.ts';
import { toIso, toIsoOrNull } from './time.ts';

/** Chunks deleted by one statement: some megabytes of texts. */
const CHUNKS_AT_A_TIME = 20;

/** A job as it is told to the operator: without its rows. Times are ISO 8601. */
export interface JobTrace {
  readonly id: string;
  readonly keyId: string;
  readonly name: string | null;
  readonly status: string;
  readonly rows: number;
  readonly createdAt: string;
  readonly finishedAt: string | null;
  readonly expiresAt: string;
}

type Row = {
  id: string;
  key_id: string;
  name: string | null;
  status: string;
  rows: number;
  created_at: number;
  finished_at: number | null;
  expires_at: number;
};

/**
 * Makes jobs gone for everybody, and returns their ids. Their chunks and the names of their columns stay, for they are many
 * bytes, which are overwritten when they are deleted: on a full disk there is no room for that in this transaction.
 * `where`: a condition by `$1`; the second parameter is the time. The request of a deleted job is free: its repetition submits another. What stays for a day, for
 * the allowance of their clients, is how many rows they had; a file that broke off had none.
 */
export async function markJobsDeleted(
  sql: Sql,
  where: string,
  parameters: readonly SqlValue[],
): Promise<readonly string[]> {
  const deleted = await sql.query<{ id: string }>(
    `UPDATE jobs SET deleted_at = $2, request_id = NULL, name = NULL, columns = '[]', webhook_url = NULL,
        webhook_next_at = NULL, webhook_error = NULL, rows = CASE WHEN status = 'receiving' THEN 0 ELSE rows END,
        status = CASE WHEN status = 'completed' THEN status ELSE 'canceled' END
      WHERE ${where} AND deleted_at IS NULL RETURNING id`,
    parameters,
  );
  return deleted.map(({ id }) => id);
}

/** Deletes the texts of jobs, bit by bit, so that others can write meanwhile. `jobs`: a query of their ids by `$1`. */
export async function deleteChunks(database: Database, jobs: string, parameter: string): Promise<void> {
  let deleted: readonly unknown[];
  do {
    deleted = await database.transaction(
      (sql) =>
        sql.query(
          `DELETE FROM job_chunks WHERE (job_id, chunk) IN (
            SELECT job_id, chunk FROM job_chunks WHERE job_id IN (${jobs}) LIMIT ${CHUNKS_AT_A_TIME})
          RETURNING 1 AS one`,
          [parameter],
        ),
      { usesReserve: true },
    );
    await nextTurn();
  } while (deleted.length > 0);
}

/** Those sent with keys. `keys`: a query of their ids by `$1`. */
export async function jobTraces(sql: Sql, keys: string, parameter: string): Promise<readonly JobTrace[]> {
  const rows = await sql.query<Row>(
    `SELECT id, key_id, name, status, rows, created_at, finished_at, expires_at FROM jobs
      WHERE key_id IN (${keys}) AND deleted_at IS NULL ORDER BY created_at, id`,
    [parameter],
  );
  return rows.map((row) => ({
    id: row.id,
    keyId: row.key_id,
    name: row.name,
    status: row.status,
    rows: row.rows,
    createdAt: toIso(row.created_at),
    finishedAt: toIsoOrNull(row.finished_at),
    expiresAt: toIso(row.expires_at),
  }));
}
