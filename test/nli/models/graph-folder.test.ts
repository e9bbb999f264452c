import { mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { weightsNamedIn } from '../../../src/nli/models/graphs.ts';
import { sealModel } from '../../../src/nli/models/seal.ts';
import { copyModel, editJson, flipByte, TINY, twoGraphs } from '../support/model-copy.ts';
import { COMPACT_MODEL, fixture, MODEL_FILE, openModel, VERDICT_MODEL } from '../support/models.ts';
import { tinyGraph } from '../support/tiny-onnx.ts';

const refusal = (words: RegExp) =>
  expect.objectContaining({ code: 'invalid_model', message: expect.stringMatching(words) });

interface Listed {
  readonly path: string;
}
const filesOf = (dir: string): Listed[] => JSON.parse(readFileSync(join(dir, 'manifest.json'), 'utf8')).files;

describe('the folder of a graph', () => {
  it('is refused with a file that is not sealed, in a sentence that says what to do', async () => {
    const dir = copyModel();
    writeFileSync(join(dir, 'onnx/model_fp16.onnx'), 'another precision');
    writeFileSync(join(dir, 'onnx/model.onnx_data'), 'weights');
    await expect(openModel(dir)).rejects.toThrow(
      expect.objectContaining({
        code: 'invalid_model',
        message:
          `${dir}/onnx: expected only files that manifest.json lists, because a graph can read any file in its folder; ` +
          'got also onnx/model.onnx_data, onnx/model_fp16.onnx. Move what does not belong to the model elsewhere, ' +
          `or seal the directory again: claim-verifier model seal ${dir}`,
      }),
    );
  });

  it.each<[string, (folder: string) => void]>([
    ['parts/w.bin', (folder) => writeFileSync(join(folder, 'parts/w.bin'), '')],
    ['.hidden', (folder) => writeFileSync(join(folder, '.hidden'), '')],
    ['README.md', (folder) => writeFileSync(join(folder, 'README.md'), '')],
    ['link', (folder) => symlinkSync('model.onnx', join(folder, 'link'))],
    ['nowhere', (folder) => symlinkSync('gone', join(folder, 'nowhere'))],
    ['away', (folder) => symlinkSync('/etc', join(folder, 'away'))],
  ])('is refused with %s', async (name, make) => {
    const dir = copyModel();
    mkdirSync(join(dir, 'onnx/parts'));
    await expect(openModel(dir)).resolves.toBeDefined();
    make(join(dir, 'onnx'));
    await expect(openModel(dir)).rejects.toThrow(refusal(new RegExp(`; got also onnx/${name}\\. `)));
  });

  it('is sealed as a whole, and opens then', async () => {
    const dir = copyModel();
    mkdirSync(join(dir, 'onnx/parts'));
    for (const path of ['onnx/parts/w.bin', 'onnx/a.json', 'elsewhere.bin']) writeFileSync(join(dir, path), path);
    const { files } = await sealModel(dir);
    const paths = files.map(({ path }) => path);
    expect(paths).toEqual(expect.arrayContaining(['onnx/parts/w.bin', 'onnx/a.json']));
    expect(paths).not.toContain('elsewhere.bin');
    await expect(openModel(dir)).resolves.toBeDefined();
    flipByte(join(dir, 'onnx/a.json'));
    await expect(openModel(dir)).rejects.toThrow(refusal(/onnx\/a\.json: expected sha256/));
  });

  it('opens with a quantised graph that has all its weights inside', async () => {
    const dir = copyModel();
    renameSync(join(dir, MODEL_FILE), join(dir, 'onnx/model_quantized.onnx'));
    rmSync(join(dir, 'manifest.json'));
    await sealModel(dir, 'onnx/model_quantized.onnx');
    expect((await openModel(dir)).graphs.cpu).toMatchObject({ path: 'onnx/model_quantized.onnx', data: [] });
  });

  it('opens with the weights next to the graph under their name on the hub', async () => {
    const dir = copyModel();
    writeFileSync(join(dir, MODEL_FILE), tinyGraph({ ...TINY, location: 'model.onnx_data' }));
    writeFileSync(join(dir, 'onnx/model.onnx_data'), Buffer.alloc(4));
    await sealModel(dir);
    expect((await openModel(dir)).graphs.cpu.data).toEqual(['onnx/model.onnx_data']);
  });

  it('is that of each graph in use', async () => {
    const dir = await twoGraphs();
    mkdirSync(join(dir, 'gpu'));
    for (const name of ['model_float.onnx', 'weights.bin']) renameSync(join(dir, 'onnx', name), join(dir, 'gpu', name));
    const graphs = [
      { path: MODEL_FILE, provider: 'cpu' },
      { path: 'gpu/model_float.onnx', provider: 'cuda' },
    ];
    editJson(dir, 'manifest.json', (manifest) => ({ ...manifest, graphs }));
    await sealModel(dir);
    expect((await openModel(dir)).graphs.cuda.data).toEqual(['gpu/weights.bin']);
    writeFileSync(join(dir, 'gpu/more.bin'), '');
    await expect(openModel(dir)).rejects.toThrow(refusal(/\/gpu: .* got also gpu\/more\.bin\./));
  });

  it('may be the model directory itself, where the files of people and tools lie too', async () => {
    const dir = copyModel();
    renameSync(join(dir, MODEL_FILE), join(dir, 'model.onnx'));
    rmSync(join(dir, 'manifest.json'));
    await sealModel(dir, 'model.onnx');
    mkdirSync(join(dir, '.git'));
    for (const path of ['README.md', 'calibration.json', '.gitattributes', '.git/HEAD'])
      writeFileSync(join(dir, path), '{}');
    await expect(openModel(dir)).resolves.toMatchObject({ graphs: { cpu: { path: 'model.onnx' } } });
    writeFileSync(join(dir, 'model.onnx_data'), '');
    await expect(openModel(dir)).rejects.toThrow(refusal(/; got also model\.onnx_data\. /));
    const paths = (await sealModel(dir)).files.map(({ path }) => path);
    expect(paths).toContain('model.onnx_data');
    expect(paths).not.toEqual(expect.arrayContaining([expect.stringMatching(/README|calibration|manifest|^\./)]));
    await expect(openModel(dir)).resolves.toBeDefined();
  });

  it('holds the graph itself, not a link to a folder in which the runtime would let it read', async () => {
    const dir = copyModel();
    renameSync(join(dir, MODEL_FILE), join(dir, 'elsewhere.onnx'));
    symlinkSync('../elsewhere.onnx', join(dir, MODEL_FILE));
    await expect(openModel(dir)).rejects.toThrow(
      refusal(/onnx\/model\.onnx: expected the graph itself, got a link to \S+\/elsewhere\.onnx\. Copy that file to/),
    );
    rmSync(join(dir, MODEL_FILE));
    renameSync(join(dir, 'elsewhere.onnx'), join(dir, 'onnx/real.onnx'));
    symlinkSync('real.onnx', join(dir, MODEL_FILE));
    await sealModel(dir);
    await expect(openModel(dir)).resolves.toBeDefined();
  });

  it('may be reached through links to the directory, as mounted volumes are', async () => {
    const dir = copyModel();
    const linked = `${dir}-linked`;
    symlinkSync(dir, linked);
    renameSync(join(dir, 'onnx'), join(dir, 'data'));
    symlinkSync('data', join(dir, 'onnx'));
    await expect(openModel(linked)).resolves.toBeDefined();
  });

  it('is named when it cannot be read', async () => {
    const dir = copyModel();
    rmSync(join(dir, 'onnx'), { recursive: true });
    await expect(sealModel(dir)).rejects.toThrow(
      refusal(/\/onnx: expected the folder of a graph, but reading it failed with ENOENT\.$/),
    );
  });
});

describe('a sealed directory', () => {
  it.each([
    ['the verdict model', VERDICT_MODEL, ['onnx/weights.bin']],
    ['the evidence model', COMPACT_MODEL, []],
  ])('opens, and is sealed again to the same list: %s', async (_, published, data) => {
    const dir = copyModel(published);
    const manifest = JSON.parse(readFileSync(join(dir, 'manifest.json'), 'utf8'));
    const { graphs } = await openModel(dir);
    expect([graphs.cpu.data, graphs.cuda.data]).toEqual([data, data]);
    expect(await sealModel(dir)).toEqual(manifest);
  });

  it('opens with a graph in the directory itself, beside the model card that was fetched with it', async () => {
    const dir = copyModel();
    renameSync(join(dir, MODEL_FILE), join(dir, 'model.onnx'));
    editJson(dir, 'manifest.json', (manifest) => {
      const [graph, ...others] = manifest.files as Listed[];
      return {
        ...manifest,
        graphs: [{ path: 'model.onnx', provider: 'cpu' }],
        files: [{ ...graph, path: 'model.onnx' }, ...others],
      };
    });
    rmSync(join(dir, 'golden.jsonl'), { force: true });
    writeFileSync(join(dir, 'README.md'), 'the card');
    await expect(openModel(dir)).resolves.toMatchObject({ graphs: { cpu: { path: 'model.onnx' } } });
    expect(filesOf(dir).map(({ path }) => path)).not.toContain('README.md');
  });
});

describe('weightsNamedIn', () => {
  const named = async (location: string, paths: readonly string[]) => {
    const dir = copyModel(fixture('foreign-bert'));
    writeFileSync(join(dir, MODEL_FILE), tinyGraph({ ...TINY, location }));
    return weightsNamedIn(dir, MODEL_FILE, paths);
  };

  it.each(['w.bin', './w.bin', 'parts/../w.bin', 'parts//w.bin'])(
    'finds a file however its place is written: %s',
    async (location) => {
      expect(await named(location, ['onnx/w.bin', 'onnx/v.bin'])).toEqual(['onnx/w.bin']);
    },
  );

  it('finds no other graph, and nothing outside the folder, whatever a hub calls its files', async () => {
    const paths = ['w.onnx', 'w', '../w', 'onnx/../w', 'onnx/../../w', '/etc/w', 'onnx/parts/w', 'onnx/w.onnx'];
    expect(await named('parts/w.onnx', paths)).toEqual(['onnx/parts/w']);
  });

  it('finds nothing where all weights lie in the graph', async () => {
    const paths = ['onnx/weights.bin', 'onnx/model.onnx_data'];
    for (const dir of [COMPACT_MODEL, fixture('foreign-bert'), fixture('foreign-roberta'), fixture('foreign-deberta')])
      expect(await weightsNamedIn(dir, MODEL_FILE, paths)).toEqual([]);
  });
});
