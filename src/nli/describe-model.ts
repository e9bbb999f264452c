import { openModelDirectory } from './models/directory.ts';
import { readManifest } from './models/manifest.ts';
import type { SealedFile } from './models/sealed-files.ts';
import { PROVIDER_NAMES, type ProviderInUse } from './providers.ts';
import { createTokenizer } from './tokenizer.ts';
import { WorkerPool } from './workers/pool.ts';

/** Contents of a model directory. */
export interface ModelDescription {
  readonly id: string;
  readonly version: string;
  /** Hash of the manifest's file list, as in /info and in calibration files. */
  readonly sha256: string;
  /** Undefined: the manifest does not say. */
  readonly license: string | undefined;
  /** Languages it reads, as language tags; undefined: the manifest does not say. */
  readonly languages: readonly string[] | undefined;
  /** Maximum tokens of a pair. */
  readonly maxPairTokens: number;
  readonly graphs: readonly GraphDescription[];
  /** Golden pairs checked at every start; 0: none are sealed. */
  readonly goldenPairs: number;
  /** Its calibration file, unread; undefined when none is sealed. */
  readonly calibration: unknown;
  /** Every sealed file, the calibration last. */
  readonly files: readonly SealedFile[];
}

export interface GraphDescription {
  readonly provider: ProviderInUse;
  readonly path: string;
  /** Size of the graph and its external weights. */
  readonly bytes: number;
}

/**
 * Opens a model directory as the service does, without running it: every file is compared with the manifest and the
 * tokenizer is made. `modelFile`: the graph for every provider; left out: the manifest's. Throws `invalid_model`.
 */
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

/**
 * Has the runtime load a model as the service does, on the provider that it would choose: whether a graph is an ONNX model
 * and finds its weights is the runtime's to say. Throws `invalid_model`.
 */
export async function loadModel(dir: string, modelFile?: string): Promise<void> {
  const { graphs, seals } = await openModelDirectory(dir, modelFile);
  const worker = { models: { verdict: { dir, graphs, seals } }, provider: 'auto', threads: 1 } as const;
  // No batch is run, so none can time out.
  const pool = await WorkerPool.open({ worker, runTimeoutMs: 0 });
  await pool.close();
}
