import type { JobStatus } from '../contract/job.ts';
import type { SharedStore, Sql, SqlRow, SqlValue } from '../store/database.ts';
import type { JobKind, JobRow } from './job.ts';

/** The number of a chunk among those of its job, from 0. */
export interface ChunkId {
  readonly jobId: string;
  readonly chunk: number;
}

/** How long a chunk is a replica's without being renewed. */
export const LEASE_MS = 20_000;

/**
 * Chunks of one job that have a number at a time: more than all replicas together lease, and few, because submitting a file
 * of any length is one transaction. One process works on the embedded database, which writes a chunk's texts again with its
 * number: a thousand of them kept the event loop for a second.
 */
const WINDOWS = { shared: 1_000, embedded: 20 };

/** Part of the window that waits when others follow: many at once take the job's row as briefly as one. */
const LEAST = 0.8;

/**
 * Puts the next chunks of a job into the queue. Call it with the row as the same transaction has just changed it: no one
 * else places chunks of the job until that ends.
 *
 * The numbers are fair between clients: the next chunk of a client follows its last one, and a client without any starts
 * at the lowest number of the others. So two clients take turns, independent of arrival order and of how much each has.
 */
export async function placeChunks(sql: Sql, shared: SharedStore | undefined, job: JobRow): Promise<void> {
  const { id: jobId, chunks_queued: from } = job;
  const window = WINDOWS[shared ? 'shared' : 'embedded'];
  const end = Math.min(job.chunks, job.chunks_done + window);
  if (from >= end || from - job.chunks_done > LEAST * window) return;
  const first = await nextOrder(sql, job.client);
  await sql.query('UPDATE job_chunks SET order_no = $4 + chunk - $2 WHERE job_id = $1 AND chunk >= $2 AND chunk < $3', [
    jobId,
    from,
    end,
    first,
  ]);
  const last = first + end - from - 1;
  await sql.query('UPDATE jobs SET chunks_queued = $2, last_order = $3 WHERE id = $1', [jobId, end, last]);
}

async function nextOrder(sql: Sql, client: string): Promise<number> {
  const [row] = await sql.query<{ waiting: number | null; last: number | null }>(
    `SELECT (SELECT min(order_no) FROM job_chunks WHERE order_no IS NOT NULL) AS waiting,
        (SELECT max(last_order) FROM jobs WHERE client = $1 AND status IN ('queued', 'running')) AS last`,
    [client],
  );
  return Math.max(row?.waiting ?? 0, (row?.last ?? -1) + 1);
}

/** A chunk as it is when its lease begins; the attempt that begins is counted. */
export type TakenChunk = SqlRow & {
  job_id: string;
  chunk: number;
  input: string;
  attempts: number;
  at_row: number;
  row_starts: number;
  partial: string;
  client: string;
  kind: JobKind;
  status: JobStatus;
};

/** The time as SQL, and its parameter: of the database where replicas share one, of the process, whose alone it is, otherwise. */
function clock({ shared, now }: LeaseOptions, place: number): { readonly time: string; readonly values: SqlValue[] } {
  return shared ? { time: shared.time, values: [] } : { time: `$${place}`, values: [now()] };
}

interface LeaseOptions {
  readonly shared: SharedStore | undefined;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/**
 * Leases the next chunk; undefined when none waits. A chunk whose lease has ended waits, and so does one whose lease ends
 * much later than any could: it was given before the clock was set back. Much, because `now()` is when a transaction began: one
 * that began later may have leased the chunk first.
 */
export async function takeChunk(sql: Sql, leasing: LeaseOptions): Promise<TakenChunk | undefined> {
  const { time, values } = clock(leasing, 1);
  const ofJob = (column: string) => `(SELECT ${column} FROM jobs WHERE id = job_id) AS ${column}`;
  const [row] = await sql.query<TakenChunk>(
    `UPDATE job_chunks SET leased_until = ${time} + ${LEASE_MS}, attempts = attempts + 1
      WHERE (job_id, chunk) = (
        SELECT c.job_id, c.chunk FROM job_chunks c JOIN jobs j ON j.id = c.job_id
        WHERE c.order_no IS NOT NULL AND j.status IN ('queued', 'running')
          AND (c.leased_until IS NULL OR c.leased_until < ${time} OR c.leased_until > ${time} + ${2 * LEASE_MS})
        ORDER BY c.order_no LIMIT 1 ${leasing.shared?.lockFree('c') ?? ''})
      RETURNING job_id, chunk, input, attempts, at_row, row_starts, partial,
        ${ofJob('client')}, ${ofJob('kind')}, ${ofJob('status')}`,
    values,
  );
  return row;
}

/** Begins a lease again. False when nothing is left to do: the chunk has its result, or its job was canceled. */
export async function renewLease(sql: Sql, { jobId, chunk }: ChunkId, leasing: LeaseOptions): Promise<boolean> {
  const { time, values } = clock(leasing, 3);
  const renewed = await sql.query(
    `UPDATE job_chunks SET leased_until = ${time} + ${LEASE_MS}
      WHERE job_id = $1 AND chunk = $2 AND finished_at IS NULL
        AND EXISTS (SELECT 1 FROM jobs WHERE id = $1 AND status = 'running') RETURNING chunk`,
    [jobId, chunk, ...values],
  );
  return renewed.length > 0;
}
