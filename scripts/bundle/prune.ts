import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** The one platform the images and the bundle are made for. */
export const TARGET = { platform: 'linux', arch: 'x64', libc: 'glibc' } as const;

const RUNTIME_BINARIES = 'onnxruntime-node/bin/napi-v6';
/** Used by browsers only: the Node build of the tokenizer's library carries the few lines it needs of it. */
const BROWSER_ONLY = ['onnxruntime-web'];
/** npm cannot tell this one's C library from ours and installs it beside the right one. */
const OTHER_LIBC = ['@libsql/linux-x64-musl'];
/** Read by compilers and debuggers. */
const NOT_RUN = /\.(?:map|d\.[cm]?ts)$/;

/**
 * Deletes from a production `node_modules` what linux x64 (glibc) never runs: binaries of other systems, a browser's
 * runtime, source maps and type declarations. Throws when the runtime's own binary is not there, before anything is
 * deleted.
 */
export async function pruneModules(modules: string): Promise<void> {
  const wanted = join(modules, RUNTIME_BINARIES, TARGET.platform, TARGET.arch, 'onnxruntime_binding.node');
  if (!existsSync(wanted)) throw new Error(`Expected production modules with ${wanted}, got none.`);
  await keepOnly(join(modules, RUNTIME_BINARIES), TARGET.platform);
  await keepOnly(join(modules, RUNTIME_BINARIES, TARGET.platform), TARGET.arch);
  for (const name of [...BROWSER_ONLY, ...OTHER_LIBC]) await rm(join(modules, name), { recursive: true, force: true });
  for (const entry of await readdir(modules, { recursive: true, withFileTypes: true })) {
    if (entry.isFile() && NOT_RUN.test(entry.name)) await rm(join(entry.parentPath, entry.name));
  }
}

async function keepOnly(folder: string, name: string): Promise<void> {
  for (const other of await readdir(folder)) {
    if (other !== name) await rm(join(folder, other), { recursive: true });
  }
}
