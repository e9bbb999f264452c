import type { Database, Sql, SqlValue } from '../access/sql/database.ts';
import type { ChunkRemoval } from './chunk-removal.ts';

export interface Deleting {
  readonly database: Database;
  readonly removal: ChunkRemoval;
  readonly now: () => number;
}

/**
 * Deletes a job: it is gone for everybody when this resolves, and its texts and results are deleted from then on. What a
 * crash leaves of them is deleted by the next `pruneJobs`.
 */
export async function deleteJob({ database, removal, now }: Deleting, id: string): Promise<void> {
  await database.transaction((sql) => markDeleted(sql, 'id = $1', [id, now()]));
  removal.inBackground((chunks) => chunks.delete(id));
}

/**
 * Makes jobs gone for everybody, all but their chunks, and returns their ids. `where`: a condition by `$1`; the second
 * parameter is the time. The request of a deleted job is free: its repetition submits another. What stays for a day, for
 * the allowance of their clients, is how many rows they had; a file that broke off had none.
 */
export async function markDeleted(
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
