import type { Database } from '../access/sql/database.ts';
import { ChunkRemoval } from './chunk-removal.ts';
import { ChunkWork } from './chunk-work.ts';
import { JobStore } from './job-store.ts';
import { PostgresQueue } from './postgres-queue.ts';
import { SqliteQueue } from './sqlite-queue.ts';

export type { ChunkWork } from './chunk-work.ts';
export { JOB_STATUSES, type JobKind, type JobStatus, type JobView, type JobWebhookView, type NewJob } from './job.ts';
export { type JobLog, JobRunner, type JobRunnerOptions } from './job-runner.ts';
export type { JobQuery, JobResults, JobStore, WaitingJobs } from './job-store.ts';
export type { ReceiveLimits } from './receive-job.ts';

export interface JobsOptions {
  readonly database: Database;
  /** Days after which rows and results are deleted. */
  readonly ttlDays: number;
  /** Unix milliseconds; the system's clock by default. */
  readonly now?: (() => number) | undefined;
}

/** Files of rows that are verified in the background, by all processes that share the database. */
export interface Jobs {
  readonly store: JobStore;
  /** What a JobRunner works on. */
  readonly work: ChunkWork;
}

/** Opens nothing yet: the queue is made at its first use. */
export function openJobs({ database, ttlDays, now = Date.now }: JobsOptions): Jobs {
  const queue = database.dialect === 'postgres' ? new PostgresQueue(database) : new SqliteQueue(database, now);
  return {
    store: new JobStore({ database, queue, now, ttlDays, removal: new ChunkRemoval({ database, queue }) }),
    work: new ChunkWork({ database, queue, now }),
  };
}
