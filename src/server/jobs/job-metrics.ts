import { Counter, Gauge, type Registry } from 'prom-client';
import { JOB_STATUSES, type JobStatus } from '../../contract/job.ts';
import type { JobStore, WaitingJobs } from '../../jobs/index.ts';
import type { WebhookResult } from '../../jobs/webhook-worker.ts';
import { cachedMeasure, PREFIX, registerGauges } from '../telemetry/gauges.ts';

interface Measured extends WaitingJobs {
  readonly bytes: number;
  readonly statuses: Readonly<Record<JobStatus, number>>;
}

/** NaN while the database does not answer: 0 would say that nothing waits. */
const UNKNOWN: Measured = {
  rows: Number.NaN,
  oldestMs: Number.NaN,
  bytes: Number.NaN,
  statuses: Object.fromEntries(JOB_STATUSES.map((status) => [status, Number.NaN])) as Record<JobStatus, number>,
};

type MeasuredStore = Pick<JobStore, 'statusCounts' | 'storedBytes' | 'waiting'>;

/** Counters of jobs in this process. */
export interface JobCounters {
  countRows(rows: { readonly answered: number; readonly failed: number }): void;
  countWebhook(outcome: WebhookResult['outcome']): void;
}

/** Registers what is measured of the jobs of all replicas, and counts what this one does. */
export function jobMetrics(store: MeasuredStore, registry: Registry): JobCounters {
  const measure = cachedMeasure(
    async () => ({
      ...(await store.waiting()),
      bytes: await store.storedBytes(),
      statuses: await store.statusCounts(),
    }),
    UNKNOWN,
  );
  const registers = [registry];
  new Gauge({
    name: `${PREFIX}_jobs`,
    help: 'Jobs that are kept, by status; of all replicas',
    labelNames: ['status'] as const,
    registers,
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
  return counters(registers);
}

function counters(registers: Registry[]): JobCounters {
  const rows = new Counter({
    name: `${PREFIX}_job_rows_total`,
    help: 'Rows of jobs that this replica has verified, by outcome; failed: error rows',
    labelNames: ['outcome'] as const,
    registers,
  });
  const webhooks = new Counter({
    name: `${PREFIX}_job_webhooks_total`,
    help: 'Deliveries of webhooks about ended jobs, by outcome; failed: will be retried, given_up: will not',
    labelNames: ['outcome'] as const,
    registers,
  });
  for (const outcome of ['answered', 'failed'] as const) rows.inc({ outcome }, 0);
  for (const outcome of ['sent', 'failed', 'given_up'] as const) webhooks.inc({ outcome }, 0);
  return {
    countRows: ({ answered, failed }) => {
      rows.inc({ outcome: 'answered' }, answered);
      rows.inc({ outcome: 'failed' }, failed);
    },
    countWebhook: (outcome) => webhooks.inc({ outcome }),
  };
}
