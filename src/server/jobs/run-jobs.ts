import type { FastifyBaseLogger } from 'fastify';
import type { Registry } from 'prom-client';
import type { Config } from '../../config.ts';
import { answerLimits } from '../../config.ts';
import type { Verifier } from '../../index.ts';
import { JobRunner, type Jobs } from '../../jobs/index.ts';
import { jobMetrics } from './job-metrics.ts';

export interface RunningJobs {
  /** Begins to verify rows, unless JOB_CONCURRENCY is 0. */
  verify(verifier: Verifier): void;
  /** Gives unfinished rows back to the other replicas at once, and stops deleting. */
  stop(): Promise<void>;
}

/** Measures jobs from now on; verifies rows once there is a verifier. */
export function runJobs(jobs: Jobs, config: Config, log: FastifyBaseLogger, registry: Registry): RunningJobs {
  const onRows = jobMetrics(jobs.store, jobs.storage, registry);
  let runner: JobRunner | undefined;
  let isStopped = false;
  return {
    verify(verifier) {
      if (isStopped || config.JOB_CONCURRENCY === 0) return;
      runner = new JobRunner({
        verifier,
        log,
        work: jobs.work,
        assertRoom: () => jobs.storage.assertDisk(),
        answerLimits: answerLimits(config),
        concurrency: config.JOB_CONCURRENCY,
        onRows,
      });
      runner.start();
    },
    async stop() {
      isStopped = true;
      await Promise.all([runner?.stop(), jobs.store.close()]);
    },
  };
}
