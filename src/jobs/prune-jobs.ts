import { markJobsDeleted } from '../access/index.ts';
import { pruneBytesRead } from './bytes-read.ts';
import type { Deleting } from './delete-jobs.ts';

const DAY_MS = 86_400_000;
/** A job that has received nothing for so long was left by a process that ended. */
const RECEIVING_MS = 3_600_000;

/**
 * Deletes jobs that have expired, that were never received whole, and the rest of deleted ones. A job that had a result
 * within the last day is not deleted while it runs, nor is one that waits while any job had a result. Returns how many.
 */
export async function pruneJobs({ database, removal, now: clock }: Deleting): Promise<number> {
  const now = clock();
  const jobs = await database.query<{ id: string }>(
    `SELECT id FROM jobs
      WHERE deleted_at IS NULL AND (
          (expires_at < $1 AND NOT (status = 'running' AND progressed_at >= $3)
            AND NOT (status = 'queued' AND EXISTS (
              SELECT 1 FROM jobs AS other WHERE other.rows_done > 0 AND other.progressed_at >= $3)))
          OR (status = 'receiving' AND progressed_at < $2))
        OR deleted_at IS NOT NULL AND (EXISTS (SELECT 1 FROM job_chunks WHERE job_id = jobs.id)
          OR EXISTS (SELECT 1 FROM job_columns WHERE job_id = jobs.id))`,
    [now, now - RECEIVING_MS, now - DAY_MS],
  );
  for (const { id } of jobs) {
    if (removal.isClosed) return 0;
    await database.transaction((sql) => markJobsDeleted(sql, 'id = $1', [id, now]), { usesReserve: true });
    await removal.delete(id);
  }
  await database.transaction(
    (sql) =>
      sql.query(
        `DELETE FROM jobs WHERE deleted_at IS NOT NULL AND created_at < $1
        AND NOT EXISTS (SELECT 1 FROM job_chunks WHERE job_id = jobs.id)`,
        [now - DAY_MS],
      ),
    { usesReserve: true },
  );
  await pruneBytesRead(database, now);
  return jobs.length;
}
