import type { InputRow } from '../rows/input-rows.ts';
import { type Database, type Sql, write } from '../store/database.ts';
import { type ChunkId, placeChunks, renewLease, takeChunk } from './chunk-queue.ts';
import { JOB_COLUMNS, type JobKind, type JobRow } from './job.ts';

export interface ChunkLease extends ChunkId {
  readonly client: string;
  readonly kind: JobKind;
  readonly rows: readonly InputRow[];
  /** From 1; the attempts before this one ended without any result. */
  readonly attempt: number;
  readonly progress: RowProgress;
}

export interface RowProgress {
  /** Index of the first row whose result is not stored. */
  readonly row: number;
  /** How often it was begun alone. */
  readonly starts: number;
  readonly output: string;
}

export type Kept = Pick<RowProgress, 'row' | 'output'>;

export interface ChunkResult {
  readonly output: string;
  readonly errors: Readonly<Record<string, number>>;
}

interface WorkParts {
  readonly database: Database;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/** Work of a replica on chunks. Rejects with `service_unavailable` while the database cannot be reached. */
export class ChunkWork {
  readonly #parts: WorkParts;

  constructor(parts: WorkParts) {
    this.#parts = parts;
  }

  /** The next chunk, fairly between clients; undefined when none waits. */
  async lease(): Promise<ChunkLease | undefined> {
    const { database, now } = this.#parts;
    const taken = await database.transaction(async (sql) => {
      const row = await takeChunk(sql, { shared: database.shared, now });
      if (row?.status === 'queued') {
        await sql.query(
          `UPDATE jobs SET status = 'running', started_at = $2, progressed_at = $2 WHERE id = $1 AND status = 'queued'`,
          [row.job_id, now()],
        );
      }
      return row;
    });
    if (taken === undefined) return undefined;
    const { job_id: jobId, chunk, client, kind, attempts: attempt } = taken;
    const progress = { row: taken.at_row, starts: taken.row_starts, output: taken.partial };
    return { jobId, chunk, client, kind, rows: rowsOfChunk(taken.input), attempt, progress };
  }

  /** Begins the lease again. False when there is nothing left to do: the chunk has its result, or its job was canceled. */
  renew(lease: ChunkId): Promise<boolean> {
    const { database, now } = this.#parts;
    return database.transaction((sql) => renewLease(sql, lease, { shared: database.shared, now }));
  }

  /** Stores results of the first rows: the next attempt continues after them, and is the first there. */
  async keep({ jobId, chunk }: ChunkId, { row, output }: Kept): Promise<void> {
    await write(
      this.#parts.database,
      `UPDATE job_chunks SET at_row = $3, row_starts = 0, partial = $4, attempts = 0
        WHERE job_id = $1 AND chunk = $2 AND finished_at IS NULL AND at_row < $3`,
      [jobId, chunk, row, output],
    );
  }

  /** Stores that a row is begun alone, and the results of the rows before it. */
  async beginRow({ jobId, chunk }: ChunkId, { row, starts, output }: RowProgress): Promise<void> {
    await write(
      this.#parts.database,
      `UPDATE job_chunks SET at_row = $3, row_starts = $4, partial = $5
        WHERE job_id = $1 AND chunk = $2 AND finished_at IS NULL`,
      [jobId, chunk, row, starts, output],
    );
  }

  /** Stores the result, unless another replica has stored an equal one. With the last chunk its job is completed. */
  async finish({ jobId, chunk, rows }: ChunkLease, { output, errors }: ChunkResult): Promise<void> {
    const { database, now } = this.#parts;
    await database.transaction(async (sql) => {
      // The chunk's row before the job's, as everywhere: replicas that finish chunks of one job wait for its row only briefly.
      const [stored] = await sql.query(
        `UPDATE job_chunks SET output = $3, errors = $4, finished_at = $5, order_no = NULL, input = '', partial = ''
          WHERE job_id = $1 AND chunk = $2 AND finished_at IS NULL RETURNING chunk`,
        [jobId, chunk, output, JSON.stringify(errors), now()],
      );
      if (stored !== undefined) {
        const job = await countDone(sql, jobId, { rows: rows.length, errors, now: now() });
        if (job.status === 'running') await placeChunks(sql, database.shared, job);
      }
    });
  }

