import { toIso, withIsoTimes } from '../access/index.ts';
import type { JobBody, JobFormat, JobRows, JobStatus } from '../contract/job.ts';
import type { SqlRow } from '../store/database.ts';

export type JobKind = JobRows;

export interface NewJob {
  /** Whose job it is: a key and those it was rotated from are one client. */
  readonly client: string;
  /** The key that sent it: the job is deleted with the key's customer. */
  readonly keyId: string;
  readonly name?: string | undefined;
  readonly kind: JobKind;
  readonly inputFormat: JobFormat;
  /** Rows that the client may send within 24 hours, in all its jobs together. */
  readonly rowsPerDay: number;
  /** Id of the submitting request. It is unique among jobs, so that repeating the request submits no second job. */
  readonly requestId?: string | undefined;
  /** SHA-256 of what was sent, known once all rows were read. */
  readonly contentHash?: (() => string) | undefined;
}

/** The columns that are read of every job; queries that need others name them. */
export const JOB_COLUMNS = `id, client, name, kind, status, rows, rows_done, chunks, chunks_queued, chunks_done,
  row_errors, created_at, started_at, finished_at, expires_at`;

export type JobRow = SqlRow & {
  id: string;
  client: string;
  name: string | null;
  kind: JobKind;
  status: JobStatus;
  rows: number;
  rows_done: number;
  chunks: number;
  chunks_queued: number;
  chunks_done: number;
  row_errors: string;
  created_at: number;
  started_at: number | null;
  finished_at: number | null;
  expires_at: number;
};

/** Later moments have years that few programs read. */
const MAX_TIME = Date.UTC(10_000, 0) - 1;

/** `now`: Unix milliseconds. */
export function jobBody(row: JobRow, now: number): JobBody {
  const { id, name, kind, status, rows, rows_done, row_errors, created_at, started_at, finished_at, expires_at } = row;
  const rate = rowsPerSecond(row, now);
  return {
    id,
    name,
    kind,
    status,
    rows,
    rows_done,
    errors: JSON.parse(row_errors),
    rows_per_second: rate === null ? null : Math.round(rate * 100) / 100,
    estimated_end: status === 'running' ? estimatedEnd(row, rate, now) : null,
    ...withIsoTimes({ created_at, started_at, finished_at, expires_at }),
  };
}

function rowsPerSecond({ started_at: startedAt, finished_at: finishedAt, rows_done: rows }: JobRow, now: number) {
  if (startedAt === null) return null;
  const seconds = ((finishedAt ?? now) - startedAt) / 1000;
  return seconds > 0 ? rows / seconds : null;
}

function estimatedEnd({ rows, rows_done: done }: JobRow, rate: number | null, now: number): string | null {
  const end = rate ? now + ((rows - done) / rate) * 1000 : Number.POSITIVE_INFINITY;
  return end <= MAX_TIME ? toIso(end) : null;
}
