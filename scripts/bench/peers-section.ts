import type { Section } from './bench-report.ts';
import { speedUp, type Times } from './rounds.ts';
import { median, spread } from './statistics.ts';

/** The times of the product, or those of a peer over some of the pairs. */
export interface PeerTimes extends Times {
  /** The product starts from text; a peer scores the product's candidates, or all pairs as without the evidence phase. */
  readonly pairs: 'text' | 'candidates' | 'all';
  /** Runs in another process, whose CPU time is unknown. */
  readonly isElsewhere: boolean;
}

export interface PeersFound {
  /** The product's times come first. */
  readonly times: readonly [PeerTimes, ...PeerTimes[]];
  readonly rounds: readonly Readonly<Record<'candidates' | 'all', { readonly length: number }>>[];
  /** Logits of the last round's candidates, by peer; the others are compared with the first peer's. */
  readonly logits: ReadonlyMap<string, Float32Array>;
  readonly notes: readonly string[];
}

/** The target, for peers whose names start with `peer`. */
const TARGET = { peer: 'transformers.js', atLeast: 10 } as const;

export function peersSection({ times, rounds, logits, notes }: PeersFound): Section {
  const [product, ...others] = times;
  const [reference] = logits.values();
  const rows = times.map((one) => {
    const own = one.pairs === 'candidates' ? logits.get(one.name) : undefined;
    return {
      contender: one.name,
      pairs: one.pairs,
      'ms per request': spread(one.wallMs),
      'CPU ms': one.isElsewhere ? undefined : spread(one.cpuMs),
      'times slower': speedUp(one, product),
      'times the CPU': one.isElsewhere ? undefined : speedUp(one, product, 'cpuMs'),
      'logits differ by': own && largestDifference(own, reference!),
    };
  });
  const such = others.filter(({ name, pairs }) => name.startsWith(TARGET.peer) && pairs === 'all');
  const best = such.reduce((fastest, one) => (median(one.wallMs) < median(fastest.wallMs) ? one : fastest));
  const what = `times slower over all pairs: ${best.name}`;
  const counts = `${median(rounds.map(({ candidates }) => candidates.length))} candidates of ${median(rounds.map(({ all }) => all.length))} pairs`;
  const title = `${rounds.length} longest requests, ${counts} each (median); median [quartiles]`;
  return {
    name: 'peers',
    tables: [{ title, rows }],
    targets: [{ what, atLeast: TARGET.atLeast, got: speedUp(best, product).median }],
    notes,
  };
}

function largestDifference(a: Float32Array, b: Float32Array): number {
  return a.reduce((most, value, i) => Math.max(most, Math.abs(value - b[i]!)), 0);
}
