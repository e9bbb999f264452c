import { setTimeout as sleep } from 'node:timers/promises';
import { markJobsDeleted } from '../access/index.ts';
import { type Database, onReserve, type SqlValue } from '../store/database.ts';

/** Chunks of one transaction: some megabytes of texts, some tens of milliseconds of the embedded database. */
const CHUNKS_AT_A_TIME = 10;

/**
 * Removes the chunks of jobs that have ended, in steps with pauses as long as they took, so that others can write meanwhile.
 * Each step is a separate transaction, without the change of the job: finishing a chunk locks the chunk and then the job,
 * which one transaction here would lock the other way round.
 */
export class ChunkRemoval {
  readonly #database: Database;
  readonly #stopping = new AbortController();
  #background: Promise<void> = Promise.resolve();

  constructor(database: Database) {
    this.#database = database;
  }

  get isClosed(): boolean {
    return this.#stopping.signal.aborted;
  }

  /** Does work of this class in the background. What fails or is stopped is left to `pruneJobs`. */
  inBackground(work: (removal: ChunkRemoval) => Promise<void>): void {
    this.#background = this.#background.then(() => work(this)).catch(() => undefined);
  }

  /** Deletes the names of the columns, the texts and the results of a job. */
  async delete(jobId: string): Promise<void> {
    if (this.isClosed) return;
    await this.#database.transaction((sql) => sql.query('DELETE FROM job_columns WHERE job_id = $1', [jobId]));
    const [span] = await this.#database.query<{ first: number | null; last: number | null }>(
      'SELECT min(chunk) AS first, max(chunk) AS last FROM job_chunks WHERE job_id = $1',
      [jobId],
    );
    if (typeof span?.first !== 'number' || typeof span.last !== 'number') return;
    for (let from = span.first; from <= span.last; from += CHUNKS_AT_A_TIME) {
      await this.#step('DELETE FROM job_chunks WHERE job_id = $1 AND chunk >= $2 AND chunk < $3', [
        jobId,
        from,
        from + CHUNKS_AT_A_TIME,
      ]);
    }
  }

  async dequeue(jobId: string): Promise<void> {
    // Uses the index of waiting chunks: the primary key would read the texts of all chunks of the job.
    const queued = await this.#database.query<{ chunk: number }>(
      "SELECT chunk FROM job_chunks WHERE order_no IS NOT NULL AND job_id || '' = $1 ORDER BY chunk",
      [jobId],
    );
    for (let from = 0; from < queued.length; from += CHUNKS_AT_A_TIME) {
      const chunks = queued.slice(from, from + CHUNKS_AT_A_TIME);
      await this.#step(
        `UPDATE job_chunks SET order_no = NULL
          WHERE job_id = $1 AND chunk >= $2 AND chunk <= $3 AND order_no IS NOT NULL`,
        [jobId, chunks[0]!.chunk, chunks.at(-1)!.chunk],
      );
    }
  }

  /** Stops after the step that is being done. */
  async close(): Promise<void> {
    this.#stopping.abort();
    await this.#background;
  }

  async #step(statement: string, parameters: readonly SqlValue[]): Promise<void> {
    if (this.isClosed) return;
    const startedAt = performance.now();
    await onReserve(this.#database, (sql) => sql.query(statement, parameters));
    const { signal } = this.#stopping;
    await sleep(performance.now() - startedAt, undefined, { signal }).catch(() => undefined);
  }
}

export interface DeletionContext {
  readonly database: Database;
  readonly removal: ChunkRemoval;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/** Deletes a job: it is gone when this resolves. The next `pruneJobs` deletes what a crash leaves of it. */
export async function deleteJob({ database, removal, now }: DeletionContext, id: string): Promise<void> {
  await onReserve(database, (sql) => markJobsDeleted(sql, 'id = $1', [id, now()]));
  removal.inBackground((chunks) => chunks.delete(id));
}
