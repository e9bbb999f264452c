import { createHash } from 'node:crypto';
import { createWriteStream, existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createVerifier, sealModel, weightsNamedIn } from '../../index.ts';
import { describeModel, type Hub, type HubFile, type HubModel, openFile } from './hub.ts';

export interface FetchRequest {
  readonly hub: Hub;
  /** `owner/name` */
  readonly id: string;
  /** A branch, a tag or a commit. */
  readonly revision: string;
  /** Path of the ONNX file in the model's repository. */
  readonly modelFile: string;
  /** Folder to create; it must not exist. */
  readonly folder: string;
  readonly say: (line: string) => void;
}

/**
 * Downloads a model, checks every file against the hub's hashes, seals it and verifies a claim with it. The folder gets
 * its final name only after that. When a step fails, throws an error with a sentence and removes all files.
 */
export async function fetchModel(request: FetchRequest): Promise<void> {
  const { hub, folder, modelFile, say } = request;
  if (!/^\w[\w.-]*\/\w[\w.-]*$/.test(request.id))
    throw new Error(`Expected a model as owner/name, got "${request.id}".`);
  if (existsSync(folder))
    throw new Error(`Expected a new folder, but ${folder} exists already. Choose another one with --output.`);
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
    const others = model.files.filter((file) => !files.includes(file));
    const weights = await weightsNamedIn(
      partial,
      modelFile,
      others.map(({ path }) => path),
    );
    await download(others.filter(({ path }) => weights.includes(path)));
    await seal(partial, model, request);
    await tryOut(partial);
    await rename(partial, folder);
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    throw error;
  }
  say(`${model.id} at ${model.revision}, licence ${model.license ?? 'not stated'}: ${folder}`);
}

/** The service's manifest, with the origin of the files. */
async function seal(folder: string, model: HubModel, { hub, modelFile }: FetchRequest): Promise<void> {
  const manifest = await sealModel(folder, modelFile);
  const { id, revision, license = 'not stated' } = model;
  const origin = { name: id, license, source: { hub: hub.endpoint, id, revision } };
  await writeFile(join(folder, 'manifest.json'), `${JSON.stringify({ ...manifest, ...origin }, null, 1)}\n`);
}

/** Detects unsuitable labels, inputs or tokenizers now, not on a machine without a network. */
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

/** Needed by the service. */
const REQUIRED = ['config.json', 'tokenizer.json', 'tokenizer_config.json'];
/** Downloaded when the model has them. */
const OPTIONAL = [
  'special_tokens_map.json',
  'calibration.json',
  'LICENSE',
  'LICENSE.txt',
  'NOTICE',
  'NOTICE.txt',
  'README.md',
];

/**
 * The files of a model that the service reads: the ONNX file, the tokenizer and the labels. When the
 * requested ONNX file does not exist, the error lists the ONNX files that do.
 */
export function filesToFetch(model: HubModel, modelFile: string): readonly HubFile[] {
  const paths = new Set(model.files.map(({ path }) => path));
  if (!paths.has(modelFile)) {
    const there = [...paths].filter((path) => path.endsWith('.onnx')).join(', ') || 'none';
    throw new Error(`${model.id}: expected ${modelFile}, got these ONNX files: ${there}. Choose one with --file.`);
  }
  const missing = REQUIRED.filter((path) => !paths.has(path));
  if (missing.length > 0)
    throw new Error(`${model.id}: expected ${missing.join(' and ')} in the repository, but it is missing.`);
  const wanted = new Set([...REQUIRED, ...OPTIONAL, modelFile]);
  return model.files.filter(({ path }) => wanted.has(path));
}

interface Download {
  readonly hub: Hub;
  readonly model: HubModel;
  /** Destination folder; files keep their paths. */
  readonly folder: string;
}

/** Downloads a file; throws when its size or hash differs from the hub's. */
async function downloadFile({ hub, model, folder }: Download, file: HubFile): Promise<void> {
  const target = join(folder, file.path);
  await mkdir(dirname(target), { recursive: true });
  const hash = createHash(file.hash.kind === 'git' ? 'sha1' : 'sha256');
  if (file.hash.kind === 'git') hash.update(`blob ${file.bytes}\0`);
  let bytes = 0;
  const check = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      hash.update(chunk);
      // Stops an endless response before it fills the disk.
      done(bytes > file.bytes ? tooLong(file) : null, chunk);
    },
  });
  await pipeline(await openFile(hub, model, file.path), check, createWriteStream(target, { flags: 'wx' }));
  if (bytes !== file.bytes) throw new Error(`${file.path}: expected ${file.bytes} bytes, got ${bytes}.`);
  const hex = hash.digest('hex');
  if (hex !== file.hash.hex) throw new Error(`${file.path}: expected ${file.hash.kind} ${file.hash.hex}, got ${hex}.`);
}

function tooLong({ path, bytes }: HubFile): Error {
  return new Error(`${path}: expected ${bytes} bytes, got more.`);
}
