import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sealModel } from '../../../src/nli/models/seal.ts';
import { copyModel, editJson, flipByte, TINY } from '../support/model-copy.ts';
import { COMPACT_MODEL, fixture, MODEL_FILE, openModel } from '../support/models.ts';
import { tinyGraph } from '../support/tiny-onnx.ts';

const refusal = (words: RegExp) =>
  expect.objectContaining({ code: 'invalid_model', message: expect.stringMatching(words) });

describe('sealModel', () => {
  it('writes what was published for each model at hand', async () => {
    for (const dir of [
      COMPACT_MODEL,
      fixture('foreign-bert'),
      fixture('foreign-roberta'),
      fixture('foreign-deberta'),
    ]) {
      const copy = copyModel(dir);
      const { files } = JSON.parse(readFileSync(join(copy, 'manifest.json'), 'utf8')) as { files: object[] };
      const manifest = await sealModel(copy);
      expect(manifest.files).toEqual(expect.arrayContaining(files));
      await expect(openModel(copy)).resolves.toMatchObject({ id: manifest.name, version: manifest.version });
    }
  });

  it('takes name and version from the directory when there is no manifest', async () => {
    const dir = copyModel();
    rmSync(join(dir, 'manifest.json'));
    expect(await sealModel(dir)).toMatchObject({ name: 'foreign-bert', version: '50166d933569' });
  });

  it('keeps what was written beside the files, and lets a version of its own making follow the graph', async () => {
    const dir = copyModel();
    editJson(dir, 'manifest.json', (manifest) => ({
      ...manifest,
      name: 'ours',
      license: 'MIT',
      metrics: { snli: 0.8 },
    }));
    writeFileSync(join(dir, MODEL_FILE), graphWith('a.bin'));
    writeFileSync(join(dir, 'onnx/a.bin'), 'a000');
    const followed = await sealModel(dir);
    const version = followed.files[0]!.sha256.slice(0, 12);
    expect(followed).toMatchObject({ name: 'ours', license: 'MIT', metrics: { snli: 0.8 }, version });
    editJson(dir, 'manifest.json', (manifest) => ({ ...manifest, version: '2.0' }));
    writeFileSync(join(dir, MODEL_FILE), graphWith('b.bin'));
    writeFileSync(join(dir, 'onnx/b.bin'), 'b000');
    expect(await sealModel(dir)).toMatchObject({ name: 'ours', license: 'MIT', version: '2.0' });
  });

  it('writes the same bytes the second time', async () => {
    const dir = copyModel(COMPACT_MODEL);
    writeFileSync(join(dir, 'calibration.json'), '{}');
    await sealModel(dir);
    const once = readFileSync(join(dir, 'manifest.json'));
    await sealModel(dir);
    expect(readFileSync(join(dir, 'manifest.json'))).toEqual(once);
  });

  it.each(['{', '"model"', '[]'])('takes nothing from a manifest that reads %s', async (text) => {
    const dir = copyModel();
    writeFileSync(join(dir, 'manifest.json'), text);
    expect(Object.keys(await sealModel(dir))).toEqual(['name', 'version', 'graphs', 'files']);
    await expect(openModel(dir)).resolves.toMatchObject({ id: 'foreign-bert' });
  });

  it.each(['{"name":""}', '{"graphs":[{"path":"onnx/model.onnx","provider":"tpu"}]}'])(
    'does not seal over %s, which somebody meant',
    async (text) => {
      const dir = copyModel();
      writeFileSync(join(dir, 'manifest.json'), text);
      await expect(sealModel(dir)).rejects.toThrow(refusal(/manifest\.json: .*Correct it, or delete the file\.$/s));
      expect(readFileSync(join(dir, 'manifest.json'), 'utf8')).toBe(text);
    },
  );

  it('seals the files that a licence and golden pairs need, when they are there', async () => {
    const dir = copyModel();
    const before = (await sealModel(dir)).files.map(({ path }) => path);
    for (const name of ['LICENSE', 'NOTICE', 'README.md']) writeFileSync(join(dir, name), name);
    const after = (await sealModel(dir)).files.map(({ path }) => path);
    expect(after.filter((path) => !before.includes(path))).toEqual(['LICENSE', 'NOTICE']);
    expect(before).toContain('golden.jsonl');
  });

  it('keeps the calibration out of the list, so that the hash of the model does not move with it', async () => {
    const dir = copyModel();
    await sealModel(dir);
    const { sha256 } = await openModel(dir);
    for (const text of ['{"a":1}', '{"a":22}']) {
      writeFileSync(join(dir, 'calibration.json'), text);
      expect((await sealModel(dir)).calibration).toMatchObject({ path: 'calibration.json', bytes: text.length });
      expect((await openModel(dir)).sha256).toBe(sha256);
    }
    rmSync(join(dir, 'calibration.json'));
    expect(await sealModel(dir)).not.toHaveProperty('calibration');
  });

  it('refuses a directory that lacks a file the service reads, and names it', async () => {
    const dir = copyModel();
    rmSync(join(dir, 'tokenizer_config.json'));
    await expect(sealModel(dir)).rejects.toThrow(
      refusal(/tokenizer_config\.json: a model directory must contain this file, but reading it failed with ENOENT/),
    );
    rmSync(join(dir, MODEL_FILE));
    await expect(sealModel(dir)).rejects.toThrow(
      refusal(/onnx\/model\.onnx: a model directory must contain this graph, but reading it failed with ENOENT/),
    );
  });
});

