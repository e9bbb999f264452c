import type { JobBody, JobClient } from '../../client/index.ts';
import { showProgress } from '../batch/progress.ts';
import { stopSignal } from '../command-line.ts';
import { errorRows } from './describe-job.ts';

/**
 * Waits for a job with its progress on standard error, through lost connections and restarts of the service. When the
 * process is stopped the job goes on.
 */
export async function awaitJob(client: JobClient, { id, rows }: JobBody): Promise<JobBody> {
  const signal = stopSignal(`the job goes on; claim-verifier jobs status ${id} --wait shows it again`);
  const { stderr } = process;
  const display = showProgress({ stream: stderr, end: rows, now: () => performance.now() });
  let isInterrupted = false;
  const onProgress = (job: JobBody) => {
    isInterrupted = false;
    display.update({ rows: job.rows_done, errors: errorRows(job), position: job.rows_done });
  };
  const onInterruption = ({ message }: Error) => {
    if (!isInterrupted) stderr.write(`\n${message}\nThe job goes on; trying again until the service answers.\n`);
    isInterrupted = true;
  };
  try {
    return await client.waitForJob(id, { signal, onProgress, onInterruption });
  } finally {
    display.stop();
  }
}
