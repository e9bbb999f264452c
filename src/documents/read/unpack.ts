import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { ReadingProblem } from './reading-problem.ts';

export interface UnpackBounds {
  /** Unpacked size of all parts, counted while unpacking. */
  readonly unpackedBytes: number;
  /** In the archive. */
  readonly parts: number;
}

export const UNPACK_BOUNDS: UnpackBounds = { unpackedBytes: 256 * 1024 * 1024, parts: 10_000 };

/** The parts of office files that are read; pictures, macros and embedded files stay packed. */
const XML = /\.(?:xml|rels)$/i;
/** Neither format has it, and an XML reader that heeds it can be made to read other files or to write gigabytes. */
const DOCTYPE = /<!DOCTYPE|<!ENTITY/i;

/**
 * The parts of an office file by name, unpacked with their bytes counted: those of XML, or all. yauzl refuses names that lead
 * out of the archive and parts with more bytes than they declare.
 */
export async function unpack(
  bytes: Buffer,
  which: 'xml' | 'all' = 'xml',
  bounds: UnpackBounds = UNPACK_BOUNDS,
): Promise<Map<string, Buffer>> {
  const zip = await opened(bytes);
  if (zip.entryCount > bounds.parts)
    throw new ReadingProblem(`is an archive of ${zip.entryCount} parts; at most ${bounds.parts} are read`);
  const parts = new Map<string, Buffer>();
  let left = bounds.unpackedBytes;
  try {
    for await (const entry of zip.eachEntry()) {
      const isXml = XML.test(entry.fileName);
      if (!isXml && which === 'xml') continue;
      if (parts.has(entry.fileName)) throw new ReadingProblem(`is an archive with two parts named ${entry.fileName}`);
      if (entry.isEncrypted()) throw new ReadingProblem('is encrypted with a password');
      const part = await unpackedPart(zip, entry, left);
      if (part === undefined) throw new ReadingProblem(`unpacks to more than ${bounds.unpackedBytes / 1024 / 1024} MB`);
      if (isXml && DOCTYPE.test(part.toString('latin1')))
        throw new ReadingProblem(`has a document type declaration in ${entry.fileName}, which no office file needs`);
      parts.set(entry.fileName, part);
      left -= part.length;
    }
  } catch (error) {
    throw error instanceof ReadingProblem ? error : damaged(error);
  } finally {
    zip.close();
  }
  return parts;
}

async function opened(bytes: Buffer): Promise<ZipFile> {
  try {
    return await fromBufferPromise(bytes, { lazyEntries: true, strictFileNames: false, validateEntrySizes: true });
  } catch (error) {
    throw damaged(error);
  }
}

function damaged(error: unknown): ReadingProblem {
  return new ReadingProblem(`is a damaged archive: ${(error as Error).message}`);
}

/** Undefined when there are more bytes than `most`. */
async function unpackedPart(zip: ZipFile, entry: Entry, most: number): Promise<Buffer | undefined> {
  const stream = await zip.openReadStreamPromise(entry);
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > most) {
      stream.destroy();
      return undefined;
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
