import type { FastifyBaseLogger } from 'fastify';
import type { Registry } from 'prom-client';
import type { Database } from '../../access/index.ts';
import type { Config } from '../../config.ts';
import type { Verifier } from '../../index.ts';
import { JobRunner, type Jobs } from '../../jobs/index.ts';
import { webhookWorker } from '../../jobs/webhook-worker.ts';
import { answerLimits } from '../api/answer.ts';
import { type JobCounters, jobMetrics } from './job-metrics.ts';

export interface JobsInProcess {
  readonly jobs: Jobs;
  readonly config: Config;
  readonly database: Database;
  readonly log: FastifyBaseLogger;
  readonly registry: Registry;
}

/** The part of this process in the jobs of all replicas. */
export interface RunningJobs {
  /** Begins to verify rows, unless JOB_CONCURRENCY is 0. */
  verify(verifier: Verifier): void;
  /** Gives unfinished rows back to the other replicas at once, finishes the webhooks that are being sent, and stops deleting. */
  stop(): Promise<void>;
}

/** Measures jobs and sends their webhooks from now on; verifies rows once there is a verifier. */
export function runJobs(parts: JobsInProcess): RunningJobs {
  const counters = jobMetrics(parts.jobs.store, parts.registry);
  const webhooks = startWebhooks(parts, counters);
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
        onRows: (rows) => {
          counters.countRows(rows);
          // The job may have ended with them.
          webhooks?.wake();
        },
      });
      runner.start();
    },
    async stop() {
      isStopped = true;
      await Promise.all([runner?.stop(), webhooks?.close(), parts.jobs.store.close()]);
    },
  };
}

function startWebhooks({ jobs, config, database, log }: JobsInProcess, { countWebhook }: JobCounters) {
  const { WEBHOOK_HOSTS: hosts, WEBHOOK_SECRET: secret } = config;
  if (hosts === undefined || secret === undefined) return undefined;
  return webhookWorker({
    ...{ database, hosts, secret },
    store: jobs.store,
    now: Date.now,
    onResult: (result) => {
      countWebhook(result.outcome);
      if (result.outcome !== 'sent') log.warn(result, 'webhook not delivered');
    },
  });
}
