import { createVerifier } from '../../src/index.ts';
import { type BenchContext, openBareModel } from './bench-context.ts';
import { bareRuntime } from './peers/bare-runtime.ts';
import type { Peer, PeerWork } from './peers/peer.ts';
import { startPython } from './peers/python.ts';
import { transformersJs } from './peers/transformers-js.ts';
import type { Section, Target } from './report.ts';
import { type Contender, interleave, speedUp, type Times } from './rounds.ts';
import { openPairSource } from './scored-pairs.ts';
import { median, spread } from './statistics.ts';
import { LONGEST, TextWriter } from './texts.ts';

const PRODUCT = 'this product, from text to verdict';
/** What the promises are about: a name's beginning, and how many times slower such a peer is to be. */
const PROMISES = [
  { peer: 'transformers.js, batches', times: 1.5 },
  { peer: 'transformers.js, one pair', times: 3 },
] as const;

/** The same model files and the same pairs of longest requests, as other programs would run them, round by round. */
export async function benchPeers(context: BenchContext): Promise<Section> {
  const { settings, seconds, signal } = context;
  const model = await openBareModel(context);
  const verifier = await createVerifier({ ...settings, scoreCachePairs: 0 });
  const source = await openPairSource(settings);
  const python = await startPython(settings, signal);
  const peers: Peer[] = [...(await bareRuntime(model)), ...(await transformersJs(settings)), ...python.peers];
  const writer = new TextWriter(5);
  const pairs: number[] = [];
  const prepare = async (): Promise<PeerWork> => {
    const input = writer.request(LONGEST);
    const asked = await source.pairsOf(input);
    pairs.push(asked.length);
    return { input, pairs: asked };
  };
  const logits = new Map<string, Float32Array>();
  const contenders: Contender<PeerWork>[] = [
    { name: PRODUCT, run: async ({ input }) => void (await verifier.verify(input, signal)) },
    ...peers.map(({ name, score }) => ({
      name,
      run: async (work: PeerWork) => void logits.set(name, await score(work)),
    })),
  ];
  try {
    const times = await interleave(contenders, { prepare, seconds, signal });
    const elsewhere = new Set(peers.filter(({ isElsewhere }) => isElsewhere).map(({ name }) => name));
    return section(times, { logits, elsewhere, pairs: median(pairs), notes: python.notes });
  } finally {
    await Promise.all([verifier.close(), source.close(), python.stop(), ...peers.map((peer) => peer.close())]);
  }
}

interface Found {
  /** Of the last round, by contender. */
  readonly logits: ReadonlyMap<string, Float32Array>;
  /** Contenders in other processes. */
  readonly elsewhere: ReadonlySet<string>;
  readonly pairs: number;
  readonly notes: readonly string[];
}

function section(times: readonly Times[], { logits, elsewhere, pairs, notes }: Found): Section {
  const [product, ...others] = times as [Times, ...Times[]];
  const [reference] = logits.values();
  const rows = times.map((one) => ({
    contender: one.name,
    'ms a request': spread(one.wallMs),
    'CPU ms': elsewhere.has(one.name) ? undefined : spread(one.cpuMs),
    'times slower': speedUp(one, product),
    'times the CPU': elsewhere.has(one.name) ? undefined : speedUp(one, product, 'cpuMs'),
    'logits differ by': one === product ? undefined : largestDifference(logits.get(one.name)!, reference!),
  }));
  const targets = PROMISES.map(({ peer, times: atLeast }): Target => {
    const such = others.filter(({ name }) => name.startsWith(peer));
    const best = such.reduce((fastest, one) => (median(one.wallMs) < median(fastest.wallMs) ? one : fastest));
    return { what: `times slower: ${best.name}`, atLeast, got: speedUp(best, product).median };
  });
  const title = `${product.wallMs.length} longest requests, ${pairs} pairs each (median); median [quartiles]`;
  return { name: 'peers', tables: [{ title, rows }], targets, notes };
}

function largestDifference(a: Float32Array, b: Float32Array): number {
  return a.reduce((most, value, i) => Math.max(most, Math.abs(value - b[i]!)), 0);
}
