import { createHash } from 'node:crypto';
import { constants, type FileHandle, open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ServiceError } from '../../contract/errors.ts';
import { printable } from '../../printable.ts';

/** The error of a model directory that cannot be used: `invalid_model` with a sentence for the person who must act. */
export function invalidModel(message: string, cause?: unknown): ServiceError {
  return new ServiceError('invalid_model', printable(message), { cause });
}

export interface SealedFile {
  /** Relative to the model directory, with forward slashes. */
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
}

export interface FileSeal {
  readonly path: string;
  readonly bytes: number;
  readonly mtimeNs: bigint;
  /** Changes with every write, rename or change of permissions, and cannot be set. */
  readonly ctimeNs: bigint;
  /** Changed so shortly before it was hashed that a later change may have the same times. */
  readonly recent: boolean;
  readonly sha256: string;
}

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
/** Clocks of file systems go in steps: of some milliseconds on Linux, of up to two seconds elsewhere. */
const CLOCK_STEP_MS = 2_000;

/** Opens a file of a model directory. A pipe or a device in its place could be waited for without end: it is EFTYPE. */
async function openModelFile(path: string): Promise<FileHandle> {
  const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  if ((await handle.stat()).isFile()) return handle;
  await handle.close();
  throw Object.assign(new Error(`${path} is not a regular file`), { code: 'EFTYPE' });
}

/** Rejects with the file system's error. */
export async function readModelFile(path: string): Promise<Uint8Array> {
  const handle = await openModelFile(path);
  try {
    return await handle.readFile();
  } finally {
    await handle.close();
  }
}

/** Hashes a file of a model directory in chunks. Rejects with the file system's error. */
export async function hashFile(dir: string, path: string, keep = false): Promise<HashedFile> {
  const handle = await openModelFile(join(dir, path));
  try {
    // Read before the bytes: when the file is written to while it is hashed, its times differ afterwards.
    const { mtimeNs, ctimeNs, ctimeMs } = await handle.stat({ bigint: true });
    const recent = Date.now() - Number(ctimeMs) < CLOCK_STEP_MS;
    const { bytes, sha256, content } = await digest(handle, keep);
    return { seal: { path, bytes, mtimeNs, ctimeNs, recent, sha256 }, content };
  } finally {
    await handle.close();
  }
}

/** Every piece is read into one buffer: a stream makes a new one for each, a hundred megabytes for a hundred megabytes. */
async function digest(handle: FileHandle, keep: boolean) {
  const hash = createHash('sha256');
  const kept: Buffer[] = [];
  const buffer = Buffer.allocUnsafeSlow(CHUNK_BYTES);
  let bytes = 0;
  for (;;) {
    const { bytesRead } = await handle.read(buffer, 0, CHUNK_BYTES);
    if (bytesRead === 0) break;
    const piece = buffer.subarray(0, bytesRead);
    hash.update(piece);
    bytes += bytesRead;
    if (keep) kept.push(Buffer.from(piece));
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

const ADVICE = 'Restore it, or seal the directory again, and restart the service.';

interface CheckedFile {
  readonly dir: string;
  readonly seal: FileSeal;
  readonly ctimeNs: bigint;
}

/**
 * Runs `load`, which opens files by their paths, and resolves with its result only if the files kept the bytes that were
 * hashed until it was done. Every write, rename or change of permissions sets a new change time, which cannot be forged:
 * a file with another change time, or one that was recent, is hashed again before loading, and refused when it changes
 * during loading.
 * Throws `invalid_model`.
 */
export async function loadUnchanged<T>(files: readonly SealedFiles[], load: () => Promise<T>): Promise<T> {
  const before = await Promise.all(files.flatMap(({ dir, seals }) => seals.map((seal) => confirm(dir, seal))));
  const loaded = await load();
  await Promise.all(before.map(assertUntouched));
  return loaded;
}

async function confirm(dir: string, seal: FileSeal): Promise<CheckedFile> {
  const checked = await checkTimes(dir, seal);
  // The time was read before the bytes: any later change gives another time, once the clock has moved on.
  if (seal.recent || checked.ctimeNs !== seal.ctimeNs) await checkSealed(dir, seal);
  return checked;
}

async function assertUntouched({ dir, seal, ctimeNs }: CheckedFile): Promise<void> {
  const now = await checkTimes(dir, seal);
  if (now.ctimeNs !== ctimeNs)
    throw invalidModel(`${join(dir, seal.path)}: the file was changed while it was loaded. ${ADVICE}`);
}

async function checkTimes(dir: string, seal: FileSeal): Promise<CheckedFile> {
  const file = join(dir, seal.path);
  const { size, mtimeNs, ctimeNs } = await stat(file, { bigint: true }).catch((cause) => {
    throw invalidModel(
      `${file}: was checked at the start, but reading it now failed with ${cause.code}. Restore the file and restart the service.`,
      cause,
    );
  });
  if (size !== BigInt(seal.bytes)) throw invalidModel(`${file}: expected ${seal.bytes} bytes, got ${size}.`);
  if (mtimeNs !== seal.mtimeNs) throw invalidModel(`${file}: the file was written to after it was checked. ${ADVICE}`);
  return { dir, seal, ctimeNs };
}
