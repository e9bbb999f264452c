import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { PACKAGE_ROOT } from '../../src/package.ts';

export const run = promisify(execFile);

interface LockFile {
  readonly name: string;
  readonly packages: Readonly<Record<string, { readonly dev?: boolean; readonly [field: string]: unknown }>>;
}

export interface PackedFile {
  readonly path: string;
  readonly size: number;
}

export interface Packed {
  readonly tarball: string;
  readonly unpackedSize: number;
  readonly files: readonly PackedFile[];
}

/** Of a package with far too many files too: the test is to say which. */
const MAX_LISTING_BYTES = 100_000_000;

/** What `npm pack` makes of the checkout, in `folder`. */
export async function packInto(folder: string): Promise<Packed> {
  const options = { cwd: PACKAGE_ROOT, maxBuffer: MAX_LISTING_BYTES };
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder], options);
  const [{ filename, unpackedSize, files }] = JSON.parse(stdout);
  return { tarball: join(folder, filename), unpackedSize, files };
}

/** Settings of this checkout that npm passes on to what it runs, and that a user of the package does not have. */
const OWN_SETTINGS = ['npm_config_ignore_scripts', 'npm_config_onnxruntime_node_install'];
export const USER_ENV = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !OWN_SETTINGS.includes(name)),
);

/**
 * Installs a tarball into a new folder without a network. The packages that it depends on are those of this checkout's lock
 * file, which lie in npm's cache since the checkout's own install; only where that cache was emptied since, and nobody set
 * TEST_NPM, may they be fetched. `npm`: the program and its first arguments.
 */
export async function installOffline(npm: string, tarball: string, folder: string): Promise<void> {
  mkdirSync(folder);
  writeConsumer(folder, `file:${relative(folder, tarball)}`);
  const [program = '', ...args] = npm.split(' ');
  const env = { ...USER_ENV, ONNXRUNTIME_NODE_INSTALL: 'skip', npm_config_ignore_scripts: 'false' };
  const install = (from: string) =>
    run(program, [...args, 'install', from, '--no-audit', '--no-fund'], { cwd: folder, env });
  await install('--offline').catch((error) => {
    if (process.env.TEST_NPM || !String(error).includes('ENOTCACHED')) throw error;
    return install('--prefer-offline');
  });
}

function writeConsumer(folder: string, spec: string): void {
  const lock = JSON.parse(readFileSync(join(PACKAGE_ROOT, 'package-lock.json'), 'utf8')) as LockFile;
  const own = lock.packages['']!;
  const { version, bin, engines } = own;
  const dependencies = { [lock.name]: spec };
  const production = Object.entries(lock.packages).filter(([path, { dev }]) => path !== '' && !dev);
  const packages = {
    '': { dependencies },
    [`node_modules/${lock.name}`]: { version, bin, engines, resolved: spec, dependencies: own.dependencies },
    ...Object.fromEntries(production),
  };
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies }));
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ lockfileVersion: 3, packages }));
}
