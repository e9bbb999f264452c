import type { Database, Sql } from '../store/database.ts';
import { type ChunkId, type ChunkQueue, LEASE_SECONDS } from './chunk-queue.ts';

const LEASE_MS = LEASE_SECONDS * 1000;

/**
 * The chunks of the embedded database are the queue themselves: those with a number wait, one that is leased says until
 * when. A lease that ends later than any could was given before the clock was set back.
 */
export class SqliteQueue implements ChunkQueue {
  /**
   * For the one process that works on this database, one chunk at a time. A number is written with the whole chunk, texts
   * included: a thousand of them kept the event loop for a second.
   */
  readonly window = 20;
  readonly #database: Database;
  readonly #now: () => number;

  constructor(database: Database, now: () => number) {
    this.#database = database;
    this.#now = now;
  }

  async add(): Promise<void> {
    // The number, which the caller has stored, is the entry.
  }

  async take(): Promise<ChunkId | undefined> {
    const now = this.#now();
    const [row] = await this.#database.transaction((sql) =>
      sql.query<{ job_id: string; chunk: number }>(
        `UPDATE job_chunks SET leased_until = $1 WHERE (job_id, chunk) = (
            SELECT job_id, chunk FROM job_chunks
            WHERE order_no IS NOT NULL AND (leased_until IS NULL OR leased_until < $2 OR leased_until > $1)
            ORDER BY order_no LIMIT 1)
          RETURNING job_id, chunk`,
        [now + LEASE_MS, now],
      ),
    );
    return row && { jobId: row.job_id, chunk: row.chunk };
  }

  renew(chunk: ChunkId): Promise<void> {
    return this.#leaseUntil(chunk, this.#now() + LEASE_MS);
  }

  giveBack(chunk: ChunkId): Promise<void> {
    return this.#leaseUntil(chunk, null);
  }

  async remove(sql: Sql, chunks: readonly ChunkId[]): Promise<void> {
    for (const { jobId, chunk } of chunks) {
      await sql.query('UPDATE job_chunks SET order_no = NULL WHERE job_id = $1 AND chunk = $2', [jobId, chunk]);
    }
  }

  async expire(): Promise<void> {
    // `take` looks at the clock.
  }

  async #leaseUntil({ jobId, chunk }: ChunkId, time: number | null): Promise<void> {
    await this.#database.transaction((sql) =>
      sql.query('UPDATE job_chunks SET leased_until = $3 WHERE job_id = $1 AND chunk = $2', [jobId, chunk, time]),
    );
  }
}
