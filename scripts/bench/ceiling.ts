import { createVerifier, type VerifyInput } from '../../src/index.ts';
import type { ModelDirectory } from '../../src/nli/models/directory.ts';
import { PHASES, type Phase } from '../../src/nli/types.ts';
import type { SessionModel } from '../../src/nli/workers/onnx-session.ts';
import type { PhaseBatch } from '../../src/nli/workers/thread.ts';
import { BareThreads } from './bare-threads.ts';
import { type BareModels, type BenchContext, openBareModels } from './bench-context.ts';
import type { Section } from './bench-report.ts';
import { type Kind, TextWriter } from './bench-texts.ts';
import { assembled, byLength, openPairSource, type PairSource, type ReadPairs, rowLimit } from './pairs.ts';
import { type Contender, interleave, median, quantile, speedUp, spread, type Times } from './rounds.ts';

const KINDS: readonly Kind[] = ['longest', 'medium'];
const CEILING = 'bare sessions, all scored pairs (the ceiling)';
const PIPELINE = 'whole pipeline';

interface Work {
  readonly input: VerifyInput;
  readonly bare: ReadonlyMap<string, () => Promise<void>>;
}

/** Phases that a contender on bare threads runs. Verdict pairs come first: the short batches at the end fill both threads. */
const BARE: Readonly<Record<string, readonly Phase[]>> = {
  [CEILING]: ['verdict', 'evidence'],
  'bare session, evidence model alone': ['evidence'],
  'bare session, verdict model alone': ['verdict'],
};

export async function benchCeiling(context: BenchContext): Promise<Section> {
  const { settings, info } = context;
  const models = await openBareModels(context);
  const [source, verifier] = await Promise.all([
    openPairSource(settings),
    createVerifier({ ...settings, scoreCachePairs: 0 }),
  ]);
  const options = {
    models: sessionModels(models),
    provider: info.model.provider,
    threads: info.model.threadsPerWorker,
  };
  // One set of threads per contender: each keeps its own prepared batches.
  const threads = new Map<string, BareThreads>();
  // With a single model, each phase alone would be the ceiling itself or empty.
  const names = models.has('evidence') ? Object.keys(BARE) : [CEILING];
  for (const name of names) threads.set(name, await BareThreads.open(options, info.model.workers));
  try {
    const found = [];
    for (const kind of KINDS) {
      context.say(`ceiling, ${kind} requests ...`);
      found.push(await measure(kind, { context, models, source, verifier, threads }));
    }
    const [longest] = found as [Measured, ...Measured[]];
    return {
      tables: found.map(({ table }) => table),
      targets: [
        { what: 'whole pipeline against the ceiling, longest requests, wall time', atLeast: 0.9, got: longest.share },
        { what: 'a longest request at p95, ms', atMost: 900, got: longest.p95 },
      ],
    };
  } finally {
    await Promise.all([verifier.close(), source.close(), ...[...threads.values()].map((one) => one.close())]);
  }
}

function sessionModels(models: BareModels): Partial<Record<Phase, SessionModel>> {
  const pick = ({ dir, graphs, seals }: ModelDirectory): SessionModel => ({ dir, graphs, seals });
  return Object.fromEntries([...models].map(([phase, { directory }]) => [phase, pick(directory)]));
}

interface Opened {
  readonly context: BenchContext;
  readonly models: BareModels;
  readonly source: PairSource;
  readonly verifier: Awaited<ReturnType<typeof createVerifier>>;
  readonly threads: ReadonlyMap<string, BareThreads>;
}

type Measured = Awaited<ReturnType<typeof measure>>;

async function measure(kind: Kind, opened: Opened) {
  const { context, source, verifier, threads } = opened;
  const { seconds, signal } = context;
  const writer = new TextWriter(1);
  const asked: ReadPairs[] = [];
  const prepare = async (round: number): Promise<Work> => {
    const input = writer.request(kind);
    const pairs = await source.read(input);
    if (round > 0) asked.push(pairs);
    const bare = [...threads].map(async ([name, bareThreads]) => {
      const batches = BARE[name]!.flatMap((phase) => batchesOf(phase, pairs, opened));
      return [name, await bareThreads.prepare(batches)] as const;
    });
    return { input, bare: new Map(await Promise.all(bare)) };
  };
  const contenders: Contender<Work>[] = [
    ...[...threads.keys()].map((name) => ({ name, run: async ({ bare }: Work) => bare.get(name)!() })),
    { name: PIPELINE, run: async ({ input }) => void (await verifier.verify(input, { signal })) },
  ];
  const times = await interleave(contenders, { prepare, seconds: seconds / KINDS.length, signal });
  return summary(kind, times, asked);
}

/** Batches as the product would make them if it had all pairs of a phase at once. */
function batchesOf(phase: Phase, pairs: ReadPairs, { context, models, source }: Opened): PhaseBatch[] {
  const model = models.get(phase);
  if (model === undefined) return [];
  const { provider } = context.info.model;
  const limit = rowLimit(provider, source.msPerToken[phase]);
  return assembled(phase, byLength(pairs[phase], limit), model);
}

function summary(kind: Kind, times: readonly Times[], asked: readonly ReadPairs[]) {
  const ceiling = times.find(({ name }) => name === CEILING)!;
  const pipeline = times.find(({ name }) => name === PIPELINE)!;
  const pairs = (phase: Phase) => median(asked.map((one) => one[phase].length));
  const counts = PHASES.map((phase) => `${pairs(phase)} ${phase} pairs`).join(' and ');
  const share = speedUp(ceiling, pipeline);
  const rows = times.map((one) => ({
    contender: one.name,
    'ms per request': spread(one.wallMs),
    'CPU ms': spread(one.cpuMs),
    'of the ceiling, wall': speedUp(ceiling, one),
    'of the ceiling, CPU': speedUp(ceiling, one, 'cpuMs'),
  }));
  const title = `${asked.length} ${kind} requests, ${counts} each (median); median [quartiles]`;
  return { table: { title, rows }, share: share.median, p95: quantile(pipeline.wallMs, 0.95) };
}