  /** Ends a lease early. Unless its rows are at `fault`, it is as if neither the lease nor its row had been begun. */
  async giveBack({ jobId, chunk }: ChunkId, { fault = false } = {}): Promise<void> {
    const unbegun = `, attempts = CASE WHEN attempts > 0 THEN attempts - 1 ELSE 0 END,
        row_starts = CASE WHEN row_starts > 0 THEN row_starts - 1 ELSE 0 END`;
    const ended = `UPDATE job_chunks SET leased_until = NULL${fault ? '' : unbegun} WHERE job_id = $1 AND chunk = $2`;
    await write(this.#parts.database, ended, [jobId, chunk]);
  }
}

/** The job's row as it is then, and the caller's until the transaction ends. */
async function countDone(
  sql: Sql,
  id: string,
  done: { rows: number; errors: ChunkResult['errors']; now: number },
): Promise<JobRow> {
  const isLast = "status = 'running' AND chunks_done + 1 = chunks";
  const [job] = await sql.query<JobRow>(
    `UPDATE jobs SET rows_done = rows_done + $2, chunks_done = chunks_done + 1, progressed_at = $3,
        status = CASE WHEN ${isLast} THEN 'completed' ELSE status END,
        finished_at = CASE WHEN ${isLast} THEN CAST($3 AS BIGINT) ELSE finished_at END,
        expires_at = CASE WHEN ${isLast} THEN expires_at - created_at + CAST($3 AS BIGINT) ELSE expires_at END
      WHERE id = $1 RETURNING ${JOB_COLUMNS}`,
    [id, done.rows, done.now],
  );
  const errors = JSON.parse(job!.row_errors) as Record<string, number>;
  for (const [code, rows] of Object.entries(done.errors)) errors[code] = (errors[code] ?? 0) + rows;
  if (Object.keys(done.errors).length > 0) {
    await sql.query('UPDATE jobs SET row_errors = $2 WHERE id = $1', [id, JSON.stringify(errors)]);
  }
  return job!;
}

/** The stored part of a row until it is verified. */
export type ChunkRow = Pick<InputRow, 'row' | 'columns' | 'problem'>;

/** Some rows of a job, as text without characters that a database refuses: JSON escapes U+0000 and lone surrogates. */
export interface Chunk {
  readonly rows: number;
  readonly text: string;
}

export interface ChunkSize {
  /** Maximum of rows to verify; rows with a problem take no time. */
  readonly maxRows: number;
  /** In UTF-16 units; a longer row is its own chunk. */
  readonly maxLength: number;
}

/** Maximum of rows in a chunk, those with a problem included: a file of nothing else is stored in fewer steps. */
const MAX_ROWS_IN_ALL = 500;

export async function* cutChunks(rows: AsyncIterable<ChunkRow>, size: ChunkSize): AsyncGenerator<Chunk> {
  let lines: string[] = [];
  let length = 0;
  let toVerify = 0;
  const take = (): Chunk => {
    const chunk = { rows: lines.length, text: lines.join('\n') };
    lines = [];
    length = 0;
    toVerify = 0;
    return chunk;
  };
  for await (const { row, columns, problem } of rows) {
    const text = JSON.stringify([row, columns, problem]);
    if (lines.length > 0 && length + text.length > size.maxLength) yield take();
    lines.push(text);
    length += text.length + 1;
    if (problem === undefined) toVerify += 1;
    if (toVerify === size.maxRows || lines.length === MAX_ROWS_IN_ALL) yield take();
  }
  if (lines.length > 0) yield take();
}

function rowsOfChunk(text: string): InputRow[] {
  return text.split('\n').map((one, index) => {
    const [row, columns, problem] = JSON.parse(one) as [number, InputRow['columns'], string | null];
    return { index, line: row, row, endByte: 0, columns, problem: problem ?? undefined };
  });
}
