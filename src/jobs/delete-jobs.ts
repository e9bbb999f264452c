import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database } from '../access/sql/database.ts';
import type { ChunkQueue } from './chunk-queue.ts';

/** Chunks deleted by one statement: some megabytes. */
const CHUNKS_AT_A_TIME = 20;

interface Deleting {
  readonly database: Database;
  readonly queue: ChunkQueue;
  readonly now: () => number;
}

/**
 * Deletes texts, results and names of jobs. What stays for a day, for the allowance of their clients, is how many rows they
 * had. A job is gone for everybody once the first statement has run; what a crash leaves is deleted by the next `pruneJobs`.
 */
export async function deleteJobs({ database, queue, now }: Deleting, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    await database.transaction(async (sql) => {
      await sql.query(
        `UPDATE jobs SET deleted_at = $2, name = NULL, columns = '[]', webhook_url = NULL, webhook_next_at = NULL,
            webhook_error = NULL, status = CASE WHEN status = 'completed' THEN status ELSE 'canceled' END
          WHERE id = $1 AND deleted_at IS NULL`,
        [id, now()],
      );
      await removeFromQueue(sql, queue, id);
    });
    while ((await deleteSomeChunks(database, id)) > 0) await nextTurn();
  }
}

/** In the caller's transaction, which has changed the job's row before. */
export async function removeFromQueue(
  sql: Parameters<ChunkQueue['remove']>[0],
  queue: ChunkQueue,
  jobId: string,
): Promise<void> {
  const queued = await sql.query<{ chunk: number }>(
    'UPDATE job_chunks SET order_no = NULL WHERE job_id = $1 AND order_no IS NOT NULL RETURNING chunk',
    [jobId],
  );
  await queue.remove(
    sql,
    queued.map(({ chunk }) => ({ jobId, chunk })),
  );
}

async function deleteSomeChunks(database: Database, id: string): Promise<number> {
  const deleted = await database.transaction((sql) =>
    sql.query(
      `DELETE FROM job_chunks WHERE job_id = $1
          AND chunk IN (SELECT chunk FROM job_chunks WHERE job_id = $1 ORDER BY chunk LIMIT ${CHUNKS_AT_A_TIME})
        RETURNING 1 AS one`,
      [id],
    ),
  );
  return deleted.length;
}
