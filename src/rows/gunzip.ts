import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { InputError } from './input-error.ts';

const MAGIC_BYTES = 2;

/** Whether a file begins as gzip does. */
export function isGzip(head: Uint8Array): boolean {
  return head[0] === 0x1f && head[1] === 0x8b;
}

/** Told how much of a gzip file was unpacked, and from how much; may throw to end it. */
export type UnpackObserver = (bytes: { readonly packed: number; readonly unpacked: number }) => void;

/** Unpacks gzip; passes anything else on. Throws InputError for a damaged or torn file. */
export async function* unpacked(
  chunks: AsyncIterable<Buffer | string>,
  observe?: UnpackObserver,
): AsyncGenerator<Buffer> {
  const source = chunks[Symbol.asyncIterator]();
  let head: Buffer = Buffer.alloc(0);
  while (head.length < MAGIC_BYTES) {
    const next = await source.next();
    if (next.done === true) break;
    head = Buffer.concat([head, Buffer.from(next.value as Buffer)]);
  }
  const whole = startingWith(head, { [Symbol.asyncIterator]: () => source });
  yield* isGzip(head) ? gunzip(whole, observe) : whole;
}

async function* startingWith(first: Buffer, rest: AsyncIterable<Buffer | string>): AsyncGenerator<Buffer> {
  yield first;
  for await (const chunk of rest) yield Buffer.from(chunk as Buffer);
}

async function* gunzip(chunks: AsyncIterable<Buffer>, observe?: UnpackObserver): AsyncGenerator<Buffer> {
  const source = Readable.from(chunks, { objectMode: false });
  const stream = createGunzip();
  source.on('error', (error) => stream.destroy(error));
  let unpackedBytes = 0;
  try {
    for await (const chunk of source.pipe(stream) as AsyncIterable<Buffer>) {
      unpackedBytes += chunk.length;
      observe?.({ packed: stream.bytesWritten, unpacked: unpackedBytes });
      yield chunk;
    }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (!code?.startsWith('Z_')) throw error;
    throw new InputError(`Expected a whole gzip file, got one that cannot be unpacked: ${message}.`);
  } finally {
    source.destroy();
  }
}
