import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { type ModelDirectory, openModelDirectory } from '../../src/nli/models/directory.ts';

const ROOT = resolve(import.meta.dirname, '../..');
/** What hosts of git repositories commonly refuse is 100 MB; weights grow. */
const LARGEST_BYTES = 95_000_000;

const git = (args: readonly string[], input?: string) =>
  execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', input, maxBuffer: 64_000_000 });

/** Every tracked file with its size in git: mode, object, stage and path of `git ls-files`, none left out. */
function trackedFiles(): { path: string; bytes: number }[] {
  const entries = git(['ls-files', '--stage', '-z']).split('\0').slice(0, -1);
  const objects = entries.map((entry) => entry.split(' ')[1]!);
  const sizes = git(['cat-file', '--batch-check=%(objectsize)'], `${objects.join('\n')}\n`)
    .trim()
    .split('\n');
  return entries.map((entry, i) => ({ path: entry.slice(entry.indexOf('\t') + 1), bytes: Number(sizes[i]) }));
}
const larger = (files: readonly { path: string; bytes: number }[], limit: number) =>
  files.filter(({ bytes }) => !(bytes <= limit)).map(({ path }) => path);

describe('the repository', () => {
  const files = trackedFiles();

  it('tracks no file over 95 MB', () => {
    expect(files.length).toBeGreaterThan(500);
    expect(larger(files, LARGEST_BYTES)).toEqual([]);
    expect(larger(files, 80_000_000)).toEqual(['models/claim-nli/onnx/weights.bin']);
  });

  it('keeps the bytes of every file of the models on every system, as they were hashed', () => {
    const models = files.map(({ path }) => path).filter((path) => path.startsWith('models/'));
    const attributes = git(['check-attr', '--stdin', '-z', 'text'], `${models.join('\0')}\0`)
      .split('\0')
      .slice(0, -1);
    const values = attributes.filter((_, i) => i % 3 === 2);
    expect(values).toHaveLength(models.length);
    expect(values.filter((value) => value !== 'unset')).toEqual([]);
  });
});

describe.each([
  ['claim-nli', '0.8.0', 'Apache-2.0', ['LICENSE', 'NOTICE']],
  ['claim-nli-compact', '0.2.0', 'MIT', ['LICENSE']],
])('models/%s', (name, version, license, texts) => {
  const dir = join(ROOT, 'models', name);
  let model: ModelDirectory;
  beforeAll(async () => {
    model = await openModelDirectory(dir, undefined);
  });

  it('matches its manifest, has its name, and reads English', () => {
    expect(model).toMatchObject({ id: name, version, languages: ['en'] });
    expect(JSON.parse(readFileSync(join(dir, 'manifest.json'), 'utf8')).license).toBe(license);
  });

  it('has its licence sealed in and a card that is not', () => {
    const sealed = model.seals.map(({ path }) => path);
    expect(sealed).toEqual(expect.arrayContaining([...texts, 'golden.jsonl']));
    expect(sealed).not.toContain('README.md');
    const card = readFileSync(join(dir, 'README.md'), 'utf8');
    expect(card).toMatch(new RegExp(`^# ${name} ${version.replaceAll('.', '\\.')}: `));
    for (const part of ['Inputs and outputs', 'How it was made', 'Quality', 'Limits', 'Licence'])
      expect(card).toContain(`\n## ${part}\n`);
  });

  it('holds nothing in git that is neither sealed nor about it', () => {
    const tracked = git(['ls-files', '-z', `models/${name}`])
      .split('\0')
      .slice(0, -1);
    const sealed = new Set(model.seals.map(({ path }) => `models/${name}/${path}`));
    const about = ['README.md', 'CALIBRATION.md', 'manifest.json'].map((path) => `models/${name}/${path}`);
    const isFigures = (path: string) => path.startsWith(`models/${name}/figures/`);
    expect(tracked.filter((path) => !sealed.has(path) && !about.includes(path) && !isFigures(path))).toEqual([]);
    for (const path of sealed) expect(existsSync(join(ROOT, path)) && tracked.includes(path), path).toBe(true);
  });
});
