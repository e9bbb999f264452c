import { describe, expect, it } from 'vitest';
import { assembleBatch } from '../../src/nli/batch.ts';
import { pairIds, pairLength } from '../../src/nli/pair-template.ts';
import { createTokenizer } from '../../src/nli/tokenizer.ts';
import type { ProviderInUse } from '../../src/nli/types.ts';
import { openSession } from '../../src/nli/workers/onnx-session.ts';
import { goldenRows, MODELS, openEncoder, openModel, VERDICT_MODEL } from './support/models.ts';
import { scorePairs } from './support/score-pairs.ts';

/** Logits of golden pairs of a model in one batch, run on the CPU with the graph of a provider. */
async function logitsOf(dir: string, provider: ProviderInUse, rows = goldenRows(dir)): Promise<Float32Array> {
  const model = await openModel(dir);
  const { template, tokenize } = createTokenizer(model);
  const session = await openSession({ dir, graph: model.graphs[provider], provider: 'cpu', threads: 1 });
  const pairs = rows.map(({ premise, hypothesis }) => ({
    premise: tokenize(premise),
    hypothesis: tokenize(hypothesis),
  }));
  return session.run(assembleBatch(pairs, template, model.padTokenId));
}

function expectWithin(logits: Float32Array, expected: readonly number[], tolerance: number): void {
  expect(logits).toHaveLength(expected.length);
  for (const [i, logit] of expected.entries()) expect(Math.abs(logits[i]! - logit)).toBeLessThan(tolerance);
}

const softmax = (logits: readonly number[]) => {
  const powers = logits.map((logit) => Math.exp(logit));
  return powers.map((power) => power / powers.reduce((sum, one) => sum + one));
};

/** How far logits may be off: integer products round otherwise on another processor. */
const toleranceOf = (dir: string) => (dir === VERDICT_MODEL ? 0.3 : 0.001);

describe.each(MODELS)('%s against its reference', (_, dir) => {
  const rows = goldenRows(dir);
  const tolerance = toleranceOf(dir);

  it('gives every token id of every golden pair', async () => {
    const { template, tokenize } = createTokenizer(await openModel(dir));
    const ids = rows.map((row) => pairIds(template, tokenize(row.premise).ids, tokenize(row.hypothesis).ids));
    expect(ids).toEqual(rows.map((row) => row.input_ids));
  });

  it('assembles ids, mask and types of a padded batch as the reference does', async () => {
    const model = await openModel(dir);
    const { template, tokenize } = createTokenizer(model);
    const pairs = rows.map(({ premise, hypothesis }) => ({
      premise: tokenize(premise),
      hypothesis: tokenize(hypothesis),
    }));
    const { length, buffer } = assembleBatch(pairs, template, model.padTokenId);
    const words = Array.from(new BigInt64Array(buffer), Number);
    const line = (plane: number, row: number) => words.slice((plane * rows.length + row) * length).slice(0, length);
    const padded = (values: readonly number[], fill: number) =>
      Array.from({ length }, (_unused, i) => values[i] ?? fill);
    for (const [row, golden] of rows.entries()) {
      expect(pairLength(template, pairs[row]!)).toBe(golden.input_ids.length);
      expect(line(0, row)).toEqual(padded(golden.input_ids, model.padTokenId));
      expect(line(1, row)).toEqual(padded(Array(golden.input_ids.length).fill(1), 0));
      if (golden.token_type_ids) expect(line(2, row)).toEqual(padded(golden.token_type_ids, 0));
    }
  });

  it('gives every golden logit within the tolerance, all pairs in one padded batch', async () => {
    const logits = await logitsOf(dir, 'cpu');
    expectWithin(
      logits,
      rows.flatMap((row) => row.logits),
      tolerance,
    );
  });

  it('names the softmax of the golden logits by the labels of the model', async () => {
    const { labelOrder } = await openModel(dir);
    const encoder = await openEncoder(dir);
    const scores = await scorePairs(
      encoder,
      rows.map(({ premise, hypothesis }) => ({
        premise: encoder.verdict.tokenize(premise),
        hypothesis: encoder.verdict.tokenize(hypothesis),
      })),
    );
    await encoder.close();
    for (const [i, { logits }] of rows.entries()) {
      const expected = softmax(logits);
      const { entailment, neutral, contradiction } = scores[i]!;
      for (const [label, score] of [entailment, neutral, contradiction].entries()) {
        expect(Math.abs(score - expected[labelOrder[label]!]!)).toBeLessThan(tolerance);
      }
      expect(entailment + neutral + contradiction).toBeCloseTo(1, 12);
    }
  });
});

describe('the graph of claim-nli for CUDA', () => {
  it('gives the golden logits of the float graph', async () => {
    // A few: floats take a CPU three times as long.
    const rows = goldenRows(VERDICT_MODEL).slice(0, 6);
    const expected = rows.flatMap((row) => row.logits_float!);
    expectWithin(await logitsOf(VERDICT_MODEL, 'cuda', rows), expected, 0.001);
  });
});

describe('the orders of labels at hand', () => {
  it('differ from model to model, so that a guessed order would be found out', async () => {
    const orders = await Promise.all(MODELS.map(async ([, dir]) => (await openModel(dir)).labelOrder));
    expect(orders).toEqual([
      [1, 2, 0],
      [1, 2, 0],
      [1, 2, 0],
      [0, 1, 2],
      [0, 2, 1],
    ]);
  });
});
