import type { JobView } from '../../jobs/index.ts';
import type { JobBody } from './job-schemas.ts';

/** A job as the API answers with it. */
export function jobBody(job: JobView): JobBody {
  return {
    id: job.id,
    name: job.name,
    kind: job.kind,
    status: job.status,
    rows: job.rows,
    rows_done: job.rowsDone,
    errors: { ...job.errors },
    rows_per_second: job.rowsPerSecond === null ? null : Math.round(job.rowsPerSecond * 100) / 100,
    estimated_end: job.estimatedEnd,
    created_at: job.createdAt,
    started_at: job.startedAt,
    finished_at: job.finishedAt,
    expires_at: job.expiresAt,
    webhook: job.webhook === null ? null : webhookBody(job.webhook),
  };
}

function webhookBody({ url, deliveredAt, lastError }: NonNullable<JobView['webhook']>): JobBody['webhook'] {
  return { url, delivered_at: deliveredAt, last_error: lastError };
}
