import { markJobsDeleted, randomText } from '../access/index.ts';
import { ServiceError } from '../contract/errors.ts';
import { type InputRow, outputColumns } from '../rows/input-rows.ts';
import { type Sql, write } from '../store/database.ts';
import { placeChunks } from './chunk-queue.ts';
import { type DeletionContext, deleteJob } from './chunk-removal.ts';
import { type Chunk, type ChunkSize, cutChunks } from './chunk-work.ts';
import { JOB_COLUMNS, type JobKind, type JobRow, type NewJob } from './job.ts';
import type { JobStorage } from './job-storage.ts';

const ID_LENGTH = 16;
const DAY_MS = 86_400_000;

/** A chunk takes a replica some seconds; an answer has the work of many claims. */
const CHUNK_SIZES: Readonly<Record<JobKind, ChunkSize>> = {
  claims: { maxRows: 50, maxLength: 256 * 1024 },
  answers: { maxRows: 4, maxLength: 256 * 1024 },
};

export interface JobParts extends DeletionContext {
  readonly storage: JobStorage;
  /** Days after which rows and results are deleted, counted from the job's end. */
  readonly ttlDays: number;
}

/** Stores rows as they arrive and submits them at the end. On an error, or one row too many, nothing is kept. */
export async function receiveJob(parts: JobParts, job: NewJob, rows: AsyncIterable<InputRow>): Promise<JobRow> {
  const allowance = await allowanceOf(parts.database, job, parts.now());
  assertLeft(allowance, 1);
  await parts.storage.assertRoomFor(job);
  const id = await insertJob(parts, job);
  try {
    let first: InputRow | undefined;
    const seen = (async function* () {
      let count = 0;
      for await (const row of rows) {
        count += 1;
        assertLeft(allowance, count);
        first ??= row;
        yield row;
      }
    })();
    let number = 0;
    for await (const chunk of cutChunks(seen, CHUNK_SIZES[job.kind])) {
      await parts.storage.assertDisk();
      await append(parts, job, { ...chunk, id, number });
      number += 1;
    }
    return await submit(parts, id, outputColumns(first), job.contentHash?.());
  } catch (error) {
    await deleteJob(parts, id).catch(() => undefined);
    throw error;
  }
}

async function insertJob({ database, now, ttlDays }: JobParts, job: NewJob): Promise<string> {
  const id = `job_${randomText(ID_LENGTH)}`;
  const at = now();
  const { client, keyId, name = null, kind, inputFormat, requestId = null } = job;
  const [inserted] = await write(
    database,
    `INSERT INTO jobs (id, client, key_id, name, kind, input_format, created_at, progressed_at, expires_at,
          request_id, columns, status, rows, rows_done, chunks, chunks_queued, chunks_done, row_errors, webhook_attempts)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $7, $8, $9, '[]', 'receiving', 0, 0, 0, 0, 0, '{}', 0)
        ON CONFLICT (request_id) DO NOTHING RETURNING id`,
    [id, client, keyId, name, kind, inputFormat, at, at + ttlDays * DAY_MS, requestId],
  );
  if (inserted !== undefined) return id;
  const message = 'Two files were sent with this Idempotency-Key at the same time. Use a new one for each file.';
  throw new ServiceError('conflict', message);
}

/** `id`: of the job; `number`: of the chunk among those of the job. */
function append(
  { database, storage, now }: JobParts,
  job: NewJob,
  { id, number, rows, text }: Chunk & { readonly id: string; readonly number: number },
): Promise<void> {
  return database.transaction(async (sql) => {
    const [receiving] = await sql.query<Pick<JobRow, 'rows'>>(
      `UPDATE jobs SET rows = rows + $2, chunks = chunks + 1, progressed_at = $3
        WHERE id = $1 AND status = 'receiving' AND deleted_at IS NULL RETURNING rows`,
      [id, rows, now()],
    );
    if (receiving === undefined) throw noLongerReceived();
    // Again, for other files of the client that arrive at the same time.
    assertLeft(await allowanceOf(sql, job, now(), id), receiving.rows);
    await storage.assertStored(sql, job);
    await sql.query(
      `INSERT INTO job_chunks (job_id, chunk, rows, input, attempts, at_row, row_starts, partial)
        VALUES ($1, $2, $3, $4, 0, 0, 0, '')`,
      [id, number, rows, text],
    );
  });
}

