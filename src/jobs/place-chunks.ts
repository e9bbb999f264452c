import type { Sql } from '../store/database.ts';
import type { ChunkQueue } from './chunk-queue.ts';
import type { JobRow } from './job.ts';

/** Part of the window that waits when others follow: many at once take the job's row as briefly as one. */
const LEAST = 0.8;

/**
 * Puts the next chunks of a job into the queue. Call it with the row as the same transaction has just changed it: nobody
 * else places chunks of the job until that ends.
 *
 * The numbers are fair between clients: the next chunk of a client follows its last one, and that of a client without any
 * stands beside the first of the others. Two clients take turns, whoever came first and however much each has.
 */
export async function placeChunks(sql: Sql, queue: ChunkQueue, job: JobRow): Promise<void> {
  const { id: jobId, chunks_queued: from } = job;
  const end = Math.min(job.chunks, job.chunks_done + queue.window);
  if (from >= end || from - job.chunks_done > LEAST * queue.window) return;
  const first = await nextOrder(sql, job.client);
  const last = first + end - from - 1;
  await sql.query('UPDATE job_chunks SET order_no = $4 + chunk - $2 WHERE job_id = $1 AND chunk >= $2 AND chunk < $3', [
    jobId,
    from,
    end,
    first,
  ]);
  await sql.query('UPDATE jobs SET chunks_queued = $2, last_order = $3 WHERE id = $1', [jobId, end, last]);
  await queue.add(
    sql,
    Array.from({ length: end - from }, (_, at) => ({ jobId, chunk: from + at, order: first + at })),
  );
}

async function nextOrder(sql: Sql, client: string): Promise<number> {
  const [row] = await sql.query<{ waiting: number | null; last: number | null }>(
    `SELECT (SELECT min(order_no) FROM job_chunks WHERE order_no IS NOT NULL) AS waiting,
        (SELECT max(last_order) FROM jobs WHERE client = $1 AND status IN ('queued', 'running')) AS last`,
    [client],
  );
  return Math.max(row?.waiting ?? 0, (row?.last ?? -1) + 1);
}
