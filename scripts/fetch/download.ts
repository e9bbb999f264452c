import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Hub, type HubFile, type HubModel, openFile } from './hub.ts';

/** Always needed by the service. */
const REQUIRED = ['config.json', 'tokenizer.json', 'tokenizer_config.json'];
/** Taken along when the model has them. */
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
 * The files of a model that the service reads: the ONNX file, the tokenizer and the labels. Throws a sentence that names
 * the ONNX files there are when the one that was asked for is not among them.
 */
export function filesToFetch(model: HubModel, modelFile: string): readonly HubFile[] {
  const paths = new Set(model.files.map(({ path }) => path));
  if (!paths.has(modelFile)) {
    const there = [...paths].filter((path) => path.endsWith('.onnx')).join(', ') || 'none';
    throw new Error(`${model.id}: expected ${modelFile}, got other ONNX files: ${there}. --file names one.`);
  }
  const missing = REQUIRED.filter((path) => !paths.has(path));
  if (missing.length > 0) throw new Error(`${model.id}: expected ${missing.join(' and ')}, got a model without.`);
  const wanted = new Set([...REQUIRED, ...OPTIONAL, modelFile]);
  return model.files.filter(({ path }) => wanted.has(path));
}

/** The weights that a graph keeps in other files. Throws when the model has no such file. */
export function weightsToFetch(model: HubModel, paths: readonly string[]): readonly HubFile[] {
  return paths.map((wanted) => {
    const file = model.files.find(({ path }) => path === wanted);
    if (file) return file;
    throw new Error(`${model.id}: the graph keeps weights in ${wanted}; expected that file, got a model without.`);
  });
}

export interface Download {
  readonly hub: Hub;
  readonly model: HubModel;
  /** Where the model's files go, under their own paths. */
  readonly folder: string;
}

/** Writes a file and throws when its size or hash is not what the hub said. */
export async function downloadFile({ hub, model, folder }: Download, file: HubFile): Promise<void> {
  const target = join(folder, file.path);
  await mkdir(dirname(target), { recursive: true });
  const hash = createHash(file.hash.kind === 'git' ? 'sha1' : 'sha256');
  if (file.hash.kind === 'git') hash.update(`blob ${file.bytes}\0`);
  let bytes = 0;
  const watch = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      hash.update(chunk);
      // A mirror that never ends does not fill the disk.
      done(bytes > file.bytes ? tooLong(file) : null, chunk);
    },
  });
  await pipeline(await openFile(hub, model, file.path), watch, createWriteStream(target, { flags: 'wx' }));
  if (bytes !== file.bytes) throw new Error(`${file.path}: expected ${file.bytes} bytes, got ${bytes}.`);
  const hex = hash.digest('hex');
  if (hex !== file.hash.hex) throw new Error(`${file.path}: expected ${file.hash.kind} ${file.hash.hex}, got ${hex}.`);
}

function tooLong({ path, bytes }: HubFile): Error {
  return new Error(`${path}: expected ${bytes} bytes, got more.`);
}
