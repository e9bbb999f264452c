import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PACKAGE_ROOT } from '../src/package.ts';
import { installOffline, packageInto, run, USER_ENV } from './support/install-tarball.ts';

const NAME = 'claim-verification-service';
const MEGABYTE = 1_000_000;
const { dependencies, engines, version } = JSON.parse(readFileSync(join(PACKAGE_ROOT, 'package.json'), 'utf8'));
/** The npm that Node 20 brings, where CI says that it may be fetched. */
const { TEST_NPM } = process.env;

let folder: string;
let project: string;
let tarball: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'package-'));
  project = join(folder, 'project');
  tarball = await packageInto(folder);
  await installOffline(tarball, project);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const installed = () => join(project, 'node_modules', NAME);

/** Writes a program into the project and runs it with Node; resolves with what it printed, as JSON. */
async function runProgram(name: string, text: string): Promise<unknown> {
  writeFileSync(join(project, name), text);
  const { stdout } = await run(process.execPath, [name], { cwd: project, env: USER_ENV });
  return JSON.parse(stdout);
}

const CLAIM = { claim: 'The plant makes valves.', grounding_source: 'The plant makes valves.' };
/** With the small model, and wrong arguments too. */
const PROGRAM = `
  const modelDir = 'node_modules/${NAME}/models/claim-nli-compact';
  const verifier = await createVerifier({ modelDir, evidenceModelDir: modelDir, workers: 1 });
  const { verdict } = await verifier.verify(${JSON.stringify(CLAIM)});
  const { code, message } = await verifier.verify({ claim: 'x' }).catch((error) => error);
  await verifier.close();
  console.log(JSON.stringify({ verdict, code, message, client: typeof createClient({ url: 'http://127.0.0.1' }).verify }));`;
const SAID = {
  verdict: 'SUPPORTED',
  code: 'invalid_request',
  message: 'grounding_source must be a string of 1 to 10000 characters, got nothing.',
  client: 'function',
};

describe('the package', () => {
  it('has what runs, the models and the licences, and no test or maintainer program', () => {
    const own = filesOf(installed()).filter(({ path }) => !path.startsWith('node_modules/'));
    const paths = own.map(({ path }) => path);
    expect(paths).toEqual(
      expect.arrayContaining([
        'LICENSE',
        'dist/src/library/index.d.ts',
        'dist/src/client/index.js',
        'dist/src/nli/workers/worker.js',
        'dist/src/web/index.html',
        'dist/scripts/contrast/contrast.jsonl',
        'models/claim-nli/LICENSE',
        'models/claim-nli/NOTICE',
        'models/claim-nli-compact/LICENSE',
      ]),
    );
    const unwanted =
      /(^|\/)(?:test|node_modules|__pycache__)\/|\.test\.|\.map$|tsbuildinfo|^\.(?!github\/SECURITY\.md)|^(?:src|scripts\/(?!examples)).*\.ts$|^dist\/scripts\/(?!contrast\/)/;
    expect(paths.filter((path) => unwanted.test(path))).toEqual([]);
    expect(bytesOf(own)).toBeLessThan(130 * MEGABYTE);
  });
});

