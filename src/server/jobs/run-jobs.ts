import type { FastifyBaseLogger } from 'fastify';
import type { Registry } from 'prom-client';
import type { Config } from '../../config.ts';
import { answerLimits } from '../../config.ts';
import type { Verifier } from '../../index.ts';
import { JobRunner, type Jobs } from '../../jobs/index.ts';
import { jobMetrics } from './job-metrics.ts';

export interface JobsInProcess {
  readonly jobs: Jobs;
  readonly config: Config;
  readonly log: FastifyBaseLogger;
  readonly registry: Registry;
}

export interface RunningJobs {
  /** Begins to verify rows, unless JOB_CONCURRENCY is 0. */
  verify(verifier: Verifier): void;
  /** Gives unfinished rows back to the other replicas at once, and stops deleting. */
  stop(): Promise<void>;
}

/** Measures jobs from now on; verifies rows once there is a verifier. */
export function runJobs(parts: JobsInProcess): RunningJobs {
  const counters = jobMetrics(parts.jobs, parts.registry);
  let runner: JobRunner | undefined;
  let isStopped = false;
  return {
    verify(verifier) {
      const { jobs, config, log } = parts;
      if (isStopped || config.JOB_CONCURRENCY === 0) return;
      runner = new JobRunner({
        ...{ verifier, log },
        work: jobs.work,
        assertRoom: () => jobs.storage.assertDisk(),
        answerLimits: answerLimits(config),
        concurrency: config.JOB_CONCURRENCY,
        onRows: (rows) => counters.countRows(rows),
      });
      runner.start();
    },
    async stop() {
      isStopped = true;
      await Promise.all([runner?.stop(), parts.jobs.store.close()]);
    },
  };
}
