import { markJobsDeleted } from '../access/index.ts';
import type { Database } from '../access/sql/database.ts';
import type { ChunkRemoval } from './chunk-removal.ts';

export interface Deleting {
  readonly database: Database;
  readonly removal: ChunkRemoval;
  readonly now: () => number;
}

/**
 * Deletes a job: it is gone for everybody when this resolves, and its texts and results are deleted from then on. What a
 * crash leaves of them is deleted by the next `pruneJobs`.
 */
export async function deleteJob({ database, removal, now }: Deleting, id: string): Promise<void> {
  await database.transaction((sql) => markJobsDeleted(sql, 'id = $1', [id, now()]), { usesReserve: true });
  removal.inBackground((chunks) => chunks.delete(id));
}
