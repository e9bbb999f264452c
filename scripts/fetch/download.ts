import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Hub, type HubFile, type HubModel, openFile } from './hub.ts';

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

export interface Download {
  readonly hub: Hub;
  readonly model: HubModel;
  /** Destination folder; files keep their paths. */
  readonly folder: string;
}

/** Downloads a file; throws when its size or hash differs from the hub's. */
export async function downloadFile({ hub, model, folder }: Download, file: HubFile): Promise<void> {
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
