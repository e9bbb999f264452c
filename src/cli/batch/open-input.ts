import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { addAbortSignal, type Readable } from 'node:stream';
import type { FileEncoding } from '../../contract/file-options.ts';
import { InputError } from '../../contract/input-error.ts';
import { decoded, isGzip, unpacked } from '../../rows/decode.ts';

export const STANDARD_STREAM = '-';

export interface Input {
  readonly chunks: AsyncIterable<Buffer>;
  /** Bytes of a file as they are read; undefined for a stream, a compressed file and one in an encoding other than UTF-8. */
  readonly size: number | undefined;
  /** Changes when a file's size, first or last mebibyte changes; a constant for a stream. */
  readonly fingerprint: string;
}

const FINGERPRINT_BYTES = 1024 * 1024;

export async function openInput(
  path: string,
  { signal, encoding }: { readonly signal: AbortSignal; readonly encoding?: FileEncoding | undefined },
): Promise<Input> {
  const chunksOf = (stream: Readable) => decoded(unpacked(addAbortSignal(signal, stream)), encoding);
  if (path === STANDARD_STREAM) {
    return { chunks: chunksOf(process.stdin), size: undefined, fingerprint: 'stream' };
  }
  try {
    const { size } = await stat(path);
    const { fingerprint, head } = await readFingerprint(path, size);
    const isPlain = !isGzip(head) && (encoding ?? 'utf-8') === 'utf-8';
    return { chunks: chunksOf(createReadStream(path)), size: isPlain ? size : undefined, fingerprint };
  } catch (error) {
    throw unreadable(path, error);
  }
}

/** Like the fingerprint of openInput, for a file that is not read as a stream. */
export async function fingerprintOfFile(path: string): Promise<string> {
  try {
    const { size } = await stat(path);
    return (await readFingerprint(path, size)).fingerprint;
  } catch (error) {
    throw unreadable(path, error);
  }
}

function unreadable(path: string, error: unknown): InputError {
  return new InputError(`The input file "${path}" cannot be read: ${(error as Error).message}.`);
}

async function readFingerprint(path: string, size: number): Promise<{ fingerprint: string; head: Uint8Array }> {
  const file = await open(path);
  try {
    const hash = createHash('sha256').update(`${size}\n`);
    let head: Uint8Array | undefined;
    for (const position of [0, Math.max(0, size - FINGERPRINT_BYTES)]) {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(FINGERPRINT_BYTES), 0, FINGERPRINT_BYTES, position);
      const part = buffer.subarray(0, bytesRead);
      head ??= part;
      hash.update(part);
    }
    return { fingerprint: hash.digest('hex'), head: head! };
  } finally {
    await file.close();
  }
}
