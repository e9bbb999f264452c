import { existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createVerifier, externalData, sealModel } from '../../src/index.ts';
import { downloadFile, filesToFetch, weightsToFetch } from './download.ts';
import { describeModel, type Hub, type HubFile, type HubModel } from './hub.ts';

export interface FetchRequest {
  readonly hub: Hub;
  /** `owner/name` */
  readonly id: string;
  /** A branch, a tag or a commit. */
  readonly revision: string;
  /** Path of the ONNX file in the model's repository. */
  readonly modelFile: string;
  /** Made by this call; must not be there yet. */
  readonly folder: string;
  readonly say: (line: string) => void;
}

/**
 * Downloads a model, compares every byte with what the hub said of it, seals it and verifies a claim with it. Only then
 * does the folder appear under its name. Throws a sentence when any of this fails, and leaves nothing behind.
 */
export async function fetchModel(request: FetchRequest): Promise<void> {
  const { hub, folder, modelFile, say } = request;
  if (!/^\w[\w.-]*\/\w[\w.-]*$/.test(request.id))
    throw new Error(`Expected a model as owner/name, got "${request.id}".`);
  if (existsSync(folder)) throw new Error(`Expected a folder that is not there yet, got ${folder}.`);
  const model = await describeModel(hub, request.id, request.revision);
  const files = filesToFetch(model, modelFile);
  const partial = `${folder}.partial`;
  await rm(partial, { recursive: true, force: true });
  await mkdir(dirname(folder), { recursive: true });
  const download = async (wanted: readonly HubFile[]) => {
    for (const file of wanted) {
      say(`${file.path}  ${megabytes(file.bytes)}`);
      await downloadFile({ hub, model, folder: partial }, file);
    }
  };
  try {
    await download(files);
    // Only the graph itself knows where its weights are.
    await download(weightsToFetch(model, externalData(partial, modelFile)));
    await seal(partial, model, request);
    await tryOut(partial);
    await rename(partial, folder);
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    throw error;
  }
  say(`${model.id} at ${model.revision}, licence ${model.license ?? 'not stated'}: ${folder}`);
}

/** The service's own manifest, with where the files came from. */
async function seal(folder: string, model: HubModel, { hub, modelFile }: FetchRequest): Promise<void> {
  const manifest = await sealModel(folder, modelFile);
  const { id, revision, license = 'not stated' } = model;
  const origin = { name: id, license, source: { hub: hub.endpoint, id, revision } };
  await writeFile(join(folder, 'manifest.json'), `${JSON.stringify({ ...manifest, ...origin }, null, 1)}\n`);
}

/** A model whose labels, inputs or tokenizer do not fit must not wait for the machine without a network to say so. */
async function tryOut(modelDir: string): Promise<void> {
  const verifier = await createVerifier({ modelDir, executionProvider: 'cpu', workers: 1 });
  try {
    await verifier.verify({ claim: 'The tower is tall.', source: 'The tower is 300 metres tall.' });
  } finally {
    await verifier.close();
  }
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
