import { createVerifier, type VerifyInput } from '../../src/index.ts';
import { assembleAll, byLength } from './batches.ts';
import { type BenchContext, openBareModel } from './bench-context.ts';
import { KernelThreads } from './kernel-threads.ts';
import type { Section } from './report.ts';
import { type Contender, interleave, speedUp, type Times } from './rounds.ts';
import { type AskedPair, openPairSource } from './scored-pairs.ts';
import { median, quantile, spread } from './statistics.ts';
import { LONGEST, TextWriter } from './texts.ts';

/** Padded tokens of a batch tried for the ceiling; the fastest is it. */
const BUDGETS = { cpu: [256, 512, 1024, 2048, 4096], cuda: [4096, 16_384, 65_536] } as const;
const PIPELINE = 'whole pipeline';

interface Work {
  readonly input: VerifyInput;
  readonly pairs: readonly AskedPair[];
  readonly kernels: ReadonlyMap<number, () => Promise<unknown>>;
}

/** The bare network on the pairs of longest requests, batched without waste, against the whole pipeline on their texts. */
export async function benchKernel(context: BenchContext): Promise<Section> {
  const { settings, model, seconds, signal } = context;
  const { directory, tokenizer, session } = await openBareModel(context);
  const assembly = { template: tokenizer.template, padTokenId: directory.padTokenId };
  const verifier = await createVerifier({ ...settings, scoreCachePairs: 0 });
  const source = await openPairSource(settings);
  const budgets = BUDGETS[model.provider];
  // A set of threads for each budget: each holds its own prepared batches.
  const threads = await Promise.all(budgets.map(() => KernelThreads.open(session, model.workers)));
  const writer = new TextWriter(1);
  const asked: { pairs: number; tokens: number }[] = [];
  const prepare = async (round: number): Promise<Work> => {
    const input = writer.request(LONGEST);
    const pairs = await source.pairsOf(input);
    const { overhead } = tokenizer.template;
    if (round > 0)
      asked.push({ pairs: pairs.length, tokens: pairs.reduce((sum, pair) => sum + pair.tokens + overhead, 0) });
    const kernels = budgets.map(async (budget, i) => {
      const batches = assembleAll(byLength(pairs, budget, overhead), assembly);
      return [budget, await threads[i]!.prepare(batches)] as const;
    });
    return { input, pairs, kernels: new Map(await Promise.all(kernels)) };
  };
  const contenders: Contender<Work>[] = [
    ...budgets.map((budget) => ({
      name: `bare session, ${budget} tokens a batch`,
      run: async ({ kernels }: Work) => void (await kernels.get(budget)!()),
    })),
    { name: PIPELINE, run: async ({ input }) => void (await verifier.verify(input, signal)) },
  ];
  try {
    return section(await interleave(contenders, { prepare, seconds, signal }), asked);
  } finally {
    await Promise.all([verifier.close(), source.close(), ...threads.map((one) => one.close())]);
  }
}

function section(times: readonly Times[], asked: readonly { pairs: number; tokens: number }[]): Section {
  const pipeline = times.find(({ name }) => name === PIPELINE)!;
  const kernels = times.filter((one) => one !== pipeline);
  const ceiling = kernels.reduce((best, one) => (median(one.wallMs) < median(best.wallMs) ? one : best));
  const rows = times.map((one) => ({
    contender: one === ceiling ? `${one.name} (the ceiling)` : one.name,
    'ms a request': spread(one.wallMs),
    'CPU ms': spread(one.cpuMs),
    'pairs/s': spread(asked.map(({ pairs }, i) => (1000 * pairs) / one.wallMs[i]!)),
    'tokens/s': spread(asked.map(({ tokens }, i) => (1000 * tokens) / one.wallMs[i]!)),
    'of the ceiling, wall': speedUp(ceiling, one),
    'of the ceiling, CPU': speedUp(ceiling, one, 'cpuMs'),
  }));
  const ratio = speedUp(ceiling, pipeline).median;
  const pairs = median(asked.map((one) => one.pairs));
  return {
    name: 'kernel',
    tables: [{ title: `${asked.length} longest requests, ${pairs} pairs each (median); median [quartiles]`, rows }],
    targets: [
      { what: 'whole pipeline against the ceiling, wall time', atLeast: 0.9, got: ratio },
      { what: 'a longest request at p95, ms', atMost: 500, got: quantile(pipeline.wallMs, 0.95) },
    ],
    notes: [],
  };
}
