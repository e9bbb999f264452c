import { ServiceError } from '../contract/errors.ts';
import type { GoldenPair } from './models/directory.ts';
import { pairIds } from './pair-template.ts';
import type { PhaseModel } from './phase-model.ts';
import { PROVIDERS } from './providers.ts';
import type { Pair, Phase } from './types.ts';
import type { WorkerPool } from './workers/pool.ts';

export interface WarmUpOptions {
  readonly pool: WorkerPool;
  readonly maxBatchMs: number;
  readonly maxBatchTokens: number;
}

/** Milliseconds of one worker's time per token of each phase; 0 for a phase without a model. */
export type MsPerToken = Readonly<Record<Phase, number>>;

const MEASURED_TOKENS = 64;
/** The fastest run counts, so that a stall of the machine does not. */
const MEASURED_RUNS = 3;
/** Pairs shorter than this are rare. */
const SHORT_TOKENS = 16;

/** Runs the largest shapes and golden pairs on every worker, measures the time per token. Throws `invalid_model`. */
export async function warmUp(models: readonly PhaseModel[], options: WarmUpOptions): Promise<MsPerToken> {
  const msPerToken: Record<Phase, number> = { evidence: 0, verdict: 0 };
  for (const model of models) {
    await runLongest(model, options.pool);
    await onEveryWorker(options.pool, () => checkGolden(model, options.pool));
    msPerToken[model.phase] = await measure(model, options);
    await runWidest(model, msPerToken[model.phase], options);
  }
  return msPerToken;
}

/** Starts one run per worker while nothing else runs, so that each worker gets one. */
function onEveryWorker<Result>(pool: WorkerPool, run: () => Promise<Result>): Promise<Result[]> {
  return Promise.all(Array.from({ length: pool.size }, run));
}

async function runLongest(model: PhaseModel, pool: WorkerPool): Promise<void> {
  const { maxPairTokens, graphs } = model.directory;
  const pair = pairOf(model, maxPairTokens);
  await onEveryWorker(pool, () => model.logits(pool, [pair])).catch((cause) => {
    if (cause instanceof ServiceError && cause.code !== 'internal_error') throw cause;
    const length = `a pair of ${maxPairTokens} tokens, the longest it is declared to read`;
    const path = graphs[pool.provider].path;
    throw new ServiceError('invalid_model', `${path}: cannot run ${length}; ${cause.message}`, { cause });
  });
}

async function measure(model: PhaseModel, { pool, maxBatchTokens }: WarmUpOptions): Promise<number> {
  const tokens = Math.min(MEASURED_TOKENS, model.directory.maxPairTokens);
  // Not more than a batch may hold, because memory may not allow more.
  const rows = Math.max(1, Math.min(PROVIDERS[pool.provider].measuredRows, Math.floor(maxBatchTokens / tokens)));
  const pairs = Array<Pair>(rows).fill(pairOf(model, tokens));
  let fastestMs = Number.POSITIVE_INFINITY;
  for (let run = 0; run < MEASURED_RUNS; run++) {
    const times = await onEveryWorker(pool, async () => {
      const start = performance.now();
      await model.logits(pool, pairs);
      return performance.now() - start;
    });
    fastestMs = Math.min(fastestMs, times.reduce((sum, time) => sum + time) / times.length);
  }
  return fastestMs / (rows * tokens);
}

/** Runs about the maximum number of rows of a batch, with short sentences. */
async function runWidest(model: PhaseModel, msPerToken: number, options: WarmUpOptions): Promise<void> {
  const tokens = Math.min(SHORT_TOKENS, model.directory.maxPairTokens);
  const maxRows = Math.min(options.maxBatchMs / (tokens * msPerToken), options.maxBatchTokens / tokens);
  const pairs = Array<Pair>(Math.max(1, Math.floor(maxRows))).fill(pairOf(model, tokens));
  await onEveryWorker(options.pool, () => model.logits(options.pool, pairs));
}

function pairOf(model: PhaseModel, tokens: number): Pair {
  const { ids } = model.tokenizer.tokenize('warm up the model');
  const { template } = model.tokenizer;
  const text = (length: number) => ({
    ids: Int32Array.from({ length }, (_, i) => ids[i % ids.length]!),
    unknownTokens: 0,
    key: '',
  });
  const content = Math.max(2, tokens - template.overhead);
  return { premise: text(content - 1), hypothesis: text(1) };
}

/**
 * Runs the golden pairs of a model once, on the pool's least busy worker, and compares token ids and logits with the
 * reference: a processor whose kernels give other results must not serve. A model without golden pairs passes.
 * Throws `invalid_model`.
 */
async function checkGolden(model: PhaseModel, pool: WorkerPool): Promise<void> {
  const { golden } = model.directory;
  if (golden === undefined || golden.pairs.length === 0) return;
  const { template, tokenize } = model.tokenizer;
  const texts = golden.pairs.map(({ premise, hypothesis }) => ({
    premise: tokenize(premise),
    hypothesis: tokenize(hypothesis),
  }));
  for (const [i, { premise, hypothesis }] of texts.entries()) {
    const ids = pairIds(template, premise.ids, hypothesis.ids).join();
    const expected = golden.pairs[i]!.inputIds.join();
    if (ids !== expected)
      throw differs(model, golden.pairs[i]!, `tokenizer.json: expected token ids ${expected}; got ${ids}`);
  }
  const logits = await model.logits(pool, texts);
  for (const [i, pair] of golden.pairs.entries()) {
    const expected = pair.logits[pool.provider];
    const got = [...logits.subarray(i * 3, i * 3 + 3)];
    // Not written as "greater than": NaN is outside every tolerance.
    if (expected.every((logit, k) => Math.abs(got[k]! - logit) <= golden.tolerance)) continue;
    const graph = model.directory.graphs[pool.provider].path;
    const came = got.map((logit) => logit.toFixed(5)).join();
    throw differs(model, pair, `${graph}: expected logits ${expected} within ${golden.tolerance}; got ${came}`);
  }
}

function differs({ directory }: PhaseModel, { premise, hypothesis }: GoldenPair, difference: string): ServiceError {
  const pair = `the golden pair "${premise}" / "${hypothesis}"`;
  return new ServiceError(
    'invalid_model',
    `${directory.dir}/${difference} for ${pair}. The model gives different results on this machine than on the machine where it was sealed. Use another processor or execution provider, or seal correct golden pairs.`,
  );
}
