import { appendFileSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sealModel } from '../../src/nli/manifest.ts';
import { openModelDirectory } from '../../src/nli/model-directory.ts';
import { openSession } from '../../src/nli/onnx-session.ts';
import { copyModel, editJson } from './support/model-copy.ts';
import { MODEL_FILE, MODELS, openEncoder, openModel } from './support/models.ts';
import { scorePairs } from './support/score-pairs.ts';

type SealedList = { files: { path: string; bytes: number; sha256: string }[] };

const refusal = (words: RegExp) =>
  expect.objectContaining({ code: 'invalid_model', message: expect.stringMatching(words) });

function flipByte(path: string): void {
  const bytes = readFileSync(path);
  bytes[bytes.length >> 1]! ^= 1;
  writeFileSync(path, bytes);
}

const sealed = MODELS[1][1];
const listed = (JSON.parse(readFileSync(join(sealed, 'manifest.json'), 'utf8')) as SealedList).files;

describe('a model directory that is not as it was sealed', () => {
  it('is refused without a manifest, with the command that makes one', async () => {
    const dir = copyModel();
    rmSync(join(dir, 'manifest.json'));
    await expect(openModel(dir)).rejects.toThrow(
      refusal(/manifest\.json: expected a manifest, got ENOENT.*npm run model:seal/),
    );
  });

  it('is refused when it does not exist', async () => {
    await expect(openModel('/nowhere/model')).rejects.toThrow(refusal(/\/nowhere\/model\/manifest\.json.*ENOENT/));
  });

  const files = listed.map((file) => file.path);

  it.each(files)('is refused when %s is missing', async (file) => {
    const dir = copyModel();
    rmSync(join(dir, file));
    await expect(openModel(dir)).rejects.toThrow(refusal(new RegExp(`${file}: listed in manifest\\.json, but ENOENT`)));
  });

  it.each(files)('is refused when %s is truncated', async (file) => {
    const dir = copyModel();
    const { bytes } = listed.find(({ path }) => path === file)!;
    truncateSync(join(dir, file), bytes - 1);
    await expect(openModel(dir)).rejects.toThrow(
      refusal(new RegExp(`${file}: expected ${bytes} bytes, got ${bytes - 1}`)),
    );
  });

  it.each(files)('is refused when one bit of %s is another', async (file) => {
    const dir = copyModel();
    flipByte(join(dir, file));
    await expect(openModel(dir)).rejects.toThrow(refusal(new RegExp(`${file}: expected sha256 [0-9a-f]{64}, got`)));
  });

  it.each(files)('is refused when something was appended to %s', async (file) => {
    const dir = copyModel();
    appendFileSync(join(dir, file), '\n');
    await expect(openModel(dir)).rejects.toThrow(refusal(new RegExp(`${file}: expected \\d+ bytes`)));
  });

  it('is refused by the thread that loads it, when the file is swapped after the first check', async () => {
    const dir = copyModel();
    const model = await openModel(dir);
    flipByte(join(dir, MODEL_FILE));
    await expect(openSession({ ...model, provider: 'cpu', threads: 1 })).rejects.toThrow(
      refusal(/model\.onnx: expected sha256/),
    );
  });
});

describe('a manifest that cannot be believed', () => {
  it.each([
    ['an absolute path', '/etc/hostname'],
    ['a path that leaves the directory', '../other/model.onnx'],
    ['a path that leaves it further down', 'onnx/../../other.onnx'],
  ])('is refused with %s', async (_, path) => {
    const dir = copyModel();
    editJson(dir, 'manifest.json', (manifest) => {
      (manifest as unknown as SealedList).files[0]!.path = path;
    });
    await expect(openModel(dir)).rejects.toThrow(refusal(/manifest\.json: .*must stay inside/s));
  });

  it.each(['{', '[]', '"model"', '{"name":"m","version":"1","files":[]}', '{"name":"m","files":[{"path":"a"}]}'])(
    'is refused when it reads %s',
    async (text) => {
      const dir = copyModel();
      writeFileSync(join(dir, 'manifest.json'), text);
      await expect(openModel(dir)).rejects.toThrow(refusal(/manifest\.json: \S/));
    },
  );

  it.each(['onnx/model_int8.onnx', '../model.onnx', './onnx/model.onnx'])(
    'is refused for the ONNX file %s, which it does not list',
    async (file) => {
      await expect(openModelDirectory(copyModel(), file)).rejects.toThrow(
        refusal(new RegExp(`manifest\\.json does not list ${file}; seal the directory again`)),
      );
    },
  );

  it('is refused when it lists no tokenizer', async () => {
    const dir = copyModel();
    editJson(dir, 'manifest.json', (manifest) => {
      const list = manifest as unknown as SealedList;
      list.files = list.files.filter(({ path }) => path !== 'tokenizer.json');
    });
    await expect(openModel(dir)).rejects.toThrow(refusal(/does not list tokenizer\.json/));
  });
});

