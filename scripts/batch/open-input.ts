import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { addAbortSignal, type Readable } from 'node:stream';
import { withoutMark } from './byte-order-mark.ts';
import { InputError } from './input-rows.ts';

export const STANDARD_STREAM = '-';

export interface Input {
  readonly chunks: AsyncIterable<Buffer>;
  /** Bytes of a file; undefined for a stream. */
  readonly size: number | undefined;
  /** Changes when a file's size, first or last mebibyte changes; a constant for a stream. */
  readonly fingerprint: string;
}

const FINGERPRINT_BYTES = 1024 * 1024;

/**
 * Opens a file or, for "-", standard input; an aborted signal stops reading, even from a silent pipe.
 * Throws InputError when it cannot be read.
 */
export async function openInput(path: string, signal: AbortSignal): Promise<Input> {
  const chunksOf = (stream: Readable) => withoutMark(addAbortSignal(signal, stream));
  if (path === STANDARD_STREAM) {
    return { chunks: chunksOf(process.stdin), size: undefined, fingerprint: 'stream' };
  }
  try {
    const { size } = await stat(path);
    const fingerprint = await fingerprintOf(path, size);
    return { chunks: chunksOf(createReadStream(path)), size, fingerprint };
  } catch (error) {
    throw new InputError(`Expected a readable input file, got "${path}": ${(error as Error).message}.`);
  }
}

async function fingerprintOf(path: string, size: number): Promise<string> {
  const file = await open(path);
  try {
    const hash = createHash('sha256').update(`${size}\n`);
    for (const position of [0, Math.max(0, size - FINGERPRINT_BYTES)]) {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(FINGERPRINT_BYTES), 0, FINGERPRINT_BYTES, position);
      hash.update(buffer.subarray(0, bytesRead));
    }
    return hash.digest('hex');
  } finally {
    await file.close();
  }
}
