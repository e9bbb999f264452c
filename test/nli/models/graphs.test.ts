import { rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openModelDirectory } from '../../../src/nli/models/directory.ts';
import { openSessions } from '../../../src/nli/workers/onnx-session.ts';
import { copyModel, editJson, FLOAT, sealedWithGraph, TINY, twoGraphs } from '../support/model-copy.ts';
import { COMPACT_MODEL, fixture, MODEL_FILE, openModel, sessionModel, VERDICT_MODEL } from '../support/models.ts';
import { tinyGraph } from '../support/tiny-onnx.ts';

const refusal = (words: RegExp) =>
  expect.objectContaining({ code: 'invalid_model', message: expect.stringMatching(words) });

describe('the graph of a model directory', () => {
  const bytesOf = (dir: string, ...paths: string[]) => paths.reduce((n, path) => n + statSync(join(dir, path)).size, 0);

  it('is one for integers on CPUs and one of floats for CUDA, over one file of weights', async () => {
    const { graphs } = await openModel(VERDICT_MODEL);
    const data = ['onnx/weights.bin'];
    expect(graphs).toEqual({
      cpu: { path: MODEL_FILE, data, optimisation: 'basic', bytes: bytesOf(VERDICT_MODEL, MODEL_FILE, ...data) },
      cuda: {
        path: 'onnx/model_float.onnx',
        data,
        optimisation: 'basic',
        bytes: bytesOf(VERDICT_MODEL, 'onnx/model_float.onnx', ...data),
      },
    });
  });

  it('is the same twice where there is one', async () => {
    const dir = fixture('foreign-bert');
    const { graphs } = await openModel(dir);
    expect(graphs.cpu).toEqual({ path: MODEL_FILE, data: [], optimisation: 'basic', bytes: bytesOf(dir, MODEL_FILE) });
    expect(graphs.cuda).toBe(graphs.cpu);
    expect((await openModel(COMPACT_MODEL)).graphs.cpu.optimisation).toBe('all');
  });

  it('is the named file for both, with the optimisation that the manifest gives it', async () => {
    const dir = await twoGraphs();
    const named = await openModelDirectory(dir, FLOAT);
    expect(named.graphs.cpu).toMatchObject({ path: FLOAT, data: ['onnx/weights.bin'], optimisation: 'extended' });
    expect(named.graphs.cuda).toBe(named.graphs.cpu);
    expect((await openModel(dir)).graphs).toMatchObject({ cpu: { path: MODEL_FILE }, cuda: { path: FLOAT } });
  });

  it('has its external data also where an old manifest names no graphs', async () => {
    const dir = await twoGraphs();
    editJson(dir, 'manifest.json', ({ graphs: _, ...manifest }) => manifest);
    const { graphs } = await openModelDirectory(dir, FLOAT);
    expect(graphs.cpu).toEqual({
      path: FLOAT,
      data: ['onnx/weights.bin'],
      optimisation: 'basic',
      bytes: bytesOf(dir, FLOAT, 'onnx/weights.bin'),
    });
  });

  it('is refused when it is missing, not sealed, or keeps weights in a file that is not sealed', async () => {
    const unsealed = (path: string) => (manifest: Record<string, unknown>) => ({
      ...manifest,
      files: (manifest.files as { path: string }[]).filter((file) => file.path !== path),
    });
    const missing = await twoGraphs();
    rmSync(join(missing, FLOAT));
    await expect(openModel(missing)).rejects.toThrow(
      refusal(/model_float\.onnx: listed in manifest\.json, but reading it failed with ENOENT/),
    );
    const listed = await twoGraphs();
    editJson(listed, 'manifest.json', unsealed(FLOAT));
    await expect(openModel(listed)).rejects.toThrow(refusal(/manifest\.json does not list onnx\/model_float\.onnx/));
    const data = await twoGraphs();
    editJson(data, 'manifest.json', unsealed('onnx/weights.bin'));
    await expect(openModel(data)).rejects.toThrow(
      refusal(
        /onnx\/model_float\.onnx keeps weights in onnx\/weights\.bin, which manifest\.json does not list; to seal/,
      ),
    );
  });

  it('is refused when the manifest names data that is not sealed', async () => {
    const graphs = [{ path: MODEL_FILE, provider: 'cpu', data: ['onnx/other.bin'] }];
    const dir = copyModel();
    editJson(dir, 'manifest.json', (manifest) => ({ ...manifest, graphs }));
    await expect(openModel(dir)).rejects.toThrow(
      refusal(/keeps weights in onnx\/other\.bin, which manifest\.json does/),
    );
  });

  it.each(['/etc/hostname', '../config.json', '../../outside.bin'])(
    'is refused by the runtime when it is sealed and reads %s',
    async (location) => {
      const dir = await sealedWithGraph(tinyGraph({ ...TINY, location }));
      writeFileSync(join(dir, '../outside.bin'), Buffer.alloc(4));
      const models = { verdict: await sessionModel(dir) };
      await expect(openSessions({ models, provider: 'cpu', threads: 1 })).rejects.toThrow(
        refusal(/onnx\/model\.onnx: onnxruntime cannot load it; External data path validation failed/),
      );
    },
  );

  it('has all that may be its weights where the manifest does not say which', async () => {
    const dir = await twoGraphs();
    const graphs = [{ path: MODEL_FILE, provider: 'cpu' }];
    editJson(dir, 'manifest.json', (manifest) => ({ ...manifest, graphs }));
    expect((await openModel(dir)).graphs.cpu.data).toEqual(['onnx/weights.bin']);
  });
});
