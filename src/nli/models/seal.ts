import { stat, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { PROVIDER_NAMES } from '../providers.ts';
import { filesBeside, weightsNamedIn } from './graphs.ts';
import {
  CALIBRATION_FILE,
  DEFAULT_GRAPH,
  type GraphEntry,
  graphsSchema,
  MANIFEST_FILE,
  type Manifest,
  REQUIRED_FILES,
  readShape,
  readWritten,
} from './manifest.ts';
import { hashFile, invalidModel, type SealedFile } from './sealed-files.ts';

const OPTIONAL_FILES = [
  'special_tokens_map.json',
  'LICENSE',
  'LICENSE.txt',
  'NOTICE',
  'NOTICE.txt',
  'golden.jsonl',
] as const;

/**
 * Writes `manifest.json` for a model directory: its graphs with the files of their weights, and size and hash of every file
 * that the product reads and of all that lie in the folders of the graphs. Other fields that a person or an earlier seal
 * wrote are kept; `modelFile` is the only graph when the manifest does not list it. Returns the manifest. Throws
 * `invalid_model` when a file is missing, or the existing manifest is not valid.
 */
export async function sealModel(dir: string, modelFile?: string): Promise<Manifest> {
  const { name, version, graphs: named, golden, files: sealedBefore, calibration: _, ...rest } = await readWritten(dir);
  const place = join(dir, MANIFEST_FILE);
  const { graphs, beside } = await withWeights(dir, readShape(graphsSchema, graphsToSeal(named, modelFile), { place }));
  const weights = graphs.flatMap(({ path, data }) => [path, ...data]);
  const known = [...REQUIRED_FILES, ...(golden ? [golden.path] : []), ...(await present(dir, OPTIONAL_FILES))];
  const files = await sealed(dir, [...new Set([...weights, ...known, ...beside])]);
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
  await writeFile(place, `${JSON.stringify(manifest, null, 1)}\n`);
  return manifest;
}

function graphsToSeal(named: readonly GraphEntry[] | undefined, modelFile: string | undefined): readonly object[] {
  if (named && (modelFile === undefined || named.some(({ path }) => path === modelFile))) return named;
  const path = modelFile ?? DEFAULT_GRAPH;
  return PROVIDER_NAMES.map((provider) => ({ path, provider }));
}

async function withWeights(dir: string, named: readonly GraphEntry[]) {
  const graphs: (GraphEntry & { readonly data: string[] })[] = [];
  const beside: string[] = [];
  for (const { path, provider, optimisation } of named) {
    const paths = await filesBeside(dir, path);
    graphs.push({ path, provider, data: await weightsNamedIn(dir, path, paths), optimisation });
    for (const one of paths) beside.push(one);
  }
  return { graphs, beside };
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

function versionOf(files: readonly SealedFile[] = []): string | undefined {
  return files[0]?.sha256.slice(0, 12);
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
