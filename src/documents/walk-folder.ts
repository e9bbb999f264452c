import { readdir, realpath, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { ServiceError } from '../contract/errors.ts';
import { printable } from '../printable.ts';
import type { UnreadFile } from './document.ts';
import { isDocument } from './file-kinds.ts';
import { FirstFiles } from './first-files.ts';

export interface FoundFile {
  /** Relative to the folder, with "/" between its parts. */
  readonly file: string;
  readonly path: string;
}

export interface Walked {
  readonly files: readonly FoundFile[];
  /** Links, and what is no file. */
  readonly unread: FirstFiles<UnreadFile>;
  readonly others: FirstFiles<string>;
}

const MAX_DEPTH = 40;
const MAX_FILES = 1_000_000;
/** Lock files that office programs put next to an open document, and what is hidden. */
const PASSED_OVER = /^(?:\.|~\$)/;

/** The files of a folder and its folders, or the file itself, by name, without links and the paths of `except`. */
export async function walkFolder(path: string, except: readonly string[] = []): Promise<Walked> {
  const files: FoundFile[] = [];
  const unread = new FirstFiles<UnreadFile>();
  const others = new FirstFiles<string>();
  const leftOut = new Set(await Promise.all(except.map((one) => realpath(one).catch(() => one))));
  const add = async (folder: string, before: string, depth: number): Promise<void> => {
    const entries = await readdir(folder, { withFileTypes: true });
    for (const entry of entries.sort(byName)) {
      const { name } = entry;
      const file = `${before}${name}`;
      if (PASSED_OVER.test(name) || leftOut.has(join(folder, name))) continue;
      if (entry.isSymbolicLink()) unread.add({ file, reason: 'is a symbolic link; links are not followed' });
      else if (entry.isDirectory() && depth >= MAX_DEPTH)
        unread.add({ file, reason: `is a folder deeper than ${MAX_DEPTH} folders` });
      else if (entry.isDirectory()) {
        await add(join(folder, name), `${file}/`, depth + 1).catch((error: NodeJS.ErrnoException) => {
          unread.add({ file, reason: `is a folder that cannot be read: ${error.code ?? error.message}` });
        });
      } else if (!entry.isFile()) unread.add({ file, reason: 'is not a regular file' });
      else if (!isDocument(name)) others.add(file);
      else if (files.length >= MAX_FILES) unread.add({ file, reason: `is beyond the first ${MAX_FILES} files` });
      else files.push({ file, path: join(folder, name) });
    }
  };
  // The folder itself may be a link: its name was given.
  const root = await stat(path).catch(() => undefined);
  if (root === undefined)
    throw new ServiceError('invalid_configuration', `The folder of documents "${printable(path)}" does not exist.`);
  const real = await realpath(path);
  if (!root.isFile()) await add(real, '', 0);
  else if (!leftOut.has(real)) files.push({ file: basename(path), path: real });
  return { files, unread, others };
}

/** Returns the path of a file that `walkFolder` found in a folder, or of the one file that it was given. */
export async function pathOfFile(path: string, file: string): Promise<string> {
  const real = await realpath(path).catch(() => path);
  const root = await stat(real).catch(() => undefined);
  return root?.isFile() ? real : join(real, file);
}

/** Orders by UTF-16 units, the same on every machine. */
function byName(one: { readonly name: string }, other: { readonly name: string }): number {
  return one.name < other.name ? -1 : Number(one.name > other.name);
}
