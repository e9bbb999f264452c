import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { FileEncoding } from '../contract/file-options.ts';
import { InputError } from '../contract/input-error.ts';

/** Bytes that show the encoding: a mark, or two characters of UTF-16. */
const HEAD_BYTES = 4;
/** Where windows-1252 differs from latin1: 0x80 to 0x9f. */
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/** Turns the pieces of a text into text, in order; `undefined` for the end. Throws for invalid bytes. */
type Decode = (bytes: Buffer | undefined) => string;

/** A file as UTF-8 without a byte order mark. Throws InputError for UTF-16 without the option, or invalid UTF-16. */
export async function* decoded(
  chunks: AsyncIterable<Buffer | string>,
  encoding: FileEncoding = 'utf-8',
): AsyncGenerator<Buffer> {
  let head: Buffer | undefined = Buffer.alloc(0);
  let decode: Decode | undefined;
  const piece = (bytes: Buffer) => (decode === undefined ? bytes : Buffer.from(decode(bytes)));
  const begin = (bytes: Buffer) => {
    decode = decoderOf(bytes, encoding);
    return piece(bytes.subarray(lengthOfMark(bytes, encoding)));
  };
  for await (const chunk of chunks) {
    const bytes = Buffer.from(chunk as Buffer);
    if (head === undefined) {
      yield piece(bytes);
      continue;
    }
    head = Buffer.concat([head, bytes]);
    if (head.length < HEAD_BYTES) continue;
    yield begin(head);
    head = undefined;
  }
  if (head !== undefined && head.length > 0) yield begin(head);
  const rest = decode?.(undefined) ?? '';
  if (rest !== '') yield Buffer.from(rest);
}

/** Undefined: the bytes are UTF-8, which is checked row by row. */
function decoderOf(head: Buffer, encoding: FileEncoding): Decode | undefined {
  const order = utf16Mark(head) ?? utf16Zeros(head);
  if (encoding === 'utf-8') {
    if (order === undefined) return undefined;
    const message = 'The file is UTF-16, not UTF-8. Set its encoding to utf-16.';
    throw new InputError(message, { options: ['encoding'] });
  }
  return encoding === 'utf-16' ? decodeUtf16(order ?? 'utf-16le') : decodeWindows1252;
}

function utf16Mark(head: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  const first = head[0]! * 256 + (head[1] ?? 0);
  if (first === 0xfffe) return 'utf-16le';
  return first === 0xfeff ? 'utf-16be' : undefined;
}

/** The order of a file without a mark: every other byte of ASCII characters is zero, and no byte of a text in UTF-8 is. */
export function utf16Zeros(head: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const zeros = [...head.subarray(0, HEAD_BYTES)].map((byte) => Number(byte === 0)).join('');
  if (zeros === '0101') return 'utf-16le';
  return zeros === '1010' ? 'utf-16be' : undefined;
}

function lengthOfMark(head: Buffer, encoding: FileEncoding): number {
  if (encoding === 'utf-16') return utf16Mark(head) === undefined ? 0 : 2;
  return encoding === 'utf-8' && head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf ? 3 : 0;
}

function decodeUtf16(order: 'utf-16le' | 'utf-16be'): Decode {
  const decoder = new TextDecoder(order, { fatal: true, ignoreBOM: true });
  return (bytes) => {
    try {
      return decoder.decode(bytes, { stream: bytes !== undefined });
    } catch {
      const message = 'The file is not valid UTF-16. Set another encoding.';
      throw new InputError(message, { options: ['encoding'] });
    }
  };
}

function decodeWindows1252(bytes: Buffer | undefined): string {
  return withWindows1252(bytes?.toString('latin1') ?? '');
}

/** The text of Windows-1252 that was read as Latin-1: no text has the control characters that it then has. */
export function withWindows1252(text: string): string {
  return text.replace(/[\x80-\x9f]/g, (character) => WINDOWS_1252[character.charCodeAt(0) - 0x80]!);
}

const MAGIC_BYTES = 2;

export function isGzip(head: Uint8Array): boolean {
  return head[0] === 0x1f && head[1] === 0x8b;
}

/** Called with the sizes of a gzip file, unpacked and packed; may throw to end it. */
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
    throw new InputError(`The gzip file cannot be unpacked: ${message}.`);
  } finally {
    source.destroy();
  }
}
