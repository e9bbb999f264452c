import {
  createVerifier,
  type Verification,
  type Verifier,
  type VerifierOptions,
  type VerifyInput,
} from '../../src/index.ts';
import type { BenchContext, Settings } from './bench-context.ts';
import type { Section, Table } from './bench-report.ts';
import { type Kind, TextWriter } from './bench-texts.ts';
import { type Contender, interleave, median, speedUp, spread, type Times } from './rounds.ts';

const TWO_PHASES = 'two phases';
const ONE_MODEL = 'verdict model, all pairs';
const COMPACT = 'evidence model in both places';

/** Share of the time and minimum rounds: scoring all pairs of a longest request takes many times as long as two phases. */
const KINDS: readonly { kind: Kind; share: number; minRounds: number }[] = [
  { kind: 'longest', share: 0.6, minRounds: 3 },
  { kind: 'medium', share: 0.2, minRounds: 10 },
  { kind: 'short', share: 0.2, minRounds: 10 },
];

/** Two phases against the verdict model on all pairs and against the evidence model alone, on the same requests. */
export async function benchPhases(context: BenchContext): Promise<Section> {
  if (context.info.evidenceModel === undefined) {
    const note = 'The settings use a single model, so there are no two phases to compare.';
    return { tables: [], notes: [note] };
  }
  const verifiers = new Map<string, Verifier>();
  try {
    for (const [name, options] of variants(context.settings)) verifiers.set(name, await createVerifier(options));
    const tables: Table[] = [];
    for (const one of KINDS) {
      context.say(`phases, ${one.kind} requests ...`);
      tables.push(await compare({ ...one, seconds: one.share * context.seconds }, verifiers, context.signal));
    }
    return { tables };
  } finally {
    await Promise.all([...verifiers.values()].map((verifier) => verifier.close()));
  }
}

function variants({ modelFile, calibrationFile, ...shared }: Settings): [string, VerifierOptions][] {
  const settings = { ...shared, scoreCachePairs: 0 };
  // A calibration is refused with models that it was not fitted for.
  const own = { ...(modelFile && { modelFile }), ...(calibrationFile && { calibrationFile }) };
  return [
    [TWO_PHASES, { ...settings, ...own }],
    [ONE_MODEL, { ...settings, ...own, evidenceModelDir: settings.modelDir }],
    [COMPACT, { ...settings, modelDir: settings.evidenceModelDir }],
  ];
}

interface Comparison {
  readonly kind: Kind;
  readonly seconds: number;
  readonly minRounds: number;
}

async function compare(
  { kind, ...rounds }: Comparison,
  verifiers: ReadonlyMap<string, Verifier>,
  signal: AbortSignal,
): Promise<Table> {
  const writer = new TextWriter(7);
  const pairs = new Map<string, Verification['pairs'][]>([...verifiers.keys()].map((name) => [name, []]));
  const contenders: Contender<VerifyInput>[] = [...verifiers].map(([name, verifier]) => ({
    name,
    run: async (input) => void pairs.get(name)!.push((await verifier.verify(input, { signal })).pairs),
  }));
  const times = await interleave(contenders, { prepare: async () => writer.request(kind), signal, ...rounds });
  // The first round is for warm-up and not counted.
  const rows = times.map((one) => row(one, times[0]!, pairs.get(one.name)!.slice(1)));
  return { title: `${times[0]!.wallMs.length} ${kind} requests; median [quartiles]`, rows };
}

function row(one: Times, twoPhases: Times, pairs: readonly Verification['pairs'][]) {
  return {
    contender: one.name,
    'ms per request': spread(one.wallMs),
    'CPU ms': spread(one.cpuMs),
    'pairs, evidence': median(pairs.map(({ evidence }) => evidence)),
    'pairs, verdict': median(pairs.map(({ verdict }) => verdict)),
    'times two phases': speedUp(one, twoPhases),
  };
}
