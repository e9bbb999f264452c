import type { Database } from '../access/sql/database.ts';
import { ServiceError } from '../errors.ts';
import type { JobRow } from './job.ts';

/**
 * Reads the results of a job that has ended, chunk by chunk; of a canceled one those before the first chunk without a result,
 * which is the same one at every reading.
 */
export function resultLines(database: Database, { id, status, chunks }: JobRow): () => AsyncGenerator<string> {
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
        throw new ServiceError(
          'not_found',
          'Expected a job with all of its results, got one that was deleted meanwhile.',
        );
      }
    }
  };
}
