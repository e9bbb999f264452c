import { type Answer, accepted } from './answers.ts';
import { residentMb, type Service } from './service-process.ts';

/** prom-client samples the loop every 10 ms and counts that interval in. */
const SAMPLING_MS = 10;

/** A load, its accepted answers and what it cost the server. */
export interface Phase {
  readonly answers: readonly Answer[];
  readonly seconds: number;
  /** Accepted answers. */
  readonly perSecond: number;
  /** Cells that every table of the service shares. */
  readonly cells: Readonly<Record<'CPUs used' | 'loop delay p99 ms' | 'RSS MB', number>>;
}

/** Throws when no request of a load was answered as it should be: figures of refusals would look like fast answers. */
export async function measured(service: Service, load: () => Promise<Answer[]>): Promise<Phase> {
  const before = await service.metrics();
  const startedAt = performance.now();
  const answers = await load();
  const seconds = (performance.now() - startedAt) / 1000;
  const after = await service.metrics();
  const cpuSeconds = (values: typeof after) => values.get('process_cpu_seconds_total') ?? 0;
  const good = accepted(answers);
  if (good.length === 0 && answers.length > 0) {
    const statuses = [...new Set(answers.map(({ status }) => status))].join(', ');
    throw new Error(`Expected answers of status 200, got ${answers.length} of status ${statuses}.`);
  }
  return {
    answers: good,
    seconds,
    perSecond: good.length / seconds,
    cells: {
      'CPUs used': (cpuSeconds(after) - cpuSeconds(before)) / seconds,
      'loop delay p99 ms': Math.max(0, 1000 * (after.get('nodejs_eventloop_lag_p99_seconds') ?? 0) - SAMPLING_MS),
      'RSS MB': residentMb(after),
    },
  };
}
