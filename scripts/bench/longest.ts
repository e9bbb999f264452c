import { type Answer, latencies } from './answers.ts';
import { closedLoad } from './closed-load.ts';
import { measured } from './load-phase.ts';
import type { RequestSource } from './requests.ts';
import type { Service } from './service-process.ts';
import { median, quantile } from './statistics.ts';

/** Longest requests one after the other, nothing beside them: how long they take, and how much of it is not the network. */
export async function benchLongest(service: Service, requests: RequestSource, seconds: number) {
  const next = () => requests.next('longest');
  const phase = await measured(service, () => closedLoad(service, { connections: 1, seconds, next }));
  const ms = phase.answers.map((answer) => answer.ms);
  const aside = phase.answers.map(shareAside);
  const row = {
    answers: phase.answers.length,
    ...latencies(phase.answers),
    'not the network, ms p50': median(phase.answers.map((answer) => answer.ms * shareAside(answer))),
    'its share p50': median(aside),
    ...phase.cells,
  };
  return {
    table: { title: 'longest requests alone, one after the other', rows: [row] },
    targets: [
      { what: 'a longest request over HTTP at p95, ms', atMost: 500, got: quantile(ms, 0.95) },
      { what: 'share of HTTP, text, tokenization and policy in a longest request', atMost: 0.05, got: median(aside) },
    ],
  };
}

/** The part of an answer's time in which no pair of it waited or ran. */
function shareAside({ ms, stages }: Answer): number {
  return 1 - ((stages.queue ?? 0) + (stages.inference ?? 0)) / ms;
}
