import { ServiceError } from '../errors.ts';
import type { GoldenPair } from './model-directory.ts';
import { pairIds } from './pair-template.ts';
import type { PhaseModel } from './phase-model.ts';
import type { WorkerPool } from './worker-pool.ts';

/**
 * Runs the golden pairs of a model once, on the pool's least busy worker, and compares token ids and logits with the
 * reference: a processor whose kernels give other results must not serve. A model without golden pairs passes.
 * Throws `invalid_model`.
 */
export async function checkGolden(model: PhaseModel, pool: WorkerPool): Promise<void> {
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
