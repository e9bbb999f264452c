import { readFile, stat, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { z } from 'zod';
import { invalidModel } from './invalid-model.ts';
import { parseModelJson, readShape } from './model-json.ts';
import { externalData } from './onnx-external-data.ts';
import { hashFile, type SealedFile } from './sealed-files.ts';

export const MANIFEST_FILE = 'manifest.json';
export const DEFAULT_GRAPH = 'onnx/model.onnx';
export const CALIBRATION_FILE = 'calibration.json';
/** Files that every model directory must contain besides its graphs. */
const REQUIRED_FILES = ['config.json', 'tokenizer.json', 'tokenizer_config.json'] as const;
const OPTIONAL_FILES = [
  'special_tokens_map.json',
  'LICENSE',
  'LICENSE.txt',
  'NOTICE',
  'NOTICE.txt',
  'golden.jsonl',
] as const;

const insidePath = z
  .string()
  .min(1)
  .refine((path) => !path.startsWith('/') && !path.split('/').includes('..'), 'must stay inside the model directory');
const sealedFile = z.object({
  path: insidePath,
  bytes: z.number().int().nonnegative(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 hex digits'),
});
const graphSchema = z.object({
  path: insidePath,
  provider: z.enum(['cpu', 'cuda']),
  data: z.array(insidePath).default([]),
  optimisation: z.enum(['disabled', 'basic', 'extended', 'all']).default('basic'),
});
const graphsSchema = z
  .array(graphSchema)
  .min(1)
  .refine(
    (graphs) => new Set(graphs.map(({ provider }) => provider)).size === graphs.length,
    'must name one graph per provider',
  );
const manifestSchema = z.object({
  name: z.string().min(1),
  version: z.string().min(1),
  license: z.string().optional(),
  /** Languages the model reads, as language tags such as "en". */
  languages: z.array(z.string().min(1)).min(1).optional(),
  /** The graph of each provider; a single graph is used for both. Default: onnx/model.onnx. */
  graphs: graphsSchema.optional(),
  /** Pairs with the token ids and logits that the model must give, within the tolerance, on every machine. */
  golden: z.object({ path: insidePath, tolerance: z.number().positive() }).optional(),
  /** Not among `files`: the calibration contains the hash of the model it was fitted to. */
  calibration: sealedFile.optional(),
  files: z.array(sealedFile).min(1),
});
export type Manifest = z.infer<typeof manifestSchema>;
export type GraphEntry = z.infer<typeof graphSchema>;

/** Throws `invalid_model` when the manifest is missing, unreadable or not of the expected shape. */
export async function readManifest(dir: string): Promise<Manifest> {
  const path = join(dir, MANIFEST_FILE);
  const text = await readFile(path, 'utf8').catch((cause) => {
    throw invalidModel(
      `${path}: expected a manifest, got ${cause.code}. To seal the directory, run claim-verifier model seal ${dir}`,
      cause,
    );
  });
  return readShape(manifestSchema, parseModelJson(text, path), { place: path });
}

/** The manifest's entry of a file. Files that are not sealed are not read. */
export function sealedEntry(manifest: Manifest, path: string): SealedFile {
  const entry = manifest.files.find((file) => file.path === path);
  if (!entry)
    throw invalidModel(
      `${MANIFEST_FILE} does not list ${path}; to seal the directory again, run claim-verifier model seal DIR.`,
    );
  return entry;
}

/**
 * Writes `manifest.json` for a model directory: its graphs with their external data, and size and hash of every file the
 * product reads. Other fields that a person or an earlier seal wrote are kept; `modelFile` is the only graph when the
 * manifest does not list it. Returns the manifest. Throws `invalid_model` when a file is missing, a graph is not an ONNX
 * model, or the existing manifest is not valid.
 */
export async function sealModel(dir: string, modelFile?: string): Promise<Manifest> {
  const { name, version, graphs: named, golden, files: sealedBefore, calibration: _, ...rest } = await written(dir);
  const graphs = graphsToSeal(named, modelFile).map((graph) => ({
    ...graph,
    data: [...externalData(dir, graph.path)],
  }));
  const paths = graphs.flatMap(({ path, data }) => [path, ...data]);
  const others = [...REQUIRED_FILES, ...(golden ? [golden.path] : []), ...(await present(dir, OPTIONAL_FILES))];
  const files = await sealed(dir, [...new Set([...paths, ...others])]);
  const calibration = await sealed(dir, await present(dir, [CALIBRATION_FILE]));
  // A version that was derived from the graph's hash changes with the graph.
  const ownVersion = version === versionOf(sealedBefore) ? undefined : version;
  const manifest = {
    name: name ?? basename(resolve(dir)),
    version: ownVersion ?? versionOf(files)!,
    ...rest,
    graphs,
    ...(golden && { golden }),
    ...(calibration[0] && { calibration: calibration[0] }),
    files,
  };
  await writeFile(join(dir, MANIFEST_FILE), `${JSON.stringify(manifest, null, 1)}\n`);
  return manifest;
}

async function sealed(dir: string, paths: readonly string[]): Promise<SealedFile[]> {
  return Promise.all(
    paths.map(async (path) => {
      const { seal } = await hashFile(dir, path).catch((cause) => {
        throw invalidModel(
          `${join(dir, path)}: a model directory must contain this file, but reading it failed with ${cause.code}.`,
          cause,
        );
      });
      return { path, bytes: seal.bytes, sha256: seal.sha256 };
    }),
  );
}

function graphsToSeal(named: readonly GraphEntry[] | undefined, modelFile: string | undefined): readonly GraphEntry[] {
  if (named && (modelFile === undefined || named.some(({ path }) => path === modelFile))) return named;
  const path = modelFile ?? DEFAULT_GRAPH;
  return (['cpu', 'cuda'] as const).map((provider) => ({ path, provider, data: [], optimisation: 'basic' }));
}

/** A manifest written by a person may be incomplete. */
const writtenSchema = manifestSchema
  .partial()
  .extend({ files: z.array(sealedFile).optional() })
  .loose();

/** The current manifest; empty when there is none, or when it is not a JSON object. */
async function written(dir: string): Promise<z.infer<typeof writtenSchema>> {
  const path = join(dir, MANIFEST_FILE);
  const text = await readFile(path, 'utf8').catch(() => undefined);
  const value = text === undefined ? undefined : jsonOrNothing(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return {};
  // Overwriting it would lose what the person meant.
  return readShape(writtenSchema, value, { place: path, advice: '\nCorrect it, or delete the file.' });
}

function versionOf(files: readonly SealedFile[] = []): string | undefined {
  return files[0]?.sha256.slice(0, 12);
}

function jsonOrNothing(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function present(dir: string, paths: readonly string[]): Promise<string[]> {
  const found = await Promise.all(
    paths.map((path) =>
      stat(join(dir, path)).then(
        () => path,
        () => undefined,
      ),
    ),
  );
  return found.filter((path) => path !== undefined);
}
