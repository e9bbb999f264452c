import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { ServiceError } from '../errors.ts';
import type { UnreadFile } from './document.ts';
import { isDocument } from './file-kinds.ts';

/** A file to read. */
export interface FoundFile {
  /** Relative to the folder, with "/" between its parts. */
  readonly file: string;
  readonly path: string;
}

export interface Walked {
  readonly files: readonly FoundFile[];
  /** Links, and what is no file. */
  readonly unread: readonly UnreadFile[];
  /** Files of kinds that hold no text of documents, by their names. */
  readonly others: readonly FoundFile[];
}

const MAX_DEPTH = 40;
const MAX_FILES = 1_000_000;
/** Lock files that office programs put beside an open document, and what is hidden. */
const PASSED_OVER = /^(?:\.|~\$)/;

/** The files of a folder and the folders in it in the order of their names, or the file itself. Follows no links. */
export async function walkFolder(path: string): Promise<Walked> {
  const files: FoundFile[] = [];
  const unread: UnreadFile[] = [];
  const others: FoundFile[] = [];
  const add = async (folder: string, before: string, depth: number): Promise<void> => {
    const entries = await readdir(folder, { withFileTypes: true });
    for (const entry of entries.sort(byName)) {
      const { name } = entry;
      const file = `${before}${name}`;
      if (PASSED_OVER.test(name)) continue;
      if (entry.isSymbolicLink()) unread.push({ file, reason: 'is a link, which is not followed' });
      else if (entry.isDirectory() && depth >= MAX_DEPTH)
        unread.push({ file, reason: `is a folder deeper than ${MAX_DEPTH} folders` });
      else if (entry.isDirectory()) {
        await add(join(folder, name), `${file}/`, depth + 1).catch((error: NodeJS.ErrnoException) => {
          unread.push({ file, reason: `is a folder that cannot be read: ${error.code ?? error.message}` });
        });
      } else if (!entry.isFile()) unread.push({ file, reason: 'is no regular file' });
      else if (!isDocument(name)) others.push({ file, path: join(folder, name) });
      else if (files.length >= MAX_FILES) unread.push({ file, reason: `is beyond the first ${MAX_FILES} files` });
      else files.push({ file, path: join(folder, name) });
    }
  };
  // The folder itself may be a link: its name was given.
  const root = await stat(path).catch(() => undefined);
  if (root === undefined)
    throw new ServiceError(
      'invalid_configuration',
      `Expected a folder of documents, got "${path}", which does not exist.`,
    );
  if (root.isFile()) files.push({ file: basename(path), path });
  else await add(path, '', 0);
  return { files, unread, others };
}

/** By UTF-16 units, the same on every machine. */
function byName(one: { readonly name: string }, other: { readonly name: string }): number {
  return one.name < other.name ? -1 : Number(one.name > other.name);
}
