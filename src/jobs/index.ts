import type { Database } from '../store/database.ts';
import { ChunkRemoval } from './chunk-removal.ts';
import { ChunkWork } from './chunk-work.ts';
import { JobStorage, type StorageLimits } from './job-storage.ts';
import { JobStore } from './job-store.ts';

export type { ChunkWork } from './chunk-work.ts';
export type { NewJob } from './job.ts';
export { JobRunner, type JobRunnerOptions } from './job-runner.ts';
export { type JobStorage, storageFull } from './job-storage.ts';
export type { JobResults, JobStore, WaitingJobs } from './job-store.ts';

export interface JobsOptions {
  readonly database: Database;
  readonly ttlDays: number;
  readonly storageLimits: StorageLimits;
  /** Unix milliseconds; the system's clock by default. */
  readonly now?: (() => number) | undefined;
}

/** Files of rows that are verified in the background, by all processes that share the database. */
export interface Jobs {
  readonly store: JobStore;
  readonly work: ChunkWork;
  readonly storage: JobStorage;
}

export function openJobs({ database, ttlDays, storageLimits, now = Date.now }: JobsOptions): Jobs {
  const storage = new JobStorage(database, storageLimits);
  const removal = new ChunkRemoval(database);
  return {
    storage,
    store: new JobStore({ database, now, ttlDays, removal, storage }),
    work: new ChunkWork({ database, now }),
  };
}
