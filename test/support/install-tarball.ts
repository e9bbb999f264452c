import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PACKAGE_ROOT } from '../../src/package.ts';

export const run = promisify(execFile);

/** The file that `npm run package` writes, in `folder`. */
export async function packageInto(folder: string): Promise<string> {
  await run(process.execPath, ['dist/scripts/bundle/package.js', '--output', folder], { cwd: PACKAGE_ROOT });
  return join(folder, readdirSync(folder).find((name) => name.endsWith('.tgz'))!);
}

/** Settings of this checkout that npm passes on to what it runs, and that a user of the package does not have. */
const OWN_SETTINGS = /^(?:npm_config_|ONNXRUNTIME_)/i;
export const USER_ENV = Object.fromEntries(Object.entries(process.env).filter(([name]) => !OWN_SETTINGS.test(name)));

/** Installs a tarball into a new folder with an empty cache and a registry that cannot be reached. */
export async function installOffline(tarball: string, folder: string, npm = ['npm']): Promise<void> {
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true }));
  const [program = '', ...args] = npm;
  const alone = ['--cache', join(folder, 'cache'), '--registry', 'http://127.0.0.1:9', '--no-update-notifier'];
  await run(program, [...args, 'install', tarball, ...alone], { cwd: folder, env: USER_ENV });
}
