import { Counter, Gauge, type Registry } from 'prom-client';
import type { Verifier } from '../index.ts';
import type { Readiness } from './readiness.ts';

type Stats = Verifier['stats'];

/** The verifier's own totals, read when somebody scrapes. */
const COUNTERS: Readonly<Record<string, { help: string; read: (stats: Stats) => number }>> = {
  batches: { help: 'Batches run', read: (stats) => stats.batches },
  batch_tokens: { help: 'Padded tokens run', read: (stats) => stats.batchTokens },
  padding_tokens: { help: 'Tokens of padding among them', read: (stats) => stats.paddingTokens },
  scored_pairs: { help: 'Pairs run through the network', read: (stats) => stats.scoredPairs },
  cached_pairs: { help: 'Pairs answered from the cache of scores', read: (stats) => stats.cachedPairs },
  refused: { help: 'Claims refused because the queue was full', read: (stats) => stats.refused },
  dropped_pairs: { help: 'Pairs dropped because the caller hung up', read: (stats) => stats.droppedEntries },
  worker_restarts: { help: 'Workers replaced', read: (stats) => stats.workerRestarts },
};

const GAUGES: typeof COUNTERS = {
  queue_tokens: { help: 'Tokens waiting for a worker', read: (stats) => stats.queuedTokens },
  queue_pairs: { help: 'Pairs waiting for a worker', read: (stats) => stats.queuedEntries },
};

export function registerStats(registry: Registry, prefix: string, readiness: Readiness): void {
  const registers = [registry];
  const read = (take: (stats: Stats) => number) => {
    const stats = readiness.warmVerifier?.stats;
    return stats === undefined ? 0 : take(stats);
  };
  for (const [name, { help, read: take }] of Object.entries(COUNTERS)) {
    new Counter({
      name: `${prefix}_${name}_total`,
      help,
      registers,
      collect() {
        this.reset();
        this.inc(read(take));
      },
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
  registerModel(registry, prefix, readiness);
}

function registerModel(registry: Registry, prefix: string, readiness: Readiness): void {
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
    help: 'Always 1; the labels tell what is loaded and where it runs',
    labelNames: ['id', 'version', 'sha256', 'provider', 'policy', 'calibration'] as const,
    registers,
    collect() {
      const info = readiness.warmVerifier?.info;
      if (info === undefined) return;
      const { id, version, sha256, provider } = info.model;
      this.set({ id, version, sha256, provider, policy: info.policyVersion, calibration: info.calibration }, 1);
    },
  });
}
