import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, posix, resolve } from 'node:path';
import { z } from 'zod';
import { ServiceError } from '../errors.ts';

const MANIFEST_FILE = 'manifest.json';
/** What every model directory must hold beside its ONNX file. */
const REQUIRED_FILES = ['config.json', 'tokenizer.json', 'tokenizer_config.json'] as const;
const OPTIONAL_FILES = ['special_tokens_map.json', 'calibration.json'];

const sealedFile = z.object({
  path: z.string().refine((path) => !path.startsWith('/') && !path.split('/').includes('..'), 'must stay inside'),
  bytes: z.number().int().nonnegative(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 hex digits'),
});
const manifestSchema = z.object({
  name: z.string().min(1),
  version: z.string().min(1),
  files: z.array(sealedFile).min(1),
});
export type Manifest = z.infer<typeof manifestSchema>;
export type SealedFile = z.infer<typeof sealedFile>;

function invalid(message: string, cause?: unknown): ServiceError {
  return new ServiceError('invalid_model', message, { cause });
}

/** Throws `invalid_model` when the manifest is missing, unreadable or not of the expected shape. */
export async function readManifest(dir: string): Promise<Manifest> {
  const path = join(dir, MANIFEST_FILE);
  const text = await readFile(path, 'utf8').catch((cause) => {
    throw invalid(
      `${path}: expected a manifest, got ${cause.code}. Seal the directory: npm run model:seal ${dir}`,
      cause,
    );
  });
  const parsed = manifestSchema.safeParse(parseJson(text, path));
  if (!parsed.success) throw invalid(`${path}: ${z.prettifyError(parsed.error)}`, parsed.error);
  return parsed.data;
}

export function parseJson(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw invalid(`${path}: expected JSON; ${(cause as Error).message}`, cause);
  }
}

/** The manifest's entry for a file the product is about to read. What is not sealed is not read. */
export function sealedEntry(manifest: Manifest, path: string): SealedFile {
  const entry = manifest.files.find((file) => file.path === path);
  if (!entry) throw invalid(`${MANIFEST_FILE} does not list ${path}; seal the directory again: npm run model:seal DIR`);
  return entry;
}

/** Reads a whole file and returns its bytes only when size and sha256 are those of the manifest. */
export async function readSealed(dir: string, entry: SealedFile): Promise<Buffer> {
  const path = join(dir, entry.path);
  const bytes = await readFile(path).catch((cause) => {
    throw invalid(`${path}: listed in ${MANIFEST_FILE}, but ${cause.code} on reading.`, cause);
  });
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  assertSealed(path, entry, { bytes: bytes.byteLength, sha256 });
  return bytes;
}

/** As readSealed, for files too large or too foreign to hold: streams through the hash and returns nothing. */
export async function checkSealed(dir: string, entry: SealedFile): Promise<void> {
  const path = join(dir, entry.path);
  const found = await fingerprint(path).catch((cause) => {
    throw invalid(`${path}: listed in ${MANIFEST_FILE}, but ${cause.code} on reading.`, cause);
  });
  assertSealed(path, entry, found);
}

function assertSealed(path: string, entry: SealedFile, found: Omit<SealedFile, 'path'>): void {
  if (found.bytes !== entry.bytes) throw invalid(`${path}: expected ${entry.bytes} bytes, got ${found.bytes}.`);
  if (found.sha256 !== entry.sha256) throw invalid(`${path}: expected sha256 ${entry.sha256}, got ${found.sha256}.`);
}

async function fingerprint(path: string): Promise<Omit<SealedFile, 'path'>> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of createReadStream(path)) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { bytes, sha256: hash.digest('hex') };
}

/**
 * Writes `manifest.json` for a model directory: the files the product reads, and the weights that lie beside the ONNX
 * file as external data. What an earlier manifest says beside its files is kept. Returns what was written.
 * Throws `invalid_model` when a file is missing.
 */
export async function sealModel(dir: string, modelFile: string): Promise<Manifest> {
  const paths = [modelFile, ...(await externalData(dir, modelFile)), ...REQUIRED_FILES, ...(await present(dir))];
  const files: SealedFile[] = [];
  for (const path of paths) {
    const found = await fingerprint(join(dir, path)).catch((cause) => {
      throw invalid(`${join(dir, path)}: a model directory must hold this file, but ${cause.code} on reading.`, cause);
    });
    files.push({ path, ...found });
  }
  const before = await describedBefore(dir);
  const manifest = { name: basename(resolve(dir)), version: versionOf(files), ...before, files };
  await writeFile(join(dir, MANIFEST_FILE), `${JSON.stringify(manifest, null, 1)}\n`);
  return manifest;
}

/** What a person or an earlier seal wrote beside the files: name, version, licence, metrics. Nothing of an unreadable one. */
async function describedBefore(dir: string): Promise<object> {
  const text = await readFile(join(dir, MANIFEST_FILE), 'utf8').catch(() => undefined);
  if (text === undefined) return {};
  const { success, data } = manifestSchema.loose().safeParse(jsonOrNothing(text));
  if (!success) return {};
  const { files, version, ...rest } = data;
  // A version that was taken from the network follows the network.
  return version === versionOf(files) ? rest : { ...rest, version };
}

function versionOf(files: readonly SealedFile[]): string {
  return files[0]!.sha256.slice(0, 12);
}

function jsonOrNothing(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** `model.onnx` keeps weights over 2 GB in `model.onnx_data`, `model.onnx.data` and the like. */
async function externalData(dir: string, modelFile: string): Promise<string[]> {
  const folder = posix.dirname(modelFile);
  const stem = posix.basename(modelFile);
  const names = await readdir(join(dir, dirname(modelFile))).catch(() => []);
  return names.filter((name) => name !== stem && name.startsWith(stem)).map((name) => posix.join(folder, name));
}

async function present(dir: string): Promise<string[]> {
  const found = await Promise.all(
    OPTIONAL_FILES.map((path) =>
      stat(join(dir, path)).then(
        () => path,
        () => undefined,
      ),
    ),
  );
  return found.filter((path) => path !== undefined);
}
