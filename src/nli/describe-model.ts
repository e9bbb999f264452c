import { type ModelDirectory, openModelDirectory } from './models/directory.ts';
import type { Graph } from './models/graphs.ts';
import { readManifest } from './models/manifest.ts';
import type { SealedFile } from './models/sealed-files.ts';
import { PROVIDER_NAMES, type ProviderInUse } from './providers.ts';
import { createTokenizer } from './tokenizer.ts';
import { WorkerPool } from './workers/pool.ts';

export interface ModelDescription
  extends Pick<ModelDirectory, 'id' | 'version' | 'sha256' | 'languages' | 'maxPairTokens' | 'calibration'> {
  /** Undefined: the manifest does not say. */
  readonly license: string | undefined;
  /** The size is that of a graph and its external weights. */
  readonly graphs: readonly (Pick<Graph, 'path' | 'bytes'> & { readonly provider: ProviderInUse })[];
  readonly goldenPairs: number;
  readonly files: readonly SealedFile[];
}

/** Opens a model directory as the service does, runs nothing; `modelFile`: its only graph. Throws `invalid_model`. */
export async function describeModel(dir: string, modelFile?: string): Promise<ModelDescription> {
  const model = await openModelDirectory(dir, modelFile);
  createTokenizer(model);
  const { license, files, calibration } = await readManifest(dir);
  const { id, version, sha256, languages, maxPairTokens, graphs, golden } = model;
  return {
    id,
    version,
    sha256,
    license,
    languages,
    maxPairTokens,
    graphs: PROVIDER_NAMES.map((provider) => {
      const { path, bytes } = graphs[provider];
      return { provider, path, bytes };
    }),
    goldenPairs: golden?.pairs.length ?? 0,
    calibration: model.calibration,
    files: calibration === undefined ? files : [...files, calibration],
  };
}

/** Has the runtime load a model as the service does: only the runtime knows if a graph is valid. Throws `invalid_model`. */
export async function loadModel(dir: string): Promise<void> {
  const { graphs, seals } = await openModelDirectory(dir, undefined);
  const worker = { models: { verdict: { dir, graphs, seals } }, provider: 'auto', threads: 1 } as const;
  // No batch is run, so none can time out.
  const pool = await WorkerPool.open({ worker, runTimeoutMs: 0 });
  await pool.close();
}
