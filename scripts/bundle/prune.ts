import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** The platform of the images and the bundle. */
export const TARGET = { platform: 'linux', arch: 'x64', libc: 'glibc' } as const;

const RUNTIME_BINARIES = 'onnxruntime-node/bin/napi-v6';
/** Used by browsers only: the Node build of the tokenizer's library contains the few lines of it that it needs. */
const BROWSER_ONLY = ['onnxruntime-web'];
/** npm cannot tell the C libraries apart and installs this package beside the right one. */
const OTHER_LIBC = ['@libsql/linux-x64-musl'];
/** Copies of the same packages for bundlers; Node loads the third, in build/src. */
const FOR_BUNDLERS = /^@opentelemetry\/[^/]+\/build\/(?:esm|esnext)$/;
/** Read by compilers and debuggers. */
const NOT_RUN = /\.(?:map|d\.[cm]?ts)$/;

/**
 * Deletes files from a production `node_modules` that linux x64 (glibc) never runs: binaries of other systems, a browser's
 * runtime, source maps and type declarations. Throws before deleting anything when the runtime's own binary is
 * missing.
 */
export async function pruneModules(modules: string): Promise<void> {
  const wanted = join(modules, RUNTIME_BINARIES, TARGET.platform, TARGET.arch, 'onnxruntime_binding.node');
  if (!existsSync(wanted)) throw new Error(`Expected production modules with ${wanted}, but that file does not exist.`);
  await keepOnly(join(modules, RUNTIME_BINARIES), TARGET.platform);
  await keepOnly(join(modules, RUNTIME_BINARIES, TARGET.platform), TARGET.arch);
  for (const name of [...BROWSER_ONLY, ...OTHER_LIBC]) await rm(join(modules, name), { recursive: true, force: true });
  for (const entry of await readdir(modules, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name).slice(modules.length + 1);
    if (entry.isDirectory() && FOR_BUNDLERS.test(path)) await rm(join(modules, path), { recursive: true });
    else if (entry.isFile() && NOT_RUN.test(entry.name)) await rm(join(entry.parentPath, entry.name), { force: true });
  }
}

async function keepOnly(folder: string, name: string): Promise<void> {
  for (const other of await readdir(folder)) {
    if (other !== name) await rm(join(folder, other), { recursive: true });
  }
}
