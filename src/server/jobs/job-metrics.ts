import { Gauge, type Registry } from 'prom-client';
import { JOB_STATUSES, type JobStatus } from '../../contract/job.ts';
import type { JobRunnerOptions, JobStorage, JobStore, WaitingJobs } from '../../jobs/index.ts';
import { byOutcome, cachedMeasure, countedBy, PREFIX, registerGauges } from '../telemetry/gauges.ts';

/** NaN while the database does not answer: 0 would say that nothing waits. */
const UNKNOWN: WaitingJobs & { readonly bytes: number; readonly statuses: Readonly<Record<JobStatus, number>> } = {
  rows: Number.NaN,
  oldestMs: Number.NaN,
  bytes: Number.NaN,
  statuses: Object.fromEntries(JOB_STATUSES.map((status) => [status, Number.NaN])) as Record<JobStatus, number>,
};

/** Registers the metrics of jobs; the result counts the rows that this replica has verified. */
export function jobMetrics(
  store: Pick<JobStore, 'statusCounts' | 'waiting'>,
  storage: Pick<JobStorage, 'storedBytes'>,
  registry: Registry,
): NonNullable<JobRunnerOptions['onRows']> {
  const measure = cachedMeasure(
    async () => ({
      ...(await store.waiting()),
      bytes: await storage.storedBytes(),
      statuses: await store.statusCounts(),
    }),
    UNKNOWN,
  );
  new Gauge({
    name: `${PREFIX}_jobs`,
    help: 'Jobs that are kept, by status; of all replicas',
    labelNames: ['status'] as const,
    registers: [registry],
    async collect() {
      const { statuses } = await measure();
      for (const status of JOB_STATUSES) this.set({ status }, statuses[status]);
    },
  });
  registerGauges(registry, {
    job_rows_waiting: {
      help: 'Rows of jobs without a result; of all replicas',
      read: async () => (await measure()).rows,
    },
    job_oldest_chunk_seconds: {
      help: 'Longest time since an unfinished job was sent or had rows verified; 0: none is unfinished',
      read: async () => (await measure()).oldestMs / 1_000,
    },
    job_bytes: {
      help: 'Bytes of texts and results that are stored for jobs, deleted ones until they are removed; of all replicas',
      read: async () => (await measure()).bytes,
    },
  });
  const help = 'Rows of jobs that this replica has verified, by outcome; failed: error rows';
  const rows = countedBy(registry, 'job_rows', help, byOutcome(['answered', 'failed']));
  return ({ answered, failed }) => {
    rows.inc({ outcome: 'answered' }, answered);
    rows.inc({ outcome: 'failed' }, failed);
  };
}
