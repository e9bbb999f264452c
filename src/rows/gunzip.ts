import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { InputError } from './input-rows.ts';

/** Whether a file begins as gzip does. */
export function isGzip(head: Uint8Array): boolean {
  return head[0] === 0x1f && head[1] === 0x8b;
}

/** Unpacks gzip; passes anything else on. Throws InputError for a damaged or torn file. */
export async function* unpacked(chunks: AsyncIterable<Buffer | string>): AsyncGenerator<Buffer> {
  const source = chunks[Symbol.asyncIterator]();
  const first = await source.next();
  if (first.done === true) return;
  const whole = startingWith(Buffer.from(first.value as Buffer), { [Symbol.asyncIterator]: () => source });
  yield* isGzip(Buffer.from(first.value as Buffer)) ? gunzip(whole) : whole;
}

async function* startingWith(first: Buffer, rest: AsyncIterable<Buffer | string>): AsyncGenerator<Buffer> {
  yield first;
  for await (const chunk of rest) yield Buffer.from(chunk as Buffer);
}

async function* gunzip(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const source = Readable.from(chunks);
  const stream = createGunzip();
  source.on('error', (error) => stream.destroy(error));
  try {
    yield* source.pipe(stream) as AsyncIterable<Buffer>;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (!code?.startsWith('Z_')) throw error;
    throw new InputError(`Expected a whole gzip file, got one that cannot be unpacked: ${message}.`);
  }
}
