import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { invalidModel } from './invalid-model.ts';

/** A file as listed in a manifest. */
export interface SealedFile {
  /** Relative to the model directory, with forward slashes. */
  readonly path: string;
  readonly bytes: number;
  /** 64 hex digits. */
  readonly sha256: string;
}

/** Size and times of a file when it was hashed. */
export interface FileSeal {
  readonly path: string;
  readonly bytes: number;
  readonly mtimeNs: bigint;
  /** Changes with every write, rename or change of permissions, and cannot be set. */
  readonly ctimeNs: bigint;
  readonly sha256: string;
}

/** Files of one directory that were hashed. */
export interface SealedFiles {
  readonly dir: string;
  readonly seals: readonly FileSeal[];
}

export interface HashedFile {
  readonly seal: FileSeal;
  /** The bytes that were hashed, when `keep` was set. */
  readonly content: Uint8Array | undefined;
}

const CHUNK_BYTES = 1_048_576;

/** Hashes a file of a model directory in chunks. Rejects with the file system's error. */
export async function hashFile(dir: string, path: string, keep = false): Promise<HashedFile> {
  const handle = await open(join(dir, path));
  try {
    // Read before the bytes: when the file is written to while it is hashed, its times differ afterwards.
    const { mtimeNs, ctimeNs } = await handle.stat({ bigint: true });
    const { bytes, sha256, content } = await digest(handle, keep);
    return { seal: { path, bytes, mtimeNs, ctimeNs, sha256 }, content };
  } finally {
    await handle.close();
  }
}

async function digest(handle: FileHandle, keep: boolean) {
  const hash = createHash('sha256');
  const kept: Buffer[] = [];
  let bytes = 0;
  for await (const piece of handle.createReadStream({ autoClose: false, highWaterMark: CHUNK_BYTES })) {
    hash.update(piece);
    bytes += piece.length;
    if (keep) kept.push(piece);
  }
  return { bytes, sha256: hash.digest('hex'), content: keep ? Buffer.concat(kept) : undefined };
}

/** Hashes a file and throws `invalid_model` when size or sha256 are not those of the manifest. */
export async function checkSealed(dir: string, entry: SealedFile, keep = false): Promise<HashedFile> {
  const file = join(dir, entry.path);
  const found = await hashFile(dir, entry.path, keep).catch((cause) => {
    throw invalidModel(`${file}: listed in manifest.json, but reading it failed with ${cause.code}.`, cause);
  });
  const { bytes, sha256 } = found.seal;
  if (bytes !== entry.bytes) throw invalidModel(`${file}: expected ${entry.bytes} bytes, got ${bytes}.`);
  if (sha256 !== entry.sha256) throw invalidModel(`${file}: expected sha256 ${entry.sha256}, got ${sha256}.`);
  return found;
}

/** One hash for a list of files: sha256 of the lines that `sha256sum` prints for them, sorted by path in byte order. */
export function hashOfList(files: readonly SealedFile[]): string {
  const sorted = [...files].sort((a, b) => Buffer.compare(Buffer.from(a.path), Buffer.from(b.path)));
  const hash = createHash('sha256');
  for (const { path, sha256 } of sorted) hash.update(`${sha256}  ${path}\n`);
  return hash.digest('hex');
}