function submit({ database, now }: JobParts, id: string, columns: readonly string[], hash?: string): Promise<JobRow> {
  return database.transaction(async (sql) => {
    const at = now();
    const [job] = await sql.query<JobRow>(
      `UPDATE jobs SET progressed_at = $2, content_hash = $3,
          status = CASE WHEN chunks = 0 THEN 'completed' ELSE 'queued' END,
          finished_at = CASE WHEN chunks = 0 THEN CAST($2 AS BIGINT) ELSE NULL END
        WHERE id = $1 AND status = 'receiving' AND deleted_at IS NULL RETURNING ${JOB_COLUMNS}`,
      [id, at, hash ?? null],
    );
    if (job === undefined) throw noLongerReceived();
    await sql.query('INSERT INTO job_columns (job_id, names) VALUES ($1, $2)', [id, JSON.stringify(columns)]);
    await placeChunks(sql, database.shared, job);
    return job;
  });
}

function noLongerReceived(): ServiceError {
  return new ServiceError(
    'conflict',
    'The job was deleted while its file arrived, or its file is being sent again with the same Idempotency-Key.',
  );
}

/** The job that a request has submitted within the last day; an unfinished attempt can submit no more. */
export async function submittedBefore(parts: DeletionContext, requestId: string): Promise<JobRow | undefined> {
  const at = parts.now();
  const [left, submitted] = await parts.database.transaction(async (sql) => {
    await sql.query('UPDATE jobs SET request_id = NULL WHERE request_id = $1 AND created_at <= $2', [
      requestId,
      at - DAY_MS,
    ]);
    const ids = await markJobsDeleted(sql, `request_id = $1 AND status = 'receiving'`, [requestId, at]);
    const [job] = await sql.query<JobRow>(`SELECT ${JOB_COLUMNS} FROM jobs WHERE request_id = $1`, [requestId]);
    return [ids, job];
  });
  for (const id of left) parts.removal.inBackground((chunks) => chunks.delete(id));
  return submitted;
}

/** The rest of JOB_ROWS_PER_DAY that a client has when it submits a file. */
interface Allowance {
  readonly limit: number;
  readonly left: number;
  /** Until some rows of the last 24 hours do not count any more. */
  readonly retryAfterSeconds: number;
}

/** `now`: Unix milliseconds. The rows of deleted jobs count too; those of the job `except` do not. */
async function allowanceOf(sql: Sql, job: NewJob, now: number, except = ''): Promise<Allowance> {
  const { client, rowsPerDay: limit } = job;
  const [row] = await sql.query<{ rows: number | null; oldest: number | null }>(
    `SELECT CAST(sum(rows) AS BIGINT) AS rows, min(created_at) AS oldest FROM jobs
      WHERE client = $1 AND created_at > $2 AND rows > 0 AND id <> $3`,
    [client, now - DAY_MS, except],
  );
  const retryAfterSeconds = Math.max(1, Math.ceil(((row?.oldest ?? now) + DAY_MS - now) / 1000));
  return { limit, left: Math.max(0, limit - (row?.rows ?? 0)), retryAfterSeconds };
}

/** Throws `rate_limited` unless so many rows are left. */
function assertLeft({ limit, left, retryAfterSeconds }: Allowance, rows: number): void {
  if (rows <= left) return;
  const message = `Rows of jobs are limited to ${limit} per day, and ${left} are left; try again in ${retryAfterSeconds} seconds.`;
  throw new ServiceError('rate_limited', message, {
    details: { limit, window: 'day', remaining: left, retry_after_seconds: retryAfterSeconds },
  });
}
