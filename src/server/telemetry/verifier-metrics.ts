import { Counter, type CounterConfiguration, Gauge, type Registry } from 'prom-client';
import { PHASES, type Phase, REFUSALS, type Verifier } from '../../index.ts';
import type { Readiness } from '../lifecycle/readiness.ts';
import { PREFIX, registerGauges } from './gauges.ts';

type Stats = Verifier['stats'];
type Readings<Of> = Readonly<Record<string, { help: string; read: (stats: Of) => number }>>;

const COUNTERS: Readings<Stats> = {
  dropped_pairs: { help: 'Pairs dropped because the client disconnected', read: (stats) => stats.droppedEntries },
  worker_restarts: { help: 'Workers that were replaced', read: (stats) => stats.workerRestarts },
};

const PHASE_COUNTERS: Readings<Stats['phases'][Phase]> = {
  batches: { help: 'Batches processed by the model', read: (stats) => stats.batches },
  batch_tokens: { help: 'Tokens processed, including padding', read: (stats) => stats.batchTokens },
  padding_tokens: { help: 'Padding tokens processed', read: (stats) => stats.paddingTokens },
  scored_pairs: { help: 'Pairs scored by the model', read: (stats) => stats.scoredPairs },
  cached_pairs: { help: 'Pairs whose scores came from the cache', read: (stats) => stats.cachedPairs },
};

/** Registers the verifier's own totals and states, which are read at every scrape. */
export function registerVerifierMetrics(registry: Registry, readiness: Readiness): void {
  const registers = [registry];
  const read = (take: (stats: Stats) => number) => {
    const stats = readiness.warmVerifier?.stats;
    return stats === undefined ? 0 : take(stats);
  };
  for (const [name, { help, read: take }] of Object.entries(COUNTERS)) {
    counter({ name: `${PREFIX}_${name}_total`, help, registers }, (self) => self.inc(read(take)));
  }
  const refused = {
    name: `${PREFIX}_refused_total`,
    help: 'Requests rejected because the key had used its share of the queue, or the queue and its reserve were full',
  };
  counter({ ...refused, labelNames: ['reason'], registers }, (self) => {
    for (const reason of REFUSALS)
      self.inc(
        { reason },
        read((stats) => stats.refused[reason]),
      );
  });
  for (const [name, { help, read: take }] of Object.entries(PHASE_COUNTERS)) {
    counter({ name: `${PREFIX}_${name}_total`, help, labelNames: ['phase'], registers }, (self) => {
      for (const phase of PHASES)
        self.inc(
          { phase },
          read(({ phases }) => take(phases[phase])),
        );
    });
  }
  registerGauges(registry, {
    queue_ms: {
      help: 'Model time of the waiting pairs, in milliseconds',
      read: () => read(({ queuedMs }) => queuedMs),
    },
    queue_pairs: { help: 'Pairs waiting for a worker', read: () => read(({ queuedEntries }) => queuedEntries) },
    ready: { help: '1 if the service is ready for requests, else 0', read: () => (readiness.isReady ? 1 : 0) },
  });
  registerModels(registry, readiness);
}

/** A counter whose totals are kept elsewhere: at every scrape it is reset and `fill` adds them. */
function counter<Label extends 'phase' | 'reason'>(
  options: CounterConfiguration<Label>,
  fill: (self: Counter<Label>) => void,
): void {
  new Counter({
    ...options,
    collect() {
      this.reset();
      fill(this);
    },
  });
}

function registerModels(registry: Registry, readiness: Readiness): void {
  new Gauge({
    name: `${PREFIX}_model_info`,
    help: 'Always 1, with one sample per loaded model; the labels say which model it is and where it runs',
    labelNames: ['phase', 'id', 'version', 'sha256', 'provider', 'policy', 'calibration'] as const,
    registers: [registry],
    collect() {
      const info = readiness.warmVerifier?.info;
      if (info === undefined) return;
      const { policyVersion: policy, calibration } = info;
      for (const phase of PHASES) {
        const model = { evidence: info.evidenceModel, verdict: info.model }[phase];
        if (model === undefined) continue;
        const { id, version, sha256, provider } = model;
        this.set({ phase, id, version, sha256, provider, policy, calibration }, 1);
      }
    },
  });
}
