import type { Kind } from './bench-texts.ts';
import { residentMb, type Service } from './service-process.ts';
import { type Answer, accepted } from './timed-answers.ts';

/** prom-client samples the event loop every 10 ms and includes this interval in its values. */
const SAMPLING_MS = 10;

/** A load with its accepted responses and its cost for the server. */
export interface Phase extends Rates {
  readonly answers: readonly Answer[];
  /** Cells of all tables about the service. */
  readonly cells: Readonly<Record<'CPUs used' | 'loop delay p99 ms' | 'RSS MB', number>>;
}

/**
 * Runs a load for a number of seconds. Throws when no request got status 200: refusals would look like fast
 * responses.
 */
export async function measured(service: Service, seconds: number, load: () => Promise<Answer[]>): Promise<Phase> {
  const before = await service.metrics();
  const startedAt = performance.now();
  const answers = await load();
  const took = (performance.now() - startedAt) / 1000;
  const after = await service.metrics();
  const cpuSeconds = (values: typeof after) => values.get('process_cpu_seconds_total') ?? 0;
  const good = accepted(answers);
  if (good.length === 0 && answers.length > 0) {
    const statuses = [...new Set(answers.map(({ status }) => status))].join(', ');
    throw new Error(`Expected answers of status 200, got ${answers.length} of status ${statuses}.`);
  }
  return {
    answers: good,
    ...rates(good, startedAt, seconds),
    cells: {
      'CPUs used': (cpuSeconds(after) - cpuSeconds(before)) / took,
      'loop delay p99 ms': Math.max(0, 1000 * (after.get('nodejs_eventloop_lag_p99_seconds') ?? 0) - SAMPLING_MS),
      'RSS MB': residentMb(after),
    },
  };
}

/** Share of a load's time before the first responses arrive; rates are measured after it. */
const RAMP = 0.2;

interface Rates {
  /** Accepted responses per second while the load was steady. */
  readonly perSecond: number;
  /** The same, each response weighted with the time of a single request of its size, in milliseconds. */
  workPerSecond(aloneMs: ReadonlyMap<Kind, number>): number;
}

/** Responses between the ramp and the end of sending: later responses come from a draining queue. */
export function rates(answers: readonly Answer[], startedAt: number, seconds: number): Rates {
  const from = startedAt + 1000 * RAMP * seconds;
  const until = startedAt + 1000 * seconds;
  const steady = answers.filter(({ endedAt }) => endedAt >= from && endedAt <= until);
  const length = (1 - RAMP) * seconds;
  return {
    perSecond: steady.length / length,
    workPerSecond: (aloneMs) => steady.reduce((sum, { kind }) => sum + (aloneMs.get(kind) ?? 0), 0) / length,
  };
}
