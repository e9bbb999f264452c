import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { pruneCompiled, pruneModules } from '../../../scripts/bundle/prune.ts';
import { checksumsOf, installedPackages, licencesOf, sbomOf } from '../../../scripts/bundle/stage.ts';

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'bundle-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
}

const RUNTIME = 'onnxruntime-node/bin/napi-v6';
const NGRAMS = 'eld/src/ngrams/extrasmall.js';
/** With what has to be escaped in a literal. */
const NGRAM_DATA = { type: 'XS', ngrams: { " it's": { 0: 1 }, '\\ü"': { 10: 2, 2: 3 } } };
const NGRAM_MODULE = `/*\nCopyright Nito\n*/\nexport const ngramsData = ${JSON.stringify(NGRAM_DATA)}\n`;

describe('pruning', () => {
  it('leaves what linux x64 with glibc runs', async () => {
    const kept = [
      '.package-lock.json',
      `${RUNTIME}/linux/x64/onnxruntime_binding.node`,
      'a/index.js',
      'a/types.js',
      '@opentelemetry/api/build/src/index.js',
      '@libsql/linux-x64-gnu/a',
      NGRAMS,
      'a/LICENSE.md',
      'a/lib/test/index.js',
      '@a/docs/index.js',
    ];
    const pruned = [
      '@opentelemetry/api/build/esm/index.js',
      `${RUNTIME}/linux/arm64/onnxruntime_binding.node`,
      `${RUNTIME}/win32/x64/onnxruntime.dll`,
      '@libsql/linux-x64-musl/index.node',
      'a/index.js.map',
      'a/index.d.ts',
      'a/b/node_modules/c/index.d.mts',
      'a/b/node_modules/c/test/index.js',
      '@a/docs/docs/index.js',
      'a/README.md',
      'a/.github/workflows/ci.yml',
      'a/a.browser.min.js',
      'underscore/amd/index.js',
      '@opentelemetry/semantic-conventions/dist/experimental_attributes.cjs',
      'eld/src/ngrams/large.js',
    ];
    const files = Object.fromEntries([...kept, ...pruned].map((path) => [path, '']));
    const modules = folderWith({ ...files, [NGRAMS]: NGRAM_MODULE });
    await pruneModules(modules);
    expect(filesIn(modules)).toEqual([...kept].sort());
  });

  it('leaves what another processor runs, for an image', async () => {
    const binding = (arch: string) => `${RUNTIME}/linux/${arch}/onnxruntime_binding.node`;
    const modules = folderWith({ [binding('arm64')]: '', [binding('x64')]: '', [NGRAMS]: NGRAM_MODULE });
    await pruneModules(modules, { platform: 'linux', arch: 'arm64' });
    expect(filesIn(modules)).toContain(binding('arm64'));
    expect(filesIn(modules)).not.toContain(binding('x64'));
  });

  it('has the same data read from JSON, below the licence', async () => {
    const modules = folderWith({ [`${RUNTIME}/linux/x64/onnxruntime_binding.node`]: '', [NGRAMS]: NGRAM_MODULE });
    await pruneModules(modules);
    const text = readFileSync(join(modules, NGRAMS), 'utf8');
    expect(text).toMatch(/^\/\*\nCopyright Nito\n\*\/\n\/\* Changed .*\nexport const ngramsData = JSON\.parse\('/);
    // Under another address: the module itself was imported before it was changed.
    const changed = await import(`${join(modules, NGRAMS)}?changed`);
    expect({ ...changed }).toEqual({ ngramsData: NGRAM_DATA });
  });

  it.each(['export const ngramsData = [() => 1];', 'export const ngramsData = {}, more = 1;'])(
    'stops at a module of data that is more than that: %s',
    async (module) => {
      const modules = folderWith({ [`${RUNTIME}/linux/x64/onnxruntime_binding.node`]: '', [NGRAMS]: module });
      await expect(pruneModules(modules)).rejects.toThrow('expected ngramsData');
    },
  );

  it('leaves of the compiled files what the service and users run', async () => {
    const kept = ['scripts/contrast/contrast.jsonl', 'src/server/main.js'];
    const pruned = ['.tsbuildinfo', 'scripts/bundle/prune.js', 'src/server/main.js.map', 'src/server/main.d.ts'];
    const dist = folderWith(Object.fromEntries([...kept, ...pruned].map((path) => [path, ''])));
    await pruneCompiled(dist);
    expect(filesIn(dist)).toEqual(kept);
  });

  it('deletes nothing where the runtime is not installed for linux x64', async () => {
    const modules = folderWith({ [`${RUNTIME}/win32/x64/onnxruntime.dll`]: '' });
    await expect(pruneModules(modules)).rejects.toThrow('Expected production modules with');
    expect(filesIn(modules)).toHaveLength(1);
  });
});

describe('checksums', () => {
  it('are lines that sha256sum checks', async () => {
    const folder = folderWith({ 'b/c.txt': 'abc', 'a with space': '' });
    const lines = await checksumsOf(folder);
    expect(lines).toBe(
      'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855  a with space\n' +
        'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  b/c.txt\n',
    );
    expect(execFileSync('sha256sum', ['--check', '--strict'], { cwd: folder, input: lines, encoding: 'utf8' })).toBe(
      'a with space: OK\nb/c.txt: OK\n',
    );
  });
});

describe('licences', () => {
  const part = (name: string) => ({ name, version: '1.0.0', folder: `node_modules/${name}` });

  it('name every package with what it declares and every licence file it brings', async () => {
    const app = folderWith({
      'node_modules/a/package.json': '{"license":"MIT"}',
      'node_modules/a/LICENSE': 'Copyright A\n',
      'node_modules/a/license.js': 'code',
      'node_modules/a/NOTICE.md': 'A was here',
      'node_modules/b/package.json': '{"licenses":[{"type":"ISC"},{"type":"MIT"}]}',
    });
    const text = await licencesOf(app, [part('a'), part('b')]);
    const rule = '='.repeat(80);
    expect(text.split('\n')).toEqual([
      ...[rule, 'a 1.0.0', 'Declared licence: MIT', rule],
      ...['LICENSE:', 'Copyright A', 'NOTICE.md:', 'A was here', ''],
      ...[rule, 'b 1.0.0', 'Declared licence: ISC OR MIT', rule, ''],
    ]);
  });

  it('name a model with the licence of its manifest, its licence file and its notice', async () => {
    const app = folderWith({ 'models/nli/LICENSE': 'Apache License\n', 'models/nli/NOTICE': 'made from another' });
    const model = { name: 'nli', version: '2', folder: 'models/nli', license: 'Apache-2.0' };
    const rule = '='.repeat(80);
    expect((await licencesOf(app, [model])).split('\n')).toEqual([
      ...[rule, 'nli 2', 'Declared licence: Apache-2.0', rule],
      ...['LICENSE:', 'Apache License', 'NOTICE:', 'made from another', ''],
    ]);
  });

  it('stop a bundle with a part that has none', async () => {
    const app = folderWith({ 'node_modules/a/package.json': '{}' });
    await expect(licencesOf(app, [part('a')])).rejects.toThrow('a@1.0.0: expected a licence');
  });

  it('stop a bundle with a part of the LGPL that does not bring its text', async () => {
    const files = { 'node_modules/a/package.json': '{"license":"LGPL-3.0-or-later"}' };
    await expect(licencesOf(folderWith(files), [part('a')])).rejects.toThrow('got LGPL-3.0-or-later without its text');
    const text = await licencesOf(folderWith({ ...files, 'node_modules/a/COPYING': 'its own' }), [part('a')]);
    expect(text).toContain('COPYING:\nits own');
  });
});

describe('the bill of materials', () => {
  const listed = (name: string) => ({ 'bom-ref': `${name}@1.0.0`, type: 'library', name, version: '1.0.0' });
  const fromNpm = {
    bomFormat: 'CycloneDX',
    serialNumber: 'urn:uuid:1',
    metadata: { timestamp: 'now', component: { 'bom-ref': 'app@1.0.0', name: 'stage' } },
    components: [listed('a'), listed('b'), listed('pruned')],
    dependencies: [
      { ref: 'app@1.0.0', dependsOn: ['a@1.0.0', 'pruned@1.0.0'] },
      { ref: 'a@1.0.0', dependsOn: ['b@1.0.0', 'pruned@1.0.0'] },
      { ref: 'pruned@1.0.0', dependsOn: ['b@1.0.0'] },
    ],
  };
  const installed = ['a', 'b'].map((name) => ({ name, version: '1.0.0', folder: `node_modules/${name}` }));
  const models = ['nli', 'small'].map((name) => ({
    name,
    version: '2',
    sha256: `${name}-hash`,
    license: 'MIT',
    folder: `models/${name}`,
  }));

  it('holds what is in the archive and both models, refers to nothing else and has no time', () => {
    const sbom = sbomOf(fromNpm, installed, models);
    expect(sbom).toMatchObject({
      metadata: { component: { name: 'claim-verification-service' } },
      dependencies: [
        { ref: 'app@1.0.0', dependsOn: ['a@1.0.0', 'model:nli@2', 'model:small@2'] },
        { ref: 'a@1.0.0', dependsOn: ['b@1.0.0'] },
      ],
    });
    expect(sbom.components.map(({ name }) => name)).toEqual(['a', 'b', 'nli', 'small']);
    expect(sbom.components.at(-1)).toMatchObject({ hashes: [{ alg: 'SHA-256', content: 'small-hash' }] });
    expect(JSON.stringify(sbom)).not.toMatch(/urn:uuid|now/);
  });

  it('is not made from a list that lacks a package', () => {
    const more = [...installed, { name: 'c', version: '3', folder: 'node_modules/c' }];
    expect(() => sbomOf(fromNpm, more, models)).toThrow('it did not list c@3.');
  });

  it('knows packages by the list npm left, less those deleted since', async () => {
    const packages = {
      'node_modules/a': { version: '1.0.0' },
      'node_modules/a/node_modules/@s/b': { version: '2.0.0' },
      'node_modules/alias': { version: '3.0.0', name: 'real' },
      'node_modules/gone': { version: '1.0.0' },
    };
    const app = folderWith({
      'node_modules/.package-lock.json': JSON.stringify({ name: 'app', packages }),
      'node_modules/a/package.json': '{}',
      'node_modules/a/node_modules/@s/b/package.json': '{}',
      'node_modules/alias/package.json': '{}',
    });
    expect(await installedPackages(app)).toEqual([
      { name: 'a', version: '1.0.0', folder: 'node_modules/a' },
      { name: '@s/b', version: '2.0.0', folder: 'node_modules/a/node_modules/@s/b' },
      { name: 'real', version: '3.0.0', folder: 'node_modules/alias' },
    ]);
  });
});
