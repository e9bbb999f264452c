import { access, constants, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { InputError } from '../../rows/input-error.ts';

/** Throws InputError unless a file can be written at the path, so that a long run fails at its start. Creates no file. */
export async function assertWritable(path: string): Promise<void> {
  const refuse = (reason: string) => new InputError(`Expected a writable file, got "${path}": ${reason}.`);
  const found = await stat(path).catch(() => undefined);
  if (found?.isDirectory()) throw refuse('it is a directory');
  const folder = dirname(path);
  const parent = await stat(folder).catch(() => undefined);
  if (!parent?.isDirectory()) throw refuse(`the directory ${folder} does not exist`);
  await access(found === undefined ? folder : path, constants.W_OK).catch(() => {
    throw refuse('permission denied');
  });
}

/** As assertWritable; throws InputError for a file that exists too, unless it may be overwritten. */
export async function assertNewFile(path: string, force: boolean): Promise<void> {
  await assertWritable(path);
  const found = await stat(path).catch(() => undefined);
  if (force || found === undefined || !found.isFile() || found.size === 0) return;
  throw new InputError(
    `Expected a new file, got "${path}", which exists. Choose another name, or add --force to overwrite it.`,
  );
}
