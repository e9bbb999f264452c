import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { invalidModel } from './invalid-model.ts';
import { checkSealed, type FileSeal, type SealedFiles } from './sealed-files.ts';

const ADVICE = 'Restore it, or seal the directory again, and restart the service.';

/** A hashed file and its change time when it was last checked. */
interface CheckedFile {
  readonly dir: string;
  readonly seal: FileSeal;
  readonly ctimeNs: bigint;
}

/** Throws `invalid_model` when a file's size or modification time is not what it was when it was hashed. Reads no file. */
export async function assertUnchanged({ dir, seals }: SealedFiles): Promise<void> {
  await Promise.all(seals.map((seal) => checkTimes(dir, seal)));
}

/**
 * Runs `load`, which opens files by their paths, and resolves with its result only if the files kept the bytes that were
 * hashed until it was done. Every write, rename or change of permissions sets a new change time, which cannot be forged:
 * a file with another change time is hashed again before loading, and refused when it changes during loading.
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
  // The time was read before the bytes: any later change gives another time.
  if (checked.ctimeNs !== seal.ctimeNs) await checkSealed(dir, seal);
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
