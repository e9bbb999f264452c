import { existsSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { assembleBatch } from '../../../src/nli/batch.ts';
import { tokenizedText } from '../../../src/nli/tokenizer.ts';
import { openSessions, type SessionModel } from '../../../src/nli/workers/onnx-session.ts';
import { copyModel, sealedWithGraph } from '../support/model-copy.ts';
import { COMPACT_MODEL, fixture, MODEL_FILE, sessionModel } from '../support/models.ts';
import { tinyGraph } from '../support/tiny-onnx.ts';

const TWO = { input_ids: 'int64', attention_mask: 'int64' } as const;
const TEMPLATE = {
  types: [[], 0, [0], 1, []] as [number[], number, number[], number, number[]],
  before: [],
  between: [2],
  after: [],
  overhead: 1,
};
const text = (...ids: number[]) => tokenizedText(Int32Array.from(ids), 0);
const batch = assembleBatch([{ premise: text(7), hypothesis: text(8) }], TEMPLATE, 0);

const tiny = async () => sessionModel(await sealedWithGraph(tinyGraph({ inputs: TWO, output: 'float32', columns: 3 })));
const refusal = (words: RegExp) =>
  expect.objectContaining({ code: 'invalid_model', message: expect.stringMatching(words) });

describe('the sessions of a worker', () => {
  it('are one of each model, by phase', async () => {
    const models = { verdict: await tiny(), evidence: await sessionModel(fixture('foreign-bert')) };
    const { sessions } = await openSessions({ models, provider: 'cpu', threads: 1 });
    expect([...sessions.keys()].toSorted()).toEqual(['evidence', 'verdict']);
    expect([...(await sessions.get('verdict')!.run(batch))]).toEqual([8, -8, 8]);
    expect([...(await sessions.get('evidence')!.run(batch))]).not.toEqual([8, -8, 8]);
  });

  it('are one when there is one model', async () => {
    const { sessions } = await openSessions({ models: { verdict: await tiny() }, provider: 'cpu', threads: 1 });
    expect([...sessions.keys()]).toEqual(['verdict']);
  });

  it('are not opened on a file that is of another size than when it was hashed', async () => {
    const dir = copyModel();
    const models = { verdict: await sessionModel(dir) };
    writeFileSync(join(dir, MODEL_FILE), 'another model');
    await expect(openSessions({ models, provider: 'cpu', threads: 1 })).rejects.toThrow(
      refusal(/model\.onnx: expected \d+ bytes, got 13/),
    );
  });

  it('are not opened on a file that was written to since it was hashed', async () => {
    const dir = copyModel();
    const models = { verdict: await sessionModel(dir), evidence: await tiny() };
    utimesSync(join(dir, MODEL_FILE), 1, 1);
    await expect(openSessions({ models, provider: 'cpu', threads: 1 })).rejects.toThrow(refusal(/model\.onnx/));
  });
});

describe('the execution provider', () => {
  const open = async (provider: 'auto' | 'cpu' | 'cuda') =>
    openSessions({ models: { verdict: await tiny() }, provider, threads: 1 });

  it('cpu says nothing of CUDA', async () => {
    expect(await open('cpu')).toMatchObject({ provider: 'cpu', fallbackReason: undefined });
  });

  // The CUDA libraries are not part of what npm installs: this is what every plain machine sees.
  it('auto runs on the CPU without CUDA and says why', async () => {
    const { provider, fallbackReason, sessions } = await open('auto');
    expect(provider).toBe('cpu');
    expect(fallbackReason).toMatch(/\S/);
    expect([...(await sessions.get('verdict')!.run(batch))]).toEqual([8, -8, 8]);
  });

  it('cuda refuses to start without CUDA, in a sentence that says whether there is a GPU', async () => {
    const hasGpu = ['/dev/nvidiactl', '/dev/dxg'].some((file) => existsSync(file));
    const end = hasGpu ? '' : '; this machine has no NVIDIA GPU';
    await expect(open('cuda')).rejects.toThrow(
      expect.objectContaining({
        code: 'invalid_configuration',
        message: expect.stringMatching(`^EXECUTION_PROVIDER=cuda, but CUDA cannot be used: [^;]+${end}$`),
      }),
    );
  });

  it('auto does not blame CUDA for a broken graph', async () => {
    const dir = copyModel();
    const { graphs } = await sessionModel(dir);
    writeFileSync(join(dir, MODEL_FILE), 'no graph');
    const models = { verdict: { dir, graphs, seals: [] } };
    await expect(openSessions({ models, provider: 'auto', threads: 1 })).rejects.toThrow(
      refusal(/onnxruntime cannot load it/),
    );
  });
});

describe('the execution provider where CUDA loads', () => {
  const create = vi.fn();
  const session = {
    inputMetadata: ['input_ids', 'attention_mask'].map((name) => ({ name, isTensor: true, type: 'int64', shape: [] })),
    outputNames: ['logits'],
  };

  /** The runtime as it is on a machine with CUDA, as far as these files ask. */
  async function withCuda(backends: string[]) {
    vi.resetModules();
    vi.doMock('onnxruntime-node', async (original) => ({
      ...(await original<typeof import('onnxruntime-node')>()),
      listSupportedBackends: () => backends.map((name) => ({ name, bundled: true })),
      InferenceSession: { create },
    }));
    vi.doMock('node:fs', async (original) => ({
      ...(await original<typeof import('node:fs')>()),
      existsSync: (path: string) => path === '/dev/nvidiactl',
    }));
    create.mockReset().mockResolvedValue(session);
    const { openSessions: open } = await import('../../../src/nli/workers/onnx-session.ts');
    vi.doUnmock('onnxruntime-node');
    vi.doUnmock('node:fs');
    const models = { verdict: await twoGraphs(), evidence: await sessionModel(COMPACT_MODEL) };
    return { models, open: (provider: 'auto' | 'cuda' | 'cpu') => open({ models, provider, threads: 3 }) };
  }

  /** A directory with another graph for each provider, as the verdict model has. */
  async function twoGraphs(): Promise<SessionModel> {
    const model = await sessionModel(fixture('foreign-bert'));
    const cuda = { ...model.graphs.cpu, path: 'onnx/model_float.onnx', optimisation: 'extended' } as const;
    return { ...model, graphs: { cpu: model.graphs.cpu, cuda } };
  }

  const graphsOpened = () => create.mock.calls.map(([path]) => String(path).split('/').slice(-3).join('/'));

  it.each(['auto', 'cuda'] as const)('is CUDA for %s, of both models, each on its CUDA graph', async (provider) => {
    const { open, models } = await withCuda(['cpu', 'cuda']);
    expect(await open(provider)).toMatchObject({ provider: 'cuda', fallbackReason: undefined });
    expect(graphsOpened()).toEqual(['foreign-bert/onnx/model_float.onnx', 'claim-nli-compact/onnx/model.onnx']);
    expect(create.mock.calls.map(([, options]) => options)).toMatchObject([
      { executionProviders: ['cuda'], graphOptimizationLevel: 'extended' },
      { executionProviders: ['cuda'], graphOptimizationLevel: models.evidence.graphs.cuda.optimisation },
    ]);
  });

  it('is the CPU for cpu, with the threads asked for', async () => {
    const { open } = await withCuda(['cpu', 'cuda']);
    expect(await open('cpu')).toMatchObject({ provider: 'cpu' });
    expect(graphsOpened()).toEqual(['foreign-bert/onnx/model.onnx', 'claim-nli-compact/onnx/model.onnx']);
    expect(create).toHaveBeenCalledWith(
      expect.anything(),
      expect.objectContaining({
        executionProviders: ['cpu'],
        graphOptimizationLevel: 'basic',
        intraOpNumThreads: 3,
        interOpNumThreads: 1,
      }),
    );
  });

  it('is the CPU for both models when one of them cannot be opened on CUDA and auto may choose', async () => {
    const { open } = await withCuda(['cpu', 'cuda']);
    create.mockResolvedValueOnce(session).mockRejectedValueOnce(new Error('no kernel\nstack'));
    const opened = await open('auto');
    expect(opened).toMatchObject({ provider: 'cpu', fallbackReason: 'no kernel' });
    expect(opened.sessions.size).toBe(2);
    expect(graphsOpened().slice(2)).toEqual(['foreign-bert/onnx/model.onnx', 'claim-nli-compact/onnx/model.onnx']);
  });

  it('is refused for cuda, and the CPU for auto, when the build has no CUDA at all', async () => {
    const { open } = await withCuda(['cpu']);
    await expect(open('cuda')).rejects.toThrow('CUDA cannot be used: this build has no CUDA provider');
    expect(await open('auto')).toMatchObject({ provider: 'cpu', fallbackReason: 'this build has no CUDA provider' });
  });
});
