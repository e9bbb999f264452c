import { looksLikeId, markJobsDeleted, type Page, type PageQuery, readPage } from '../access/index.ts';
import { ServiceError } from '../contract/errors.ts';
import { JOB_STATUSES, type JobBody, type JobStatus } from '../contract/job.ts';
import type { InputRow } from '../rows/input-rows.ts';
import { type Database, onReserve } from '../store/database.ts';
import { type DeletionContext, deleteJob } from './chunk-removal.ts';
import { JOB_COLUMNS, type JobRow, jobBody, type NewJob } from './job.ts';
import { type JobParts, receiveJob, submittedBefore } from './receive-job.ts';

export interface JobQuery extends PageQuery {
  readonly status?: JobStatus | undefined;
}

export interface JobResults {
  readonly job: JobBody;
  /** Names of the columns of its first row: the columns of CSV output. */
  readonly columns: readonly string[];
  /** JSONL as the command `verify` writes it, some whole lines at a time; can be read again. Throws `not_found`. */
  readonly lines: () => AsyncGenerator<string>;
}

export interface WaitingJobs {
  readonly rows: number;
  /** Longest time, in milliseconds, since any unfinished job was sent or had its last chunk verified; 0 without one. */
  readonly oldestMs: number;
}

/** The jobs of all clients; a client sees its own only. Rejects with `not_found` and `service_unavailable`. */
export class JobStore {
  readonly #parts: JobParts;
  #pruning: Promise<unknown> | undefined;

  constructor(parts: JobParts) {
    this.#parts = parts;
  }

  /**
   * Stores rows while they arrive, at most one chunk of them in memory, and queues them when all have. When the rows end
   * with an error nothing is kept and the error is thrown. Rejects with `rate_limited` when the client has sent more rows
   * in 24 hours than it may, with `storage_full` when there is no room for more, and with `conflict` when the request has a job already: look for it with `submitted` first.
   */
  async receive(job: NewJob, rows: AsyncIterable<InputRow>): Promise<JobBody> {
    return this.#body(await receiveJob(this.#parts, job, rows));
  }

  /** The job that a request has submitted. What an interrupted attempt has left is deleted. */
  async submitted(requestId: string): Promise<JobBody | undefined> {
    const row = await submittedBefore(this.#parts, requestId);
    return row && this.#body(row);
  }

  /** SHA-256 of the query and the file that a job was made of; undefined for a deleted job, and for one sent without an Idempotency-Key. */
  async contentHash(id: string): Promise<string | undefined> {
    const [row] = await this.#parts.database.query<{ content_hash: string | null }>(
      'SELECT content_hash FROM jobs WHERE id = $1 AND deleted_at IS NULL',
      [id],
    );
    return row?.content_hash ?? undefined;
  }

  async get(client: string, id: string): Promise<JobBody> {
    return this.#body(await this.#find(client, id));
  }

