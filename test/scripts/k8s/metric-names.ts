import { fastify } from 'fastify';
import { loadConfig } from '../../../src/config.ts';
import { jobMetrics } from '../../../src/server/jobs/job-metrics.ts';
import { createServerContext } from '../../../src/server/server-context.ts';
import { observeEmails } from '../../../src/server/telemetry/email-metrics.ts';
import { fakeAccess } from '../../support/fake-access.ts';

const NO_JOBS = { receiving: 0, queued: 0, running: 0, completed: 0, canceled: 0 };

export async function metricNames(): Promise<ReadonlySet<string>> {
  const { metrics } = createServerContext({ config: loadConfig({}), access: fakeAccess() });
  const emails = { waiting: async () => ({ count: 0, oldestAt: undefined }), watch: () => undefined };
  observeEmails(emails, { log: fastify().log, registry: metrics.registry, sends: true });
  const waiting = async () => ({ rows: 0, oldestMs: 0 });
  jobMetrics({ statusCounts: async () => NO_JOBS, waiting }, { storedBytes: async () => 0 }, metrics.registry);
  const served = await metrics.registry.metrics();
  return new Set([...served.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name!));
}
