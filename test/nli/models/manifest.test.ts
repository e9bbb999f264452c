import { execFileSync } from 'node:child_process';
import { appendFileSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openModelDirectory } from '../../../src/nli/models/directory.ts';
import { copyModel, editJson, flipByte } from '../support/model-copy.ts';
import { fixture, MODEL_FILE, openModel } from '../support/models.ts';

type SealedList = { files: { path: string; bytes: number; sha256: string }[] };

const refusal = (words: RegExp) =>
  expect.objectContaining({ code: 'invalid_model', message: expect.stringMatching(words) });

const sealed = fixture('foreign-bert');
const listed = (JSON.parse(readFileSync(join(sealed, 'manifest.json'), 'utf8')) as SealedList).files;

describe('a model directory that is not as it was sealed', () => {
  it('is refused without a manifest, with the command that makes one', async () => {
    const dir = copyModel();
    rmSync(join(dir, 'manifest.json'));
    await expect(openModel(dir)).rejects.toThrow(
      refusal(/manifest\.json: expected a manifest, got ENOENT.*claim-verifier model seal/),
    );
  });

  it('is refused when it does not exist', async () => {
    await expect(openModel('/nowhere/model')).rejects.toThrow(
      refusal(/^\/nowhere\/model: the model directory does not exist\.$/),
    );
  });

  it.each([
    ['at the top', /^\{/, '{"__proto__":{"a":1},', 'expected no field "__proto__"'],
    ['in the entry of a file', /"files":\s*\[\s*\{/, '"files":[{"__proto__":{"a":1},', '"__proto__"'],
    ['of another name in the entry of a file', /"files":\s*\[\s*\{/, '"files":[{"sha512":"x",', '"sha512"'],
  ])('is refused with an unknown field %s', async (_, place, replacement, named) => {
    const dir = copyModel();
    const path = join(dir, 'manifest.json');
    writeFileSync(path, readFileSync(path, 'utf8').replace(place, replacement));
    await expect(openModel(dir)).rejects.toThrow(refusal(new RegExp(named)));
  });

  const files = listed.map((file) => file.path);

  it.each(files)('is refused when %s is missing', async (file) => {
    const dir = copyModel();
    rmSync(join(dir, file));
    await expect(openModel(dir)).rejects.toThrow(
      refusal(new RegExp(`${file}: listed in manifest\\.json, but reading it failed with ENOENT`)),
    );
  });

  it.each(['manifest.json', 'tokenizer.json', MODEL_FILE])('is refused at once when %s is a pipe', async (file) => {
    const dir = copyModel();
    rmSync(join(dir, file));
    execFileSync('mkfifo', [join(dir, file)]);
    await expect(openModel(dir)).rejects.toThrow(refusal(new RegExp(`${file}: .*EFTYPE`)));
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
});

describe('a manifest that cannot be believed', () => {
  const leaving = [
    ['an absolute path', '/etc/hostname'],
    ['a path that leaves the directory', '../other/model.onnx'],
    ['a path that leaves it further down', 'onnx/../../other.onnx'],
  ] as const;

  it.each(leaving)('is refused with %s', async (_, path) => {
    const dir = copyModel();
    editJson(dir, 'manifest.json', (manifest) => {
      (manifest as unknown as SealedList).files[0]!.path = path;
    });
    await expect(openModel(dir)).rejects.toThrow(refusal(/manifest\.json: .*must stay inside/s));
  });

  it.each(leaving)('is refused with %s anywhere else', async (_, path) => {
    const seal = { path, bytes: 1, sha256: '0'.repeat(64) };
    const graph = { path: MODEL_FILE, provider: 'cpu' };
    const wrong = [
      { graphs: [{ ...graph, path }] },
      { graphs: [{ ...graph, data: [path] }] },
      { golden: { path, tolerance: 1 } },
      { calibration: seal },
    ];
    for (const part of wrong) {
      const dir = copyModel();
      editJson(dir, 'manifest.json', (manifest) => ({ ...manifest, ...part }));
      await expect(openModel(dir)).rejects.toThrow(refusal(/manifest\.json: .*must stay inside/s));
    }
  });

  it.each([
    ['an unknown provider', { graphs: [{ path: MODEL_FILE, provider: 'tpu' }] }, /graphs\[0\]\.provider/],
    [
      'an unknown optimisation',
      { graphs: [{ path: MODEL_FILE, provider: 'cpu', optimisation: 'most' }] },
      /optimisation/,
    ],
    ['no graph in its list', { graphs: [] }, /graphs/],
    [
      'two graphs for one provider',
      { graphs: ['a.onnx', 'b.onnx'].map((path) => ({ path, provider: 'cpu' })) },
      /must name one graph per provider/,
    ],
    ['languages that are no list', { languages: 'en' }, /languages/],
    ['a tolerance that allows nothing', { golden: { path: 'golden.jsonl', tolerance: 0 } }, /tolerance/],
  ])('is refused with %s', async (_, part, words) => {
    const dir = copyModel();
    editJson(dir, 'manifest.json', (manifest) => ({ ...manifest, ...part }));
    await expect(openModel(dir)).rejects.toThrow(refusal(words));
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
        refusal(new RegExp(`manifest\\.json does not list ${file}; to seal the directory again`)),
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
