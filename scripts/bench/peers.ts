import { createVerifier, type VerifyInput } from '../../src/index.ts';
import { type BenchContext, openBareModels } from './bench-context.ts';
import type { Section } from './bench-report.ts';
import { TextWriter } from './bench-texts.ts';
import { type AskedPair, longestFirst, openPairSource, sampled, totalTokens } from './pairs.ts';
import { bareRuntime, type Peer, startPython, transformersJs } from './peers/libraries.ts';
import { type Contender, interleave, median, speedUp, spread, type Times } from './rounds.ts';

const PRODUCT = 'this product, from text to verdict';
/** All pairs of a longest request would take a peer most of a minute, so it scores about this many of them per round. */
const SAMPLE_PAIRS = 64;
/** Maximum time of one run over all pairs, which checks the extrapolation from the sample. */
const MAX_FULL_RUN_SECONDS = 20;
const MIN_ROUNDS = 3;

interface Work {
  readonly input: VerifyInput;
  readonly candidates: readonly AskedPair[];
  /** The pairs that it would score without the evidence phase. */
  readonly all: readonly AskedPair[];
  /** A sample of those for each batch size. */
  readonly samples: ReadonlyMap<number, readonly AskedPair[]>;
}

export async function benchPeers(context: BenchContext): Promise<Section> {
  const { settings, signal } = context;
  const { directory, tokenizer } = (await openBareModels(context)).get('verdict')!;
  const verifier = await createVerifier({ ...settings, scoreCachePairs: 0 });
  const source = await openPairSource(settings);
  const opened = [
    await bareRuntime({ directory, tokenizer }),
    await transformersJs(directory),
    await startPython(directory, signal),
  ];
  const peers = opened.flatMap((one) => one.peers);
  const writer = new TextWriter(5);
  const prepare = async (): Promise<Work> => {
    const input = writer.request('longest');
    const { verdict, all } = await source.read(input);
    const samples = new Map(peers.map(({ rows }) => [rows, sampled(all, { rows, count: SAMPLE_PAIRS })]));
    return { input, candidates: longestFirst(verdict), all: longestFirst(all), samples };
  };
  const product = { name: PRODUCT, run: async ({ input }: Work) => void (await verifier.verify(input, { signal })) };
  try {
    const found = await measure(product, peers, prepare, context);
    context.say('peers, all pairs of one request ...');
    const notes = [...opened.flatMap((one) => one.notes), await checkedByFullRun(found, peers)];
    return peersSection({ ...found, notes });
  } finally {
    await Promise.all([verifier.close(), source.close(), ...opened.map((one) => one.close())]);
  }
}

/** Measures the product and all peers; the rounds are the work of each that counts. */
async function measure(
  product: Contender<Work>,
  peers: readonly Peer[],
  prepare: () => Promise<Work>,
  { seconds, signal }: BenchContext,
) {
  const rounds: Work[] = [];
  const logits = new Map<string, Float32Array>();
  const overCandidates = peers.map(({ name, score }) => ({
    name,
    run: async ({ candidates }: Work) => void logits.set(name, await score(candidates)),
  }));
  const sampling = peers.filter(({ readsAll }) => readsAll);
  const overSample = sampling.map(({ name, rows, score }) => ({
    name,
    run: async ({ samples }: Work) => void (await score(samples.get(rows)!)),
  }));
  const remember = async (round: number) => {
    const work = await prepare();
    if (round > 0) rounds.push(work);
    return work;
  };
  const options = { prepare: remember, seconds, signal, minRounds: MIN_ROUNDS };
  const measured = await interleave([product, ...overCandidates, ...overSample], options);
  const [whole, ...others] = measured.map((one, i): PeerTimes => {
    if (i === 0) return { ...one, pairs: 'text', isElsewhere: false };
    const peer = peers[i - 1] ?? sampling[i - 1 - peers.length]!;
    const isElsewhere = peer.isElsewhere ?? false;
    if (i <= peers.length) return { ...one, pairs: 'candidates', isElsewhere };
    const scaled = (ms: readonly number[]) => ms.map((value, round) => value * timesTheSample(rounds[round]!, peer));
    return { ...one, wallMs: scaled(one.wallMs), cpuMs: scaled(one.cpuMs), pairs: 'all', isElsewhere };
  });
  return { times: [whole!, ...others] as const, rounds, logits };
}

/** Extrapolates by tokens, because the pairs of a sample do not have exactly the mean length. */
function timesTheSample({ all, samples }: Work, { rows }: Peer): number {
  return totalTokens(all) / totalTokens(samples.get(rows)!);
}

/** Scores all pairs of the last round once with the best peer, unless that takes too long. */
async function checkedByFullRun(
  { times, rounds }: Awaited<ReturnType<typeof measure>>,
  peers: readonly Peer[],
): Promise<string> {
  const [best] = times.filter(({ pairs }) => pairs === 'all').sort((a, b) => median(a.wallMs) - median(b.wallMs)) as [
    PeerTimes,
    ...PeerTimes[],
  ];
  const said =
    `"all" is extrapolated by tokens from about ${SAMPLE_PAIRS} of ${median(rounds.map(({ all }) => all.length))} pairs, ` +
    'in groups of similar length at evenly spaced positions.';
  const expected = best.wallMs.at(-1)! / 1000;
  if (expected > MAX_FULL_RUN_SECONDS)
    return `${said} A full run was skipped, because it would take about ${expected.toFixed(0)} s.`;
  const peer = peers.find(({ name }) => name === best.name)!;
  const startedAt = performance.now();
  await peer.score(rounds.at(-1)!.all);
  const took = (performance.now() - startedAt) / 1000;
  return `${said} A full run of ${best.name} took ${took.toFixed(1)} s; the extrapolation gave ${expected.toFixed(1)} s.`;
}

/** The times of the product, or those of a peer over some of the pairs. */
export interface PeerTimes extends Times {
  /** The product starts from text; a peer scores the product's candidates, or all pairs as without the evidence phase. */
  readonly pairs: 'text' | 'candidates' | 'all';
  /** Runs in another process, whose CPU time is unknown. */
  readonly isElsewhere: boolean;
}

interface PeersFound {
  /** The product's times come first. */
  readonly times: readonly [PeerTimes, ...PeerTimes[]];
  readonly rounds: readonly Readonly<Record<'candidates' | 'all', { readonly length: number }>>[];
  /** Logits of the last round's candidates, by peer; the others are compared with the first peer's. */
  readonly logits: ReadonlyMap<string, Float32Array>;
  readonly notes: readonly string[];
}

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
    tables: [{ title, rows }],
    targets: [{ what, atLeast: TARGET.atLeast, got: speedUp(best, product).median }],
    notes,
  };
}

function largestDifference(a: Float32Array, b: Float32Array): number {
  return a.reduce((most, value, i) => Math.max(most, Math.abs(value - b[i]!)), 0);
}
