import { deleteChunks } from '../access/index.ts';
import type { Database, Sql, SqlValue } from '../access/sql/database.ts';
import type { ChunkQueue } from './chunk-queue.ts';

interface Deleting {
  readonly database: Database;
  readonly queue: ChunkQueue;
  readonly now: () => number;
}

/**
 * Deletes texts, results and names of jobs. What stays for a day, for the allowance of their clients, is how many rows they
 * had; a file that broke off had none. A job is gone for everybody once the first statement has run; what a crash leaves is
 * deleted by the next `pruneJobs`.
 */
export async function deleteJobs({ database, queue, now }: Deleting, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    await database.transaction((sql) => markDeleted(sql, 'id = $1', [id, now()]));
    await removeChunks({ database, queue }, id);
  }
}

/**
 * Makes jobs gone for everybody, all but their chunks, and returns their ids. `where`: a condition by `$1`; the second
 * parameter is the time. The request of a deleted job is free: its repetition submits another.
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

export async function removeChunks({ database, queue }: Omit<Deleting, 'now'>, id: string): Promise<void> {
  await removeFromQueue(database, queue, id);
  await deleteChunks(database, 'SELECT id FROM jobs WHERE id = $1', id);
}

/**
 * Takes the chunks of a job that has ended out of the queue. By itself, not with the change of the job: who finishes a chunk
 * has its row and waits for the job's. What a crash leaves in the queue is dropped when it is leased.
 */
export async function removeFromQueue(database: Database, queue: ChunkQueue, jobId: string): Promise<void> {
  await database.transaction(async (sql) => {
    const queued = await sql.query<{ chunk: number }>(
      'UPDATE job_chunks SET order_no = NULL WHERE job_id = $1 AND order_no IS NOT NULL RETURNING chunk',
      [jobId],
    );
    await queue.remove(
      sql,
      queued.map(({ chunk }) => ({ jobId, chunk })),
    );
  });
}
