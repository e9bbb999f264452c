import type { Sql } from '../access/sql/database.ts';
import { ServiceError } from '../errors.ts';

const DAY_MS = 86_400_000;

/** What a client has left of JOB_ROWS_PER_DAY when it submits a file. */
export interface Allowance {
  readonly limit: number;
  readonly left: number;
  /** Until some rows of the last 24 hours do not count any more. */
  readonly retryAfterSeconds: number;
}

interface Asking {
  readonly client: string;
  readonly limit: number;
  /** Unix milliseconds. */
  readonly now: number;
  /** The id of a job whose own rows do not count. */
  readonly except?: string;
}

/** The rows of deleted jobs count too. */
export async function allowanceOf(sql: Sql, { client, limit, now, except = '' }: Asking): Promise<Allowance> {
  const [row] = await sql.query<{ rows: number | null; oldest: number | null }>(
    `SELECT CAST(sum(rows) AS BIGINT) AS rows, min(created_at) AS oldest FROM jobs
      WHERE client = $1 AND created_at > $2 AND rows > 0 AND id <> $3`,
    [client, now - DAY_MS, except],
  );
  const retryAfterSeconds = Math.max(1, Math.ceil(((row?.oldest ?? now) + DAY_MS - now) / 1000));
  return { limit, left: Math.max(0, limit - (row?.rows ?? 0)), retryAfterSeconds };
}

/** Throws `rate_limited` unless so many rows are left. */
export function assertLeft({ limit, left, retryAfterSeconds }: Allowance, rows: number): void {
  if (rows <= left) return;
  const message = `Rows of jobs are limited to ${limit} per day, and ${left} are left; try again in ${retryAfterSeconds} seconds.`;
  throw new ServiceError('rate_limited', message, {
    details: { limit, window: 'day', remaining: left, retry_after_seconds: retryAfterSeconds },
  });
}

/** Rows as they come; throws `rate_limited` at the first one that is not left. */
export async function* whileLeft<Row>(rows: AsyncIterable<Row>, allowance: Allowance): AsyncGenerator<Row> {
  let count = 0;
  for await (const row of rows) {
    count += 1;
    assertLeft(allowance, count);
    yield row;
  }
}
