import { realpath } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { pMapIterable } from 'p-map';
import type { ReadDocument, ReadFolder, UnreadFile } from './document.ts';
import { FileReader, isUnread, openFile } from './file-reader.ts';
import { type FoundFile, walkFolder } from './walk-folder.ts';

export interface FolderOptions {
  /** Files that are no sources although they lie in the folder: the draft, and what is written. */
  readonly except?: readonly string[];
  readonly onFile?: (done: number, all: number) => void;
  readonly signal?: AbortSignal;
}

/** Each takes a processor and up to its bound of memory. */
const MAX_AT_A_TIME = 4;

/** Reads every file of a folder, or one file. What cannot be read is named, and the rest goes on. */
export async function readFolder(
  path: string,
  { except = [], onFile, signal }: FolderOptions = {},
): Promise<ReadFolder> {
  const walked = await walkFolder(path);
  const left = new Set(await Promise.all(except.map((one) => realpath(one).catch(() => one))));
  const files: FoundFile[] = [];
  for (const file of walked.files) if (!left.has(await realpath(file.path).catch(() => file.path))) files.push(file);
  const reader = new FileReader();
  const documents: ReadDocument[] = [];
  const unread: UnreadFile[] = [...walked.unread];
  const duplicates: { file: string; of: string }[] = [];
  const known = new Map<string, string>();
  const read = async (found: FoundFile) => {
    signal?.throwIfAborted();
    const opened = await openFile(found);
    return isUnread(opened) ? opened : reader.read(opened, signal);
  };
  try {
    let done = 0;
    const concurrency = Math.min(MAX_AT_A_TIME, availableParallelism());
    for await (const one of pMapIterable(files, read, { concurrency })) {
      done += 1;
      onFile?.(done, files.length);
      if (isUnread(one)) {
        unread.push(one);
        continue;
      }
      const of = known.get(one.sha256);
      if (of === undefined) {
        known.set(one.sha256, one.file);
        documents.push(one);
      } else duplicates.push({ file: one.file, of });
    }
  } finally {
    await reader.close();
  }
  return { documents, unread, duplicates };
}
