import type { Kind } from './bench-texts.ts';
import { closedLoad } from './closed-load.ts';
import { measured, type Phase } from './load-phase.ts';
import type { RequestSource } from './requests.ts';
import type { Service } from './service-process.ts';
import { median, quantile } from './statistics.ts';
import { type Answer, latencies } from './timed-answers.ts';

/** Share of the time per request size; only few longest requests fit into any time. */
const SHARES: ReadonlyMap<Kind, number> = new Map([
  ['longest', 0.6],
  ['medium', 0.25],
  ['short', 0.15],
]);

/** Sequential requests without other load: their latency, and the part of it that is not spent in the models. */
export async function benchAlone(service: Service, requests: RequestSource, seconds: number) {
  const phases = new Map<Kind, Phase>();
  for (const [kind, share] of SHARES) {
    const own = Math.max(1, Math.round(share * seconds));
    const load = { connections: 1, seconds: own, next: () => requests.next(kind) };
    phases.set(kind, await measured(service, own, () => closedLoad(service, load)));
  }
  const rows = [...phases].map(([kind, { answers, cells }]) => ({
    request: kind,
    answers: answers.length,
    ...latencies(answers),
    'not the models, ms p50': median(answers.map((answer) => answer.ms * shareAside(answer))),
    'its share p50': median(answers.map(shareAside)),
    ...cells,
  }));
  const p95 = (kind: Kind) => quantile(msOf(phases.get(kind)!.answers), 0.95);
  return {
    table: { title: 'one request after the other, nothing beside it', rows },
    /** Medians by size. */
    ms: new Map([...phases].map(([kind, { answers }]) => [kind, median(msOf(answers))])),
    targets: [
      { what: 'a longest request over HTTP at p95, ms', atMost: 900, got: p95('longest') },
      { what: 'a request of one sentence on ten over HTTP at p95, ms', atMost: 200, got: p95('medium') },
    ],
  };
}

function msOf(answers: readonly Answer[]): number[] {
  return answers.map(({ ms }) => ms);
}

/** The share of a request's time in which no pair of it waited or ran. */
function shareAside({ ms, stages }: Answer): number {
  return 1 - ((stages.queue ?? 0) + (stages.inference ?? 0)) / ms;
}
