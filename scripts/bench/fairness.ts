import { seededRandom } from '../../src/evaluation/random.ts';
import { type Answer, latencies, ofKind } from './answers.ts';
import type { BenchContext } from './bench-context.ts';
import { closedLoad } from './closed-load.ts';
import { measured } from './load-phase.ts';
import { openLoad } from './open-load.ts';
import type { RequestSource } from './requests.ts';
import type { Service } from './service-process.ts';
import { quantile } from './statistics.ts';

const LONGEST_CALLERS = 2;
const SHORT_PER_SECOND = 20;

/** Short requests at random moments beside callers who send one longest request after the other. */
export async function benchFairness(service: Service, requests: RequestSource, context: BenchContext) {
  const { model, seconds, signal } = context;
  const phase = await measured(service, async () => {
    const longest = closedLoad(service, {
      connections: LONGEST_CALLERS,
      seconds,
      next: () => requests.next('longest'),
    });
    const short = openLoad(service, {
      perSecond: SHORT_PER_SECOND,
      seconds,
      next: () => requests.next('short'),
      random: seededRandom(4),
      signal,
    });
    return [...(await longest), ...(await short)];
  });
  // No worker is ever idle here.
  const batchMs = (1000 * phase.seconds * model.workers) / phase.batches;
  const row = (kind: Answer['kind']) => {
    const answers = ofKind(phase.answers, kind);
    const waits = answers.map(({ stages }) => (stages.queue ?? 0) / batchMs);
    return {
      kind,
      answers: answers.length,
      ...latencies(answers),
      'batches queued p50': quantile(waits, 0.5),
      'batches queued p95': quantile(waits, 0.95),
      'batches queued p99': quantile(waits, 0.99),
      ...phase.cells,
    };
  };
  const [short, longest] = [row('short'), row('longest')];
  const title = `${SHORT_PER_SECOND} short requests a second beside ${LONGEST_CALLERS} callers of longest ones; a batch takes ${batchMs.toFixed(1)} ms`;
  return {
    table: { title, rows: [short, longest] },
    targets: [
      {
        what: 'batches a short request is queued for beside longest ones (both rounds), p95',
        atMost: 3,
        got: short['batches queued p95'],
      },
      {
        what: 'delay of the event loop beside longest requests, p99, ms',
        atMost: 20,
        got: phase.cells['loop delay p99 ms'],
      },
    ],
  };
}
