import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ServiceError } from '../errors.ts';
import { checkSealed, type FileSeal, type SealedFiles } from './sealed-files.ts';

const RESTORE = 'Restore it, or seal the directory again, and restart the service.';

/** A file that was hashed, and the time of its last change of any kind when it was looked at. */
interface Looked {
  readonly dir: string;
  readonly seal: FileSeal;
  readonly ctimeNs: bigint;
}

/** Throws `invalid_model` when a file's size or modification time is not what it was when it was hashed. Reads no file. */
export async function assertUnchanged({ dir, seals }: SealedFiles): Promise<void> {
  await Promise.all(seals.map((seal) => lookAt(dir, seal)));
}

/**
 * Runs `load`, which opens files by their paths, and resolves with what it gave only when the files held the bytes that
 * were hashed until it was done. A file that was renamed, written to or given other rights since it was hashed has
 * another change time, which nobody can set: it is hashed again before, and refused when that happens meanwhile.
 * Throws `invalid_model`.
 */
export async function loadUnchanged<T>(files: readonly SealedFiles[], load: () => Promise<T>): Promise<T> {
  const before = await Promise.all(files.flatMap(({ dir, seals }) => seals.map((seal) => confirm(dir, seal))));
  const loaded = await load();
  await Promise.all(before.map(assertUntouched));
  return loaded;
}

async function confirm(dir: string, seal: FileSeal): Promise<Looked> {
  const looked = await lookAt(dir, seal);
  // Looked at before it is read: what happens to it after that moves the time again.
  if (looked.ctimeNs !== seal.ctimeNs) await checkSealed(dir, seal);
  return looked;
}

async function assertUntouched({ dir, seal, ctimeNs }: Looked): Promise<void> {
  const now = await lookAt(dir, seal);
  if (now.ctimeNs !== ctimeNs) throw invalid(`${join(dir, seal.path)}: was changed while it was loaded. ${RESTORE}`);
}

async function lookAt(dir: string, seal: FileSeal): Promise<Looked> {
  const file = join(dir, seal.path);
  const { size, mtimeNs, ctimeNs } = await stat(file, { bigint: true }).catch((cause) => {
    throw invalid(
      `${file}: checked at the start, but ${cause.code} now. Restore the file and restart the service.`,
      cause,
    );
  });
  if (size !== BigInt(seal.bytes)) throw invalid(`${file}: expected ${seal.bytes} bytes, got ${size}.`);
  if (mtimeNs !== seal.mtimeNs) throw invalid(`${file}: was written to after it was checked. ${RESTORE}`);
  return { dir, seal, ctimeNs };
}

function invalid(message: string, cause?: unknown): ServiceError {
  return new ServiceError('invalid_model', message, { cause });
}
