import type { JobBody, JobClient } from '../../client/index.ts';
import { alignedLines, printable } from '../../printable.ts';
import { showProgress } from '../batch/progress.ts';
import { counted, printLines, stopSignal } from '../command-line.ts';

/** Such as "job_1 is running: 400 of 1200 rows, 3 with errors (invalid_request 3), 20 rows/s, until about 12:00:05 UTC". */
export function describeJob(job: JobBody): string {
  const { id, status, rows, rows_done: done, rows_per_second: rate, estimated_end: end } = job;
  const parts = [
    status === 'receiving' ? `${counted(rows, 'row')} so far` : `${done} of ${counted(rows, 'row')}`,
    ...describeErrors(job),
    ...(status === 'running' && rate !== null ? [`${rate} rows/s`] : []),
    ...(end === null ? [] : [`until about ${end}`]),
  ];
  return `${id} is ${status}: ${parts.join(', ')}`;
}

function describeErrors(job: JobBody): string[] {
  const codes = Object.entries(job.errors).map(([code, rows]) => `${code} ${rows}`);
  return codes.length === 0 ? [] : [`${errorRows(job)} with errors (${codes.join(', ')})`];
}

function errorRows({ errors }: JobBody): number {
  return Object.values(errors).reduce((sum, rows) => sum + rows, 0);
}

/** 0: each row has a verdict; 2: some are error rows; 1: it was canceled. Undefined while it has not ended. */
export function exitCodeOf(job: JobBody): 0 | 1 | 2 | undefined {
  if (job.status === 'canceled') return 1;
  if (job.status !== 'completed') return undefined;
  return errorRows(job) === 0 ? 0 : 2;
}

export function jobTable(jobs: readonly JobBody[]): string[] {
  const rows = jobs.map((job) => [
    job.id,
    job.status,
    String(job.rows),
    String(job.rows_done),
    String(errorRows(job)),
    job.created_at,
    job.expires_at,
    job.name ?? '-',
  ]);
  return alignedLines([['ID', 'STATUS', 'ROWS', 'DONE', 'ERRORS', 'CREATED', 'DELETED AFTER', 'NAME'], ...rows]);
}

const GOES_ON = 'The job continues; trying again until the service answers.';

/** Waits for a job, through lost connections and restarts of the service, with its progress on standard error. */
export async function awaitJob(client: JobClient, { id, rows }: JobBody): Promise<JobBody> {
  const signal = stopSignal(`the job continues; claim-verifier jobs status ${id} --wait shows it again`);
  const { stderr } = process;
  const display = showProgress({ end: rows });
  let isInterrupted = false;
  const onProgress = (job: JobBody) => {
    isInterrupted = false;
    display.update({ rows: job.rows_done, errors: errorRows(job), position: job.rows_done });
  };
  const onInterruption = ({ message }: Error) => {
    if (!isInterrupted) printLines(stderr, ['', printable(message), GOES_ON]);
    isInterrupted = true;
  };
  try {
    return await client.waitForJob(id, { signal, onProgress, onInterruption });
  } finally {
    display.stop();
  }
}
