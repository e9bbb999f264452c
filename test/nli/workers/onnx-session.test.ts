import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { assembleBatch, type PaddedBatch } from '../../../src/nli/batch.ts';
import { tokenizedText } from '../../../src/nli/tokenizer.ts';
import { openSession } from '../../../src/nli/workers/onnx-session.ts';
import { copyModel, sealedWithGraph } from '../support/model-copy.ts';
import { MODEL_FILE, openModel } from '../support/models.ts';
import { type TinyGraph, tinyGraph } from '../support/tiny-onnx.ts';

const TWO = { input_ids: 'int64', attention_mask: 'int64' } as const;
const THREE = { ...TWO, token_type_ids: 'int64' } as const;
const BATCH = {
  types: [[], 0, [0], 1, []] as [number[], number, number[], number, number[]],
  before: [],
  between: [2],
  after: [],
  overhead: 1,
};

function batchOf(...rows: [number[], number[]][]): PaddedBatch {
  const read = (ids: number[]) => tokenizedText(Int32Array.from(ids), 0);
  const pairs = rows.map(([premise, hypothesis]) => ({ premise: read(premise), hypothesis: read(hypothesis) }));
  return assembleBatch(pairs, BATCH, 0);
}

const sealed = (graph: Partial<TinyGraph>) =>
  sealedWithGraph(tinyGraph({ inputs: TWO, output: 'float32', columns: 3, ...graph }));

async function sessionOn(graph: Partial<TinyGraph>) {
  const dir = await sealed(graph);
  const { graphs } = await openModel(dir);
  return openSession({ dir, graph: graphs.cpu, provider: 'cpu', threads: 1 });
}

const refusal = (words: RegExp) =>
  expect.objectContaining({ code: 'invalid_model', message: expect.stringMatching(words) });

describe('a session', () => {
  it.each<[string, Partial<TinyGraph>]>([
    ['with token types', { inputs: THREE }],
    ['without token types', { inputs: TWO }],
    ['that wants its inputs in 32 bits', { inputs: { input_ids: 'int32', attention_mask: 'int32' } }],
    ['that wants each input in another width', { inputs: { ...THREE, attention_mask: 'int32' } }],
    ['that gives half floats', { output: 'float16' }],
  ])('runs a graph %s', async (_, graph) => {
    const session = await sessionOn(graph);
    const logits = await session.run(batchOf([[7, 1000], [8]], [[1501], []]));
    expect(logits).toBeInstanceOf(Float32Array);
    expect([...logits]).toEqual([1000, -1000, 1000, 1501, -1501, 1501]);
  });

  it.each<[string, Partial<TinyGraph>, RegExp]>([
    [
      'position ids',
      { inputs: { ...TWO, position_ids: 'int64' } },
      /model\.onnx: expected input_ids, .*got .*position_ids \(int64\)\.$/,
    ],
    [
      'no attention mask',
      { inputs: { input_ids: 'int64' } },
      /expected input_ids, attention_mask .*got input_ids \(int64\)\.$/,
    ],
    [
      'inputs that are no integers',
      { inputs: { ...TWO, attention_mask: 'float32' } },
      /got .*attention_mask \(float32\)\.$/,
    ],
  ])('is not opened on a graph with %s', async (_, graph, words) => {
    await expect(sessionOn(graph)).rejects.toThrow(refusal(words));
  });

  it.each<[string, Partial<TinyGraph>, RegExp]>([
    ['two logits', { columns: 2 }, /expected float32 or float16 logits of shape 1,3; got float32 of shape 1,2/i],
    ['logits in double precision', { output: 'float64' }, /got float64 of shape 1,3/],
  ])('refuses %s', async (_, graph, words) => {
    const session = await sessionOn(graph);
    await expect(session.run(batchOf([[7], [8]]))).rejects.toThrow(refusal(words));
  });

  it('is not opened on a file that is no graph', async () => {
    const dir = copyModel();
    writeFileSync(join(dir, MODEL_FILE), 'version https://git-lfs.github.com/spec/v1');
    const graph = { path: MODEL_FILE, data: [], optimisation: 'basic', bytes: 42 } as const;
    await expect(openSession({ dir, graph, provider: 'cpu', threads: 1 })).rejects.toThrow(
      refusal(/model\.onnx: onnxruntime cannot load it; .+/),
    );
  });
});
