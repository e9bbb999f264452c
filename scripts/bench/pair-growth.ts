import { openCrossEncoder } from '../../src/nli/cross-encoder.ts';
import { tokenizedText } from '../../src/nli/tokenized-text.ts';
import type { CrossEncoder, Pair, TokenizedText } from '../../src/nli/types.ts';
import { assembleAll, byLength } from './batches.ts';
import { type BenchContext, openBareModel } from './bench-context.ts';
import { describeLine, lineOf } from './growth-line.ts';
import { KernelThreads } from './kernel-threads.ts';
import { type Contender, interleave } from './rounds.ts';
import type { AskedPair } from './scored-pairs.ts';
import { median, spread } from './statistics.ts';
import { TextWriter } from './texts.ts';

const PAIRS = [1, 10, 50, 100, 200, 500, 1000, 2000];
/** Tokens of every pair, so that the number of pairs is all that changes. */
const PAIR_TOKENS = 56;
/** As the product's own batches on a CPU: the question is growth, not the best size. */
const BATCH_TOKENS = 512;

/** Time against the number of equally long pairs: through the product's queue and workers, and on bare threads. */
export async function pairGrowth(context: BenchContext) {
  const { settings, model, seconds, signal } = context;
  const { directory, tokenizer, session } = await openBareModel(context);
  const assembly = { template: tokenizer.template, padTokenId: directory.padTokenId };
  const { encoder } = await openCrossEncoder({
    modelDir: settings.modelDir,
    modelFile: settings.modelFile,
    provider: model.provider,
    workers: model.workers,
    threadsPerWorker: model.threadsPerWorker,
    maxBatchTokens: BATCH_TOKENS,
    maxQueuedTokens: Number.MAX_SAFE_INTEGER,
    scoreCachePairs: 0,
    runTimeoutMs: 600_000,
  });
  const threads = await KernelThreads.open(session, model.workers);
  const written = equalPairs(Math.max(...PAIRS), (text) => encoder.tokenize(text), tokenizer.template.overhead);
  const contenders: Contender<undefined>[] = PAIRS.flatMap((count) => {
    const pairs = written.slice(0, count);
    const batches = assembleAll(byLength(pairs, BATCH_TOKENS, tokenizer.template.overhead), assembly);
    return [
      { name: `product ${count}`, run: async () => void (await scoreAll(encoder, pairs, signal)) },
      { name: `kernel ${count}`, run: async () => void (await (await threads.prepare(batches))()) },
    ];
  });
  try {
    const times = await interleave(contenders, { prepare: async () => undefined, seconds, signal, leastRounds: 3 });
    const of = (name: string) => times.find((one) => one.name === name)!.wallMs;
    const rows = PAIRS.map((count) => ({
      pairs: count,
      'ms, scheduler and workers': spread(of(`product ${count}`)),
      'ms, kernel': spread(of(`kernel ${count}`)),
    }));
    const line = lineOf(PAIRS, (count) => median(of(`product ${count}`)));
    const kernel = lineOf(PAIRS, (count) => median(of(`kernel ${count}`)));
    const title = `pairs of ${PAIR_TOKENS} tokens; ${describeLine(line, 'pair')}; kernel: ${describeLine(kernel, 'pair')}`;
    return { line, slopeRatio: kernel.slope / line.slope, table: { title, rows } };
  } finally {
    await Promise.all([encoder.close(), threads.close()]);
  }
}

async function scoreAll(encoder: CrossEncoder, pairs: readonly Pair[], signal: AbortSignal): Promise<void> {
  const turn = encoder.admit(0, signal);
  try {
    await turn.score(pairs);
  } finally {
    turn.end();
  }
}

function equalPairs(count: number, tokenize: (text: string) => TokenizedText, overhead: number): AskedPair[] {
  const writer = new TextWriter(6);
  const half = (PAIR_TOKENS - overhead) / 2;
  const text = (tokens: number) => {
    return tokenizedText(tokenize(writer.sentences(8)).ids.slice(0, tokens), 0);
  };
  return Array.from({ length: count }, () => {
    const premise = text(Math.ceil(half));
    const hypothesis = text(Math.floor(half));
    return { premise, hypothesis, premiseText: '', hypothesisText: '', tokens: PAIR_TOKENS - overhead };
  });
}
