import type { FastifyBaseLogger } from 'fastify';
import { JobRunner, type Jobs } from '../../jobs/index.ts';
import type { BatchVerifier } from '../../rows/row-kind.ts';
import { answerLimits } from '../routes/answer-limits.ts';
import type { ServerContext } from '../server-context.ts';

/** Verifies rows of jobs in this process, from `start` to `stop`. */
export interface JobRunning {
  /** Call it when the models are ready; does nothing where this process is to verify none, or was stopped before. */
  start(verifier: BatchVerifier): void;
  /** Resolves once other processes have what this one was working on. */
  stop(): Promise<void>;
}

export function jobRunning(
  jobs: Jobs | undefined,
  { config, log }: Pick<ServerContext, 'config'> & { readonly log: FastifyBaseLogger },
): JobRunning {
  const { JOB_CONCURRENCY: concurrency } = config;
  let runner: JobRunner | undefined;
  let isStopped = false;
  return {
    start(verifier) {
      if (jobs === undefined || concurrency === 0 || isStopped) return;
      runner = new JobRunner({ work: jobs.work, verifier, answerLimits: answerLimits(config), concurrency, log });
      runner.start();
    },
    async stop() {
      isStopped = true;
      await runner?.stop();
    },
  };
}