describe('the graphs that sealModel writes', () => {
  const entries = (path: string, data: string[] = []) =>
    ['cpu', 'cuda'].map((provider) => ({ path, provider, data, optimisation: 'basic' }));

  it('are one for both providers, where the manifest names none', async () => {
    const dir = copyModel();
    expect((await sealModel(dir)).graphs).toEqual(entries(MODEL_FILE));
    writeFileSync(join(dir, 'onnx/model_fp16.onnx'), readFileSync(join(dir, MODEL_FILE)));
    rmSync(join(dir, MODEL_FILE));
    const named = await sealModel(dir, 'onnx/model_fp16.onnx');
    expect(named.graphs).toEqual(entries('onnx/model_fp16.onnx'));
    expect(named.files[0]!.path).toBe('onnx/model_fp16.onnx');
    expect((await sealModel(dir)).graphs).toEqual(entries('onnx/model_fp16.onnx'));
  });

  it('have the data that the graph names; other files of the folder are sealed, too', async () => {
    const dir = copyModel();
    mkdirSync(join(dir, 'onnx/parts'));
    writeFileSync(join(dir, MODEL_FILE), graphWith('parts/weights.bin'));
    writeFileSync(join(dir, 'onnx/parts/weights.bin'), 'four');
    writeFileSync(join(dir, 'onnx/model.onnx_data'), 'of another graph');
    const { graphs, files } = await sealModel(dir);
    expect(graphs).toEqual(entries(MODEL_FILE, ['onnx/parts/weights.bin']));
    expect(files.map(({ path }) => path)).toContain('onnx/parts/weights.bin');
    expect(files.map(({ path }) => path)).toContain('onnx/model.onnx_data');
    flipByte(join(dir, 'onnx/parts/weights.bin'));
    await expect(openModel(dir)).rejects.toThrow(refusal(/onnx\/parts\/weights\.bin: expected sha256/));
  });

  it('keep provider and optimization written by hand, and update their data', async () => {
    const dir = copyModel();
    const float = 'onnx/model_float.onnx';
    writeFileSync(join(dir, float), graphWith('weights.bin'));
    writeFileSync(join(dir, 'onnx/weights.bin'), 'four');
    const graphs = [
      { path: MODEL_FILE, provider: 'cpu', optimisation: 'all', data: ['onnx/gone.bin'] },
      { path: float, provider: 'cuda' },
    ];
    editJson(dir, 'manifest.json', (manifest) => ({ ...manifest, graphs }));
    const kept = [
      { path: MODEL_FILE, provider: 'cpu', optimisation: 'all', data: [] },
      { path: float, provider: 'cuda', optimisation: 'basic', data: ['onnx/weights.bin'] },
    ];
    expect((await sealModel(dir)).graphs).toEqual(kept);
    expect((await sealModel(dir, float)).graphs).toEqual(kept);
  });

  it('can be written by hand before the first seal', async () => {
    const dir = copyModel();
    const graphs = [{ path: MODEL_FILE, provider: 'cpu', optimisation: 'disabled' }];
    writeFileSync(join(dir, 'manifest.json'), JSON.stringify({ languages: ['de'], graphs }));
    await sealModel(dir);
    expect(await openModel(dir)).toMatchObject({
      id: 'foreign-bert',
      languages: ['de'],
      graphs: { cpu: { optimisation: 'disabled' }, cuda: { optimisation: 'disabled' } },
    });
  });

  it('have no data outside their folder, where the runtime lets none be read', async () => {
    const dir = copyModel();
    for (const place of ['../weights.bin', '../../weights.bin']) {
      writeFileSync(join(dir, MODEL_FILE), graphWith(place));
      writeFileSync(join(dir, 'onnx', place), 'four');
      expect((await sealModel(dir)).graphs).toEqual(entries(MODEL_FILE));
    }
  });

  it('are refused outside the directory', async () => {
    const dir = copyModel();
    rmSync(join(dir, 'manifest.json'));
    await expect(sealModel(dir, '../other.onnx')).rejects.toThrow(refusal(/manifest\.json: .*must stay inside/s));
  });
});

const graphWith = (location: string) => tinyGraph({ ...TINY, location });
