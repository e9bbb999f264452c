import { existsSync } from 'node:fs';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isDeepStrictEqual } from 'node:util';

/** The platform of the bundle. An image has the processor of the machine that builds it. */
export const TARGET = { platform: 'linux', arch: 'x64', libc: 'glibc' } as const;

const RUNTIME_BINARIES = 'onnxruntime-node/bin/napi-v6';

/** Folders and files of packages that nothing here loads. */
const NOT_LOADED: readonly RegExp[] = [
  // npm cannot distinguish the C libraries and installs this package next to the right one.
  /^@libsql\/linux-\w+-musl$/,
  // Copies of the same packages for bundlers; Node loads the third, in build/src.
  /^@opentelemetry\/[^/]+\/build\/(?:esm|esnext)$/,
  // Larger tables of the language detector.
  /^eld\/src\/ngrams\/(?:small|medium|large)\.js$/,
  // Copies of packages for other loaders, and names that are experimental.
  /^underscore\/(?:amd|modules)$/,
  /\.browser(?:\.min)?\.js$/,
  /^@opentelemetry\/semantic-conventions\/dist\/experimental_/,
  // Working files of a package's authors.
  /\/\.[^/]+$/,
  // Tests and documentation of a package.
  /^(?:.+\/node_modules\/)?(?:@[^/]+\/)?[^@/][^/]*\/(?:__tests__|tests?|docs|examples?|benchmarks?)$/,
  // Read by compilers, debuggers and people; licences stay.
  /\.(?:map|[cm]?ts)$/,
  /(?:^|\/)(?!(?:licen[cs]e|copying|notice|third)[^/]*$)[^/]*\.(?:md|markdown)$/i,
];

/**
 * Modules that are one object of data, and its name. As an expression, the object costs every start three times as long
 * as read from JSON, and 57 MB more memory (eld 2.1.0 with Node 24: 131 and 42 ms, 134 and 77 MB).
 */
const DATA_MODULES = { 'eld/src/ngrams/extrasmall.js': 'ngramsData' };

/** Compiled files that no process of the service reads. */
const NOT_RUN = /\.(?:map|d\.ts|tsbuildinfo)$/;

/** The part of `scripts/` that commands read: the rows of `contrast`. */
const OF_USERS = ['contrast'];

/** Deletes source maps, types and the maintainers' programs from the compiled files. */
export async function pruneCompiled(dist: string): Promise<void> {
  await keepOnly(join(dist, 'scripts'), OF_USERS);
  for (const entry of await readdir(dist, { recursive: true, withFileTypes: true })) {
    if (entry.isFile() && NOT_RUN.test(entry.name)) await rm(join(entry.parentPath, entry.name));
  }
}

/**
 * Deletes everything that a system with glibc never runs on one kind of processor, except the paths of `kept`, and has
 * `DATA_MODULES` read from JSON. Throws before that where the runtime's own binary is missing.
 */
export async function pruneModules(
  modules: string,
  { platform, arch }: { readonly platform: string; readonly arch: string } = TARGET,
  kept?: RegExp,
): Promise<void> {
  const wanted = join(modules, RUNTIME_BINARIES, platform, arch, 'onnxruntime_binding.node');
  if (!existsSync(wanted)) throw new Error(`Expected production modules with ${wanted}, but that file does not exist.`);
  await keepOnly(join(modules, RUNTIME_BINARIES), [platform]);
  await keepOnly(join(modules, RUNTIME_BINARIES, platform), [arch]);
  for (const entry of await readdir(modules, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name).slice(modules.length + 1);
    if (!kept?.test(path) && NOT_LOADED.some((pattern) => pattern.test(path)))
      await rm(join(modules, path), { recursive: true, force: true });
  }
  for (const [path, name] of Object.entries(DATA_MODULES)) await writeAsJson(join(modules, path), name);
}

async function keepOnly(folder: string, names: readonly string[]): Promise<void> {
  for (const other of await readdir(folder)) {
    if (!names.includes(other)) await rm(join(folder, other), { recursive: true });
  }
}

/** Writes the module again with the same data. Throws when it exports anything else, or what JSON cannot hold. */
async function writeAsJson(file: string, name: string): Promise<void> {
  const exported: Readonly<Record<string, unknown>> = await import(pathToFileURL(file).href);
  const json = JSON.stringify(exported[name]);
  if (!isDeepStrictEqual({ ...exported }, { [name]: JSON.parse(json) }))
    throw new Error(`${file}: expected ${name}, data that JSON can hold, and nothing else.`);
  const [licence = ''] = /^\/\*.*?\*\/\n/s.exec(await readFile(file, 'utf8')) ?? [];
  const notice = '/* Changed for the Claim Verification Service: the same data, written as JSON. */\n';
  const text = json.replaceAll(/[\\']/g, '\\$&');
  await rm(file);
  await writeFile(file, `${licence}${notice}export const ${name} = JSON.parse('${text}');\n`);
}
