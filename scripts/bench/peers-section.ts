import type { Section } from './report.ts';
import { speedUp, type Times } from './rounds.ts';
import { median, spread } from './statistics.ts';

/** The times of the product, or those of a peer over some of the pairs. */
export interface PeerTimes extends Times {
  /** The product starts from text; a peer reads the product's candidates, or all pairs as there were no first phase. */
  readonly pairs: 'text' | 'candidates' | 'all';
  /** In another process, whose CPU time is not known. */
  readonly isElsewhere: boolean;
}

export interface PeersFound {
  /** The product's first. */
  readonly times: readonly [PeerTimes, ...PeerTimes[]];
  readonly rounds: readonly Readonly<Record<'candidates' | 'all', { readonly length: number }>>[];
  /** Of the last round's candidates, by peer; the first one's are what the others are compared with. */
  readonly logits: ReadonlyMap<string, Float32Array>;
  readonly notes: readonly string[];
}

/** What the promise is about: peers by the beginning of their name. */
const PROMISED = { peer: 'transformers.js', atLeast: 10 } as const;

export function peersSection({ times, rounds, logits, notes }: PeersFound): Section {
  const [product, ...others] = times;
  const [reference] = logits.values();
  const rows = times.map((one) => {
    const own = one.pairs === 'candidates' ? logits.get(one.name) : undefined;
    return {
      contender: one.name,
      pairs: one.pairs,
      'ms a request': spread(one.wallMs),
      'CPU ms': one.isElsewhere ? undefined : spread(one.cpuMs),
      'times slower': speedUp(one, product),
      'times the CPU': one.isElsewhere ? undefined : speedUp(one, product, 'cpuMs'),
      'logits differ by': own && largestDifference(own, reference!),
    };
  });
  const such = others.filter(({ name, pairs }) => name.startsWith(PROMISED.peer) && pairs === 'all');
  const best = such.reduce((fastest, one) => (median(one.wallMs) < median(fastest.wallMs) ? one : fastest));
  const what = `times slower over all pairs: ${best.name}`;
  const counts = `${median(rounds.map(({ candidates }) => candidates.length))} candidates of ${median(rounds.map(({ all }) => all.length))} pairs`;
  const title = `${rounds.length} longest requests, ${counts} each (median); median [quartiles]`;
  return {
    name: 'peers',
    tables: [{ title, rows }],
    targets: [{ what, atLeast: PROMISED.atLeast, got: speedUp(best, product).median }],
    notes,
  };
}

function largestDifference(a: Float32Array, b: Float32Array): number {
  return a.reduce((most, value, i) => Math.max(most, Math.abs(value - b[i]!)), 0);
}
