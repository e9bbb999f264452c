import { access, constants, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { InputError } from './input-rows.ts';

/** Throws InputError unless a file can be written at the path: better now than after hours of work. Makes no file. */
export async function assertWritable(path: string): Promise<void> {
  const refuse = (came: string) => new InputError(`Expected a file that can be written, got "${path}": ${came}.`);
  const found = await stat(path).catch(() => undefined);
  if (found?.isDirectory()) throw refuse('it is a folder');
  const folder = dirname(path);
  const parent = await stat(folder).catch(() => undefined);
  if (!parent?.isDirectory()) throw refuse(`there is no folder ${folder}`);
  await access(found === undefined ? folder : path, constants.W_OK).catch(() => {
    throw refuse('this user may not write there');
  });
}
