import { seededRandom } from '../../src/evaluation/random.ts';
import type { BenchContext } from './bench-context.ts';
import type { Kind } from './bench-texts.ts';
import { closedLoad } from './closed-load.ts';
import { measured } from './load-phase.ts';
import { openLoad } from './open-load.ts';
import type { RequestSource } from './requests.ts';
import type { Service } from './service-process.ts';
import { median, quantile } from './statistics.ts';
import { latencies, ofKind } from './timed-answers.ts';

const LONGEST_CALLERS = 2;
/** Rate of short requests as a share of their sequential capacity: so low that they rarely overlap. */
const SHORT_SHARE = 0.3;

export interface Fairness {
  readonly requests: RequestSource;
  /** Latency of a single short request. */
  readonly shortMs: number;
}

/** Short requests at random times beside callers that send longest requests without a pause. */
export async function benchFairness(service: Service, { requests, shortMs }: Fairness, context: BenchContext) {
  const { seconds, signal } = context;
  const perSecond = (1000 * SHORT_SHARE) / shortMs;
  const phase = await measured(service, seconds, async () => {
    const next = (kind: Kind) => () => requests.next(kind);
    const longest = closedLoad(service, { connections: LONGEST_CALLERS, seconds, next: next('longest') });
    const short = openLoad(service, { perSecond, seconds, next: next('short'), random: seededRandom(4), signal });
    return [...(await longest), ...(await short)];
  });
  const row = (kind: Kind) => {
    const answers = ofKind(phase.answers, kind);
    const waits = answers.map(({ stages }) => stages.queue ?? 0);
    return {
      request: kind,
      answers: answers.length,
      ...latencies(answers),
      'queued ms p50': quantile(waits, 0.5),
      'queued ms p95': quantile(waits, 0.95),
      ...phase.cells,
    };
  };
  const [short, longest] = [row('short'), row('longest')];
  const slowed = median(ofKind(phase.answers, 'short').map(({ ms }) => ms)) / shortMs;
  const title = `${perSecond.toFixed(1)} short requests per second beside ${LONGEST_CALLERS} callers with longest requests; a short one takes ${slowed.toFixed(1)} times as long as alone (median)`;
  return {
    table: { title, rows: [short, longest] },
    targets: [
      { what: 'a short request queued beside longest ones at p95, ms', atMost: 200, got: short['queued ms p95'] },
      {
        what: 'delay of the event loop beside longest requests, p99, ms',
        atMost: 20,
        got: phase.cells['loop delay p99 ms'],
      },
    ],
  };
}
