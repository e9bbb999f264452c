import { Counter, type CounterConfiguration, Gauge, type Registry } from 'prom-client';
import { PHASES, type Phase, REFUSALS, type Verifier } from '../../index.ts';
import type { Readiness } from '../lifecycle/readiness.ts';

type Stats = Verifier['stats'];
type Reading<Of> = Readonly<Record<string, { help: string; read: (stats: Of) => number }>>;

/** The verifier's own totals, read when somebody scrapes. */
const COUNTERS: Reading<Stats> = {
  dropped_pairs: { help: 'Pairs dropped because the caller hung up', read: (stats) => stats.droppedEntries },
  worker_restarts: { help: 'Workers replaced', read: (stats) => stats.workerRestarts },
};

/** Totals of each of the two models. */
const PHASE_COUNTERS: Reading<Stats['phases'][Phase]> = {
  batches: { help: 'Batches run', read: (stats) => stats.batches },
  batch_tokens: { help: 'Padded tokens run', read: (stats) => stats.batchTokens },
  padding_tokens: { help: 'Tokens of padding among them', read: (stats) => stats.paddingTokens },
  scored_pairs: { help: 'Pairs read by the model', read: (stats) => stats.scoredPairs },
  cached_pairs: {
    help: 'Pairs answered without the model, from the cache of scores',
    read: (stats) => stats.cachedPairs,
  },
};

const GAUGES: Reading<Stats> = {
  queue_ms: { help: 'Milliseconds of model time waiting for a worker', read: (stats) => stats.queuedMs },
  queue_pairs: { help: 'Pairs waiting for a worker', read: (stats) => stats.queuedEntries },
};

export function registerStats(registry: Registry, prefix: string, readiness: Readiness): void {
  const registers = [registry];
  const read = (take: (stats: Stats) => number) => {
    const stats = readiness.warmVerifier?.stats;
    return stats === undefined ? 0 : take(stats);
  };
  for (const [name, { help, read: take }] of Object.entries(COUNTERS)) {
    counter({ name: `${prefix}_${name}_total`, help, registers }, (self) => self.inc(read(take)));
  }
  const refused = {
    name: `${prefix}_refused_total`,
    help: 'Claims refused: the key had its share of the queue, or the queue with its reserve was full',
  };
  counter({ ...refused, labelNames: ['reason'], registers }, (self) => {
    for (const reason of REFUSALS)
      self.inc(
        { reason },
        read((stats) => stats.refused[reason]),
      );
  });
  for (const [name, { help, read: take }] of Object.entries(PHASE_COUNTERS)) {
    counter({ name: `${prefix}_${name}_total`, help, labelNames: ['phase'], registers }, (self) => {
      for (const phase of PHASES)
        self.inc(
          { phase },
          read(({ phases }) => take(phases[phase])),
        );
    });
  }
  for (const [name, { help, read: take }] of Object.entries(GAUGES)) {
    new Gauge({
      name: `${prefix}_${name}`,
      help,
      registers,
      collect() {
        this.set(read(take));
      },
    });
  }
  registerModels(registry, prefix, readiness);
}

/** A counter whose totals are kept elsewhere: `fill` adds them to none at every scrape. */
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

function registerModels(registry: Registry, prefix: string, readiness: Readiness): void {
  const registers = [registry];
  new Gauge({
    name: `${prefix}_ready`,
    help: '1 when traffic should be sent here',
    registers,
    collect() {
      this.set(readiness.isReady ? 1 : 0);
    },
  });
  new Gauge({
    name: `${prefix}_model_info`,
    help: 'Always 1, a sample a model; the labels tell what is loaded and where it runs',
    labelNames: ['phase', 'id', 'version', 'sha256', 'provider', 'policy', 'calibration'] as const,
    registers,
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
