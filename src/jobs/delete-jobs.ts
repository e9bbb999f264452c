import { deleteChunks } from '../access/index.ts';
import type { Database } from '../access/sql/database.ts';
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
    await database.transaction((sql) =>
      sql.query(
        `UPDATE jobs SET deleted_at = $2, name = NULL, columns = '[]', webhook_url = NULL, webhook_next_at = NULL,
            webhook_error = NULL, rows = CASE WHEN status = 'receiving' THEN 0 ELSE rows END,
            status = CASE WHEN status = 'completed' THEN status ELSE 'canceled' END
          WHERE id = $1 AND deleted_at IS NULL`,
        [id, now()],
      ),
    );
    await removeFromQueue(database, queue, id);
    await deleteChunks(database, 'SELECT id FROM jobs WHERE id = $1', id);
  }
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
