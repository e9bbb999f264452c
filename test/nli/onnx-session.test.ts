import { describe, expect, it, vi } from 'vitest';
import { assembleBatch, type PaddedBatch } from '../../src/nli/batch.ts';
import { openSession } from '../../src/nli/onnx-session.ts';
import { tokenizedText } from '../../src/nli/tokenized-text.ts';
import { sealedWithGraph } from './support/model-copy.ts';
import { fixture, openModel } from './support/models.ts';
import { type TinyGraph, tinyGraph } from './support/tiny-onnx.ts';

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

async function sessionOn(graph: Partial<TinyGraph>, provider: 'cpu' | 'cuda' | 'auto' = 'cpu') {
  const dir = await sealedWithGraph(tinyGraph({ inputs: TWO, output: 'float32', columns: 3, ...graph }));
  return openSession({ ...(await openModel(dir)), provider, threads: 1 });
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
    const dir = await sealedWithGraph(new TextEncoder().encode('version https://git-lfs.github.com/spec/v1'));
    const model = await openModel(dir);
    await expect(openSession({ ...model, provider: 'cpu', threads: 1 })).rejects.toThrow(
      refusal(/model\.onnx: onnxruntime cannot load it; .+/),
    );
  });
});

describe('the execution provider', () => {
  it('cpu says nothing of CUDA', async () => {
    expect(await sessionOn({})).toMatchObject({ provider: 'cpu', fallbackReason: undefined });
  });

  // The CUDA libraries are not part of what npm installs: this is what every plain machine sees.
  it('auto runs on the CPU without CUDA and says why', async () => {
    const session = await sessionOn({}, 'auto');
    expect(session.provider).toBe('cpu');
    expect(session.fallbackReason).toMatch(/\S/);
    expect([...(await session.run(batchOf([[7], [8]])))]).toEqual([8, -8, 8]);
  });

  it('cuda refuses to start without CUDA, in a sentence', async () => {
    await expect(sessionOn({}, 'cuda')).rejects.toThrow(
      expect.objectContaining({
        code: 'invalid_configuration',
        message: expect.stringMatching(/^EXECUTION_PROVIDER=cuda, but CUDA cannot be used: \S+/),
      }),
    );
  });

  it('auto does not blame CUDA for a broken graph', async () => {
    const model = await openModel(await sealedWithGraph(Uint8Array.of(1, 2, 3)));
    await expect(openSession({ ...model, provider: 'auto', threads: 1 })).rejects.toThrow(
      refusal(/onnxruntime cannot load it/),
    );
  });
});

describe('the execution provider where CUDA loads', () => {
  const create = vi.fn();

  /** The runtime as it is on a machine with CUDA, as far as this file asks. */
  async function withCuda(backends: string[]) {
    vi.resetModules();
    vi.doMock('onnxruntime-node', async (original) => ({
      ...(await original<typeof import('onnxruntime-node')>()),
      listSupportedBackends: () => backends.map((name) => ({ name, bundled: true })),
      InferenceSession: { create },
    }));
    create.mockReset().mockResolvedValue({
      inputMetadata: ['input_ids', 'attention_mask'].map((name) => ({
        name,
        isTensor: true,
        type: 'int64',
        shape: [],
      })),
      outputNames: ['logits'],
    });
    const { openSession: open } = await import('../../src/nli/onnx-session.ts');
    vi.doUnmock('onnxruntime-node');
    const model = await openModel(fixture('foreign-bert'));
    return (provider: 'auto' | 'cuda' | 'cpu') => open({ ...model, provider, threads: 3 });
  }

  it.each(['auto', 'cuda'] as const)('is CUDA for %s', async (provider) => {
    const open = await withCuda(['cpu', 'cuda']);
    expect(await open(provider)).toMatchObject({ provider: 'cuda', fallbackReason: undefined });
    expect(create).toHaveBeenCalledExactlyOnceWith(
      expect.anything(),
      expect.objectContaining({ executionProviders: ['cuda'] }),
    );
  });

  it('is the CPU for cpu, with the threads asked for', async () => {
    const open = await withCuda(['cpu', 'cuda']);
    expect(await open('cpu')).toMatchObject({ provider: 'cpu' });
    expect(create).toHaveBeenCalledExactlyOnceWith(
      expect.anything(),
      expect.objectContaining({ executionProviders: ['cpu'], intraOpNumThreads: 3, interOpNumThreads: 1 }),
    );
  });

  it('is refused for cuda, and the CPU for auto, when the build has no CUDA at all', async () => {
    const open = await withCuda(['cpu']);
    await expect(open('cuda')).rejects.toThrow('CUDA cannot be used: this build has no CUDA provider');
    expect(await open('auto')).toMatchObject({ provider: 'cpu', fallbackReason: 'this build has no CUDA provider' });
  });
});
