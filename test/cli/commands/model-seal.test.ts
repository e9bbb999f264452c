import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TINY } from '../../nli/support/model-copy.ts';
import { tinyGraph } from '../../nli/support/tiny-onnx.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const FOREIGN = join(ROOT, 'test/fixtures/foreign-bert');

/** Runs the compiled script, as `npm run model:seal` does. */
async function seal(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const run = promisify(execFile)(process.execPath, [
    join(ROOT, 'dist/src/cli/claim-verifier.js'),
    'model',
    'seal',
    ...args,
  ]);
  return run.then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
  );
}

describe('claim-verifier model seal', () => {
  let dir: string;
  beforeEach(() => {
    dir = join(mkdtempSync(join(tmpdir(), 'seal-')), 'my-model');
    cpSync(FOREIGN, dir, { recursive: true });
    rmSync(join(dir, 'manifest.json'));
  });
  afterEach(() => rmSync(resolve(dir, '..'), { recursive: true }));

  it('writes the manifest of a directory and says what it holds', async () => {
    const { code, stdout } = await seal(`${dir}/`);
    expect(code).toBe(0);
    const { name, graphs, files } = JSON.parse(readFileSync(join(dir, 'manifest.json'), 'utf8'));
    expect(name).toBe('my-model');
    const graph = { path: 'onnx/model.onnx', data: [], optimisation: 'basic' };
    expect(graphs).toEqual(['cpu', 'cuda'].map((provider) => ({ ...graph, provider })));
    const published = JSON.parse(readFileSync(join(FOREIGN, 'manifest.json'), 'utf8'));
    expect(files.filter(({ path }: { path: string }) => path !== 'golden.jsonl')).toEqual(published.files);
    expect(stdout).toContain('Sealed my-model, version 50166d933569; it reads up to 128 tokens per pair.');
    for (const { path, sha256 } of files) expect(stdout).toMatch(new RegExp(`${sha256} .* ${path}`));
  });

  it('says the hash of the model, which a calibration does not move', async () => {
    const hashOf = ({ stdout }: { stdout: string }) => /([0-9a-f]{64}) {2}the model/.exec(stdout)?.[1];
    const before = hashOf(await seal(dir));
    writeFileSync(join(dir, 'calibration.json'), '{}');
    const after = await seal(dir);
    expect(after.stdout).toMatch(/[0-9a-f]{64} {2}2 {2}calibration\.json\n$/);
    const { files } = JSON.parse(readFileSync(join(dir, 'manifest.json'), 'utf8'));
    const lines = (files as { sha256: string; path: string }[])
      .sort((a, b) => (a.path < b.path ? -1 : 1))
      .map(({ sha256, path }) => `${sha256}  ${path}\n`);
    expect(before).toBe(createHash('sha256').update(lines.join('')).digest('hex'));
    expect(hashOf(after)).toBe(before);
  });

  it('seals another ONNX file when it is named', async () => {
    renameSync(join(dir, 'onnx/model.onnx'), join(dir, 'onnx/model_fp16.onnx'));
    expect(await seal(dir, '--file', 'onnx/model_fp16.onnx')).toMatchObject({ code: 0 });
    const { files } = JSON.parse(readFileSync(join(dir, 'manifest.json'), 'utf8'));
    expect(files[0].path).toBe('onnx/model_fp16.onnx');
  });

  it('names a file that is missing, and writes nothing', async () => {
    rmSync(join(dir, 'tokenizer.json'));
    const { code, stderr } = await seal(dir);
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /tokenizer\.json: a model directory must contain this file, but reading it failed with ENOENT\.\n$/,
    );
    expect(stderr).not.toContain('    at ');
    expect(existsSync(join(dir, 'manifest.json'))).toBe(false);
  });

  it('refuses a graph that is no ONNX model', async () => {
    writeFileSync(join(dir, 'onnx/model.onnx'), 'version https://git-lfs.github.com/spec/v1');
    const { code, stderr } = await seal(dir);
    expect([code, stderr]).toEqual([1, expect.stringMatching(/onnx\/model\.onnx: onnxruntime cannot load it; .*\n$/)]);
  });

  it('refuses a graph whose weights are missing or lie outside its folder', async () => {
    writeFileSync(join(dir, 'weights.bin'), Buffer.alloc(4));
    for (const [location, words] of [
      ['weights.bin', 'External data path does not exist'],
      ['../weights.bin', 'External data path escapes model directory'],
    ] as const) {
      writeFileSync(join(dir, 'onnx/model.onnx'), tinyGraph({ ...TINY, location }));
      const { code, stderr } = await seal(dir);
      expect([code, stderr]).toEqual([1, expect.stringContaining(words)]);
    }
  });

  it('fails for a directory that the service would refuse', async () => {
    const config = JSON.parse(readFileSync(join(dir, 'config.json'), 'utf8'));
    writeFileSync(
      join(dir, 'config.json'),
      JSON.stringify({ ...config, id2label: { 0: 'LABEL_0', 1: 'LABEL_1', 2: 'LABEL_2' } }),
    );
    const { code, stderr } = await seal(dir);
    expect(code).toBe(1);
    expect(stderr).toContain('config.json: id2label must name exactly entailment, neutral and contradiction');
  });

  it('asks for the directory', async () => {
    const { code, stderr } = await seal();
    expect(code).toBe(1);
    expect(stderr).toContain("missing required argument 'dir'");
  });
});