describe('the package, installed without a network into an empty folder', () => {
  it('is one copy of the runtime and ran no script that downloads', () => {
    const paths = readdirSync(join(project, 'node_modules'), { recursive: true, encoding: 'utf8' });
    expect(paths.filter((path) => path.endsWith('onnxruntime-node/package.json'))).toHaveLength(1);
    expect(paths.filter((path) => path.includes('providers_cuda'))).toEqual([]);
  });

  it('verifies a claim for an ES module', async () => {
    const imports = `import { createVerifier } from '${NAME}'; import { createClient } from '${NAME}/client';`;
    expect(await runProgram('program.mjs', imports + PROGRAM)).toEqual(SAID);
  });

  it('verifies a claim for a CommonJS module, by import() and, where Node can, by require()', async () => {
    const both = (load: string) =>
      `(async () => { const { createVerifier } = ${load}('${NAME}'); const { createClient } = ${load}('${NAME}/client');${PROGRAM} })()`;
    expect(await runProgram('imports.cjs', both('await import'))).toEqual(SAID);
    if (process.features.require_module) expect(await runProgram('requires.cjs', both('require'))).toEqual(SAID);
  });

  it('runs its commands', async () => {
    const bin = join(project, 'node_modules/.bin/claim-verifier');
    const { stdout } = await run(bin, ['--version'], { env: USER_ENV });
    expect(stdout).toBe(`${version}\n`);
    expect((await run(bin, ['verify', '--help'], { env: USER_ENV })).stdout).toContain('Examples:');
  });

  it('has types that a strict program can check without other type packages', async () => {
    writeFileSync(join(project, 'consumer.mts'), readFileSync(join(PACKAGE_ROOT, 'test/support/consumer.mts.txt')));
    const pages = ['src/library/README.md', 'src/client/README.md'];
    const programs = pages.map((page, index) => writeProgramOf(page, join(project, `page-${index}.mts`)));
    const strict = ['--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess', '--types', ''];
    const options = [
      '--noEmit',
      '--pretty',
      'false',
      '--module',
      'nodenext',
      '--target',
      'es2023',
      '--skipLibCheck',
      'false',
    ];
    const tsc = join(PACKAGE_ROOT, 'node_modules/.bin/tsc');
    const checked = run(tsc, [...strict, ...options, 'consumer.mts', ...programs], { cwd: project }).catch(
      ({ stdout }) => stdout,
    );
    expect(await checked).toEqual({ stdout: '', stderr: '' });
  });

  it('has a client that loads its own files and its error class only', () => {
    const client = join(project, 'node_modules', NAME, 'dist/src/client');
    const text = readdirSync(client)
      .filter((file) => file.endsWith('.js'))
      .map((file) => readFileSync(join(client, file), 'utf8'))
      .join('\n');
    const imported = [...text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map(([, path]) => path!);
    expect(imported.length).toBeGreaterThan(0);
    expect(imported.filter((path) => !/^(?:\.\/[\w-]+|\.\.\/contract\/service-error)\.js$/.test(path))).toEqual([]);
    expect(text).not.toMatch(/\b(?:process|Buffer|require|__dirname)\b\./);
  });
});

describe('bundles of a program', () => {
  const entry = `import { createVerifier } from '${NAME}'; import { createClient } from '${NAME}/client';`;
  const small = `${entry}${PROGRAM}`;
  const binary = (name: string) => join(PACKAGE_ROOT, 'node_modules/.bin', name);
  const esbuild = (...args: string[]) =>
    run(binary('esbuild'), ['--bundle', '--platform=node', '--log-level=error', ...args], { cwd: project });
  const vite = (settings: object) => {
    const ssr = { build: { ssr: 'entry.mjs', outDir: 'vite', emptyOutDir: true, minify: false }, ...settings };
    writeFileSync(join(project, 'vite.config.mjs'), `export default ${JSON.stringify(ssr)}`);
    return run(binary('vite'), ['build', '--logLevel', 'error'], { cwd: project });
  };
  const said = async (file: string) =>
    JSON.parse((await run(process.execPath, [file], { cwd: project, env: USER_ENV })).stdout);
  const ending = (file: string) =>
    run(process.execPath, [file], { cwd: project, env: USER_ENV }).then(
      () => '',
      ({ stderr }) => stderr,
    );
  beforeAll(() => writeFileSync(join(project, 'entry.mjs'), small));

  it('run where the package is external, as the page says for each bundler', async () => {
    await esbuild('entry.mjs', '--format=esm', `--external:${NAME}`, '--outfile=external.mjs');
    expect(await said('external.mjs')).toEqual(SAID);
    await vite({});
    expect(await said('vite/entry.mjs')).toEqual(SAID);
    await vite({ ssr: { noExternal: true, external: [NAME] } });
    expect(await said('vite/entry.mjs')).toEqual(SAID);
  });

  it('end with a sentence that says so where it is not', async () => {
    const sentence = `${NAME} was copied into a bundle`;
    await esbuild('entry.mjs', '--format=esm', '--outfile=whole.mjs');
    expect(await ending('whole.mjs')).toContain(sentence);
    writeFileSync(join(project, 'plain.mjs'), `${entry} console.log(typeof createVerifier, typeof createClient);`);
    await esbuild('plain.mjs', '--format=cjs', '--outfile=whole.cjs');
    expect(await ending('whole.cjs')).toContain(sentence);
    await vite({ ssr: { noExternal: true } });
    expect(await ending('vite/entry.mjs')).toContain(sentence);
  });

  it('may hold the client', async () => {
    const program = `import { createClient } from '${NAME}/client'; console.log(typeof createClient);`;
    writeFileSync(join(project, 'client.mjs'), program);
    await esbuild('client.mjs', '--platform=browser', '--format=esm', '--outfile=browser.mjs');
    expect((await run(process.execPath, ['browser.mjs'], { cwd: project })).stdout).toBe('function\n');
  });
});

describe('what is installed', () => {
  const page = readFileSync(join(PACKAGE_ROOT, 'src/library/README.md'), 'utf8');
  it.runIf(process.platform === 'linux' && process.arch === 'x64')('is as large as the page says', () => {
    const rows = [...page.matchAll(/^\| (`.*`) \| (\d+) \|/gm)];
    expect(rows).toHaveLength(3);
    for (const [, names = '', megabytes] of rows) {
      const size = [...names.matchAll(/`([^`]+)`/g)].reduce(
        (sum, [, name]) => sum + bytesOf(filesOf(join(installed(), name!))),
        0,
      );
      expect(Math.abs(size / MEGABYTE - Number(megabytes)), names).toBeLessThan(3 + 0.05 * Number(megabytes));
    }
  });

  it('has no image library and no package under the LGPL', () => {
    const lock = JSON.parse(readFileSync(join(project, 'package-lock.json'), 'utf8'));
    const installed = Object.entries<LockEntry>(lock.packages);
    expect(installed.length).toBeGreaterThan(100);
    expect(installed.filter(([path, entry]) => isImageLibrary(path, entry))).toEqual([]);
  });
});

describe('the lock file', () => {
  const lock = JSON.parse(readFileSync(join(PACKAGE_ROOT, 'package-lock.json'), 'utf8'));
  const locked = Object.entries<LockEntry>(lock.packages);

  it('installs no image library, not even for development', () => {
    expect(locked.filter(([path, entry]) => isImageLibrary(path, entry))).toEqual([]);
    expect(locked.filter(([path]) => path.endsWith('/sharp')).map(([, { name }]) => name)).toEqual(['detect-libc']);
  });

  it('has the library of models for development only', () => {
    expect(lock.packages['node_modules/@huggingface/transformers'].dev).toBe(true);
    expect(lock.packages['node_modules/@huggingface/tokenizers'].dev).toBeUndefined();
  });
});

function isImageLibrary(path: string, { name, license }: LockEntry): boolean {
  const isSharp = path.endsWith('node_modules/sharp') && (name ?? 'sharp') === 'sharp';
  return isSharp || path.includes('node_modules/@img/') || /LGPL/.test(String(license));
}

function filesOf(folder: string): { path: string; size: number }[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  return entries.map((one) => {
    const file = join(one.parentPath, one.name);
    return { path: relative(folder, file), size: statSync(file).size };
  });
}

const bytesOf = (files: readonly { size: number }[]) => files.reduce((sum, { size }) => sum + size, 0);

/** The TypeScript of a page as a file. */
function writeProgramOf(page: string, file: string): string {
  const [, program] = /```ts\n([\s\S]*?)```/.exec(readFileSync(join(PACKAGE_ROOT, page), 'utf8')) ?? [];
  writeFileSync(file, program!);
  return file;
}

describe('engines', () => {
  it('is a range that every package that runs accepts', () => {
    expect(engines.node).toBe('>=20.19');
    const lock = JSON.parse(readFileSync(join(PACKAGE_ROOT, 'package-lock.json'), 'utf8'));
    const production = Object.entries<LockEntry>(lock.packages).filter(([, { dev }]) => !dev);
    const refusing = production.filter(([, own]) => !(own.engines?.node ?? '*').split('||').some(acceptsOldest));
    expect(refusing.map(([path]) => path)).toEqual([]);
  });

  it('keeps a package for newer versions out by a dependency, since overrides count for a checkout only', () => {
    expect(dependencies['light-my-request']).toBe('6.6.0');
  });
});

interface LockEntry {
  readonly dev?: boolean;
  /** The name of a package that is installed under another one. */
  readonly name?: string;
  readonly license?: string;
  readonly engines?: { readonly node?: string };
}

/** Whether one part of a range, such as ">= 18" or "^20.9.0", holds for Node 20.19. */
function acceptsOldest(part: string): boolean {
  const [, sign = '', major = '*', minor = '0'] = /^\s*(>=|\^|~|)\s*v?(\d+|\*)(?:\.(\d+|x))?/.exec(part) ?? [];
  if (major === '*') return true;
  if (sign === '>=') return Number(major) < 20 || (Number(major) === 20 && Number(minor) <= 19);
  return Number(major) === 20 && (sign === '^' ? Number(minor) <= 19 : true);
}

describe.runIf(TEST_NPM)('the npm of Node 20', () => {
  it('installs the package too', async () => {
    const into = join(folder, 'project-10');
    await installOffline(tarball, into, ['npx', '--yes', `npm@${TEST_NPM}`]);
    expect(existsSync(join(into, 'node_modules', NAME, 'dist/src/library/index.js'))).toBe(true);
  });
});
