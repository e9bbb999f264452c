import { InFlight } from '../../../src/server/lifecycle/in-flight.ts';
import { Readiness } from '../../../src/server/lifecycle/readiness.ts';
import { createMetrics } from '../../../src/server/telemetry/service-metrics.ts';

/** The metrics that /metrics has, without the endings of histograms. */
export async function metricNames(): Promise<ReadonlySet<string>> {
  const served = await createMetrics(new Readiness(), new InFlight()).registry.metrics();
  return new Set([...served.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name!));
}