  list(client: string, { status, ...page }: JobQuery): Promise<Page<JobBody>> {
    const list = {
      columns: JOB_COLUMNS,
      from: "jobs WHERE client = $1 AND ($2 = '' OR status = $2) AND deleted_at IS NULL",
      parameters: [client, status ?? ''],
      ...({ table: 'jobs', time: 'created_at', first: 'newest' } as const),
    };
    return readPage(this.#parts.database, list, page, (row: JobRow) => this.#body(row));
  }

  /** Ends a job: no more rows are begun. Rejects with `conflict` for a completed one; a canceled one stays as it is. */
  async cancel(client: string, id: string): Promise<JobBody> {
    await this.#find(client, id);
    const { database, removal, now } = this.#parts;
    await onReserve(database, (sql) =>
      sql.query(
        `UPDATE jobs SET status = 'canceled', finished_at = $2, expires_at = expires_at - created_at + CAST($2 AS BIGINT)
          WHERE id = $1 AND status IN ('queued', 'running')`,
        [id, now()],
      ),
    );
    removal.inBackground((chunks) => chunks.dequeue(id));
    const row = await this.#find(client, id);
    if (row.status === 'canceled') return this.#body(row);
    throw new ServiceError('conflict', `The job is ${row.status}. Only a queued or running job can be canceled.`);
  }

  /** Cancels a job: it is gone at once, and its rows and results are deleted from then on. */
  async delete(client: string, id: string): Promise<void> {
    await this.#find(client, id);
    await deleteJob(this.#parts, id);
  }

  /** The results of a completed job, or of a canceled one up to the first row without. Rejects with `conflict`. */
  async results(client: string, id: string): Promise<JobResults> {
    const row = await this.#find(client, id);
    const job = this.#body(row);
    if (job.status === 'completed' || job.status === 'canceled') {
      return { job, columns: await this.#columns(id), lines: resultLines(this.#parts.database, row) };
    }
    const done = `${job.rows_done} of ${job.rows} rows are done`;
    throw new ServiceError('conflict', `The job is ${job.status}: ${done}. Fetch the results when it has ended.`);
  }

  async statusCounts(): Promise<Readonly<Record<JobStatus, number>>> {
    const rows = await this.#parts.database.query<{ status: JobStatus; total: number }>(
      'SELECT status, count(*) AS total FROM jobs WHERE deleted_at IS NULL GROUP BY status',
    );
    const counts = new Map(rows.map(({ status, total }) => [status, total]));
    return Object.fromEntries(JOB_STATUSES.map((status) => [status, counts.get(status) ?? 0])) as Record<
      JobStatus,
      number
    >;
  }

  async waiting(): Promise<WaitingJobs> {
    const [row] = await this.#parts.database.query<{ rows: number | null; oldest: number | null }>(
      `SELECT CAST(sum(rows - rows_done) AS BIGINT) AS rows, min(progressed_at) AS oldest
        FROM jobs WHERE status IN ('queued', 'running')`,
    );
    const oldestMs = typeof row?.oldest === 'number' ? Math.max(0, this.#parts.now() - row.oldest) : 0;
    return { rows: row?.rows ?? 0, oldestMs };
  }

  /** Deletes jobs that have expired or were never received whole, and returns how many. Call it every hour. */
  prune(): Promise<number> {
    const pruning = pruneJobs(this.#parts);
    this.#pruning = pruning.catch(() => undefined);
    return pruning;
  }

  /** Stops deleting: what is left of deleted jobs is for the next `prune` of any process. */
  async close(): Promise<void> {
    await this.#parts.removal.close();
    await this.#pruning;
  }

  async #columns(id: string): Promise<readonly string[]> {
    const [row] = await this.#parts.database.query<{ names: string }>(
      'SELECT names FROM job_columns WHERE job_id = $1',
      [id],
    );
    return row === undefined ? [] : (JSON.parse(row.names) as string[]);
  }

  async #find(client: string, id: string): Promise<JobRow> {
    const found = `SELECT ${JOB_COLUMNS} FROM jobs WHERE id = $1 AND client = $2 AND deleted_at IS NULL`;
    const [row] = looksLikeId(id) ? await this.#parts.database.query<JobRow>(found, [id, client]) : [];
    if (row === undefined) throw new ServiceError('not_found', `This key has no job with the id "${id}".`);
    return row;
  }

  #body(row: JobRow): JobBody {
    return jobBody(row, this.#parts.now());
  }
}

function resultLines(database: Database, { id, status, chunks }: JobRow): () => AsyncGenerator<string> {
  let end = chunks;
  return async function* lines() {
    for (let chunk = 0; chunk < end; chunk += 1) {
      const [row] = await database.query<{ output: string | null }>(
        `SELECT c.output FROM job_chunks c JOIN jobs j ON j.id = c.job_id
          WHERE c.job_id = $1 AND c.chunk = $2 AND j.deleted_at IS NULL`,
        [id, chunk],
      );
      if (typeof row?.output === 'string') {
        yield row.output;
      } else if (row !== undefined && status === 'canceled') {
        end = chunk;
      } else {
        throw new ServiceError('not_found', 'The job was deleted while its results were sent.');
      }
    }
  };
}

const DAY_MS = 86_400_000;
/** A job that has received nothing for so long was left by a process that ended. */
const RECEIVING_MS = 3_600_000;

/**
 * Deletes jobs that have expired, that were never received whole, and the rest of deleted ones, and takes the rest of canceled
 * ones out of the queue. A job that had a result
 * within the last day is not deleted while it runs, nor is one that waits while any job had a result. Returns how many.
 */
async function pruneJobs({ database, removal, now: clock }: DeletionContext): Promise<number> {
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
    await onReserve(database, (sql) => markJobsDeleted(sql, 'id = $1', [id, now]));
    await removal.delete(id);
  }
  const canceled = await database.query<{ id: string }>(
    `SELECT DISTINCT j.id FROM job_chunks c JOIN jobs j ON j.id = c.job_id
      WHERE c.order_no IS NOT NULL AND j.status = 'canceled'`,
  );
  for (const { id } of canceled) await removal.dequeue(id);
  await onReserve(database, (sql) =>
    sql.query(
      `DELETE FROM jobs WHERE deleted_at IS NOT NULL AND created_at < $1
        AND NOT EXISTS (SELECT 1 FROM job_chunks WHERE job_id = jobs.id)`,
      [now - DAY_MS],
    ),
  );
  return jobs.length;
}