describe('sealModel', () => {
  it('writes what was published for each model at hand', async () => {
    for (const [, dir] of MODELS) {
      const copy = copyModel(dir);
      const { files } = JSON.parse(readFileSync(join(copy, 'manifest.json'), 'utf8')) as SealedList;
      const manifest = await sealModel(copy, MODEL_FILE);
      expect(manifest.files).toEqual(expect.arrayContaining(files));
      await expect(openModel(copy)).resolves.toMatchObject({ id: manifest.name, version: manifest.version });
    }
  });

  it('takes name and version from the directory when there is no manifest', async () => {
    const dir = copyModel();
    rmSync(join(dir, 'manifest.json'));
    const sha256 = listed[0]!.sha256.slice(0, 12);
    expect(await sealModel(dir, MODEL_FILE)).toMatchObject({ name: 'foreign-bert', version: sha256 });
  });

  it('keeps what was written beside the files, and lets a version of its own making follow the network', async () => {
    const dir = copyModel();
    editJson(dir, 'manifest.json', (manifest) => ({ ...manifest, name: 'ours', license: 'MIT' }));
    appendFileSync(join(dir, MODEL_FILE), 'x');
    const followed = await sealModel(dir, MODEL_FILE);
    expect(followed).toMatchObject({ name: 'ours', license: 'MIT', version: followed.files[0]!.sha256.slice(0, 12) });
    editJson(dir, 'manifest.json', (manifest) => ({ ...manifest, version: '2.0' }));
    appendFileSync(join(dir, MODEL_FILE), 'x');
    expect(await sealModel(dir, MODEL_FILE)).toMatchObject({ name: 'ours', license: 'MIT', version: '2.0' });
  });

  it.each(['{', '"model"', '[]', '{"name":"","version":"1","files":[]}'])(
    'takes nothing from a manifest that reads %s',
    async (text) => {
      const dir = copyModel();
      writeFileSync(join(dir, 'manifest.json'), text);
      expect(Object.keys(await sealModel(dir, MODEL_FILE))).toEqual(['name', 'version', 'files']);
      await expect(openModel(dir)).resolves.toMatchObject({ id: 'foreign-bert' });
    },
  );

  it('seals weights that lie beside the ONNX file, and they are checked', async () => {
    const dir = copyModel();
    writeFileSync(join(dir, 'onnx/model.onnx_data'), 'weights');
    await sealModel(dir, MODEL_FILE);
    expect((await openModel(dir)).externalData).toMatchObject([{ path: 'onnx/model.onnx_data', bytes: 7 }]);
    flipByte(join(dir, 'onnx/model.onnx_data'));
    await expect(openModel(dir)).rejects.toThrow(refusal(/onnx\/model\.onnx_data: expected sha256/));
  });

  it('loads a model whose weights lie beside it from its path', async () => {
    const dir = copyModel();
    writeFileSync(join(dir, 'onnx/model.onnx_data'), 'not needed by this graph');
    await sealModel(dir, MODEL_FILE);
    const encoder = await openEncoder(dir);
    await expect(
      scorePairs(encoder, [{ premise: encoder.tokenize('It rains.'), hypothesis: encoder.tokenize('It rains.') }]),
    ).resolves.toMatchObject([{ entailment: expect.any(Number) }]);
    await encoder.close();
  });

  it('refuses a directory that lacks a file the service reads, and names it', async () => {
    const dir = copyModel();
    rmSync(join(dir, 'tokenizer_config.json'));
    await expect(sealModel(dir, MODEL_FILE)).rejects.toThrow(
      refusal(/tokenizer_config\.json: a model directory must hold this file/),
    );
  });
});
