import { realpath } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { pMapIterable } from 'p-map';
import { pauseRegularly } from '../../pause.ts';
import type { ReadFolder, UnreadFile } from '../document.ts';
import { FileReader, isUnread, type OpenedFile, openFile } from '../file-reader.ts';
import { type FoundFile, walkFolder } from '../walk-folder.ts';
import { isOfIndex } from './index-file.ts';
import { IndexWriter } from './index-writer.ts';

export interface UpdateOptions {
  /** Files that are no sources although they lie in the folder: the draft, and what is written. */
  readonly except?: readonly string[];
  readonly onFile?: (done: number, all: number) => void;
  readonly signal?: AbortSignal | undefined;
}

export interface UpdateCounts extends Pick<ReadFolder, 'unread' | 'duplicates' | 'others'> {
  /** Files that are in the index now. */
  readonly documents: number;
  /** Those of them that were read: the others had not changed. */
  readonly read: number;
}

/** Each takes a processor and up to its bound of memory. */
const MAX_AT_A_TIME = 4;

/**
 * Brings an index in line with a folder, or makes it: only files whose bytes changed are read. What was read of a run that
 * was stopped is kept, but for the last sentences. Rejects with `invalid_configuration` for a file that is no index.
 */
export async function updateIndex(
  index: string,
  folder: string,
  { except = [], onFile, signal }: UpdateOptions = {},
): Promise<UpdateCounts> {
  const walked = await walkFolder(folder);
  const files = await without(walked.files, [index, ...except]);
  const others = (await without(walked.others, [index, ...except])).map(({ file }) => file);
  const pause = pauseRegularly(signal);
  const writer = new IndexWriter(index);
  const reader = new FileReader();
  const unread: UnreadFile[] = [...walked.unread];
  const duplicates: { file: string; of: string }[] = [];
  const known = new Map<string, string>();
  let done = 0;
  let read = 0;
  const firstOf = (opened: OpenedFile) => {
    const first = known.get(opened.sha256);
    if (first === undefined) known.set(opened.sha256, opened.file);
    return first;
  };
  /** An error about one document names it as unread, and the rest goes on. */
  const orUnread = async <Done>(file: string, work: () => Promise<Done>): Promise<Done | UnreadFile> => {
    try {
      return await work();
    } catch (error) {
      signal?.throwIfAborted();
      if (isOfIndex(error)) throw error;
      return { file, reason: `cannot be indexed: ${error instanceof Error ? error.message : String(error)}` };
    }
  };
  try {
    const open = pMapIterable(files, openFile, { concurrency: 1 });
    const take = async (opened: OpenedFile | UnreadFile) => {
      signal?.throwIfAborted();
      if (isUnread(opened)) return opened;
      const of = firstOf(opened);
      if (of !== undefined) return { file: opened.file, of };
      if (writer.holds(opened.file, opened.sha256)) return undefined;
      return orUnread(opened.file, () => reader.read(opened, signal));
    };
    const concurrency = Math.min(MAX_AT_A_TIME, availableParallelism());
    for await (const one of pMapIterable(open, take, { concurrency })) {
      done += 1;
      onFile?.(done, files.length);
      if (one === undefined) continue;
      if ('of' in one) duplicates.push(one);
      else if (isUnread(one)) unread.push(one);
      else {
        const put = await orUnread(one.file, () => writer.put(one, pause));
        if (typeof put === 'object') unread.push(put);
        else read += 1;
      }
    }
    const left = new Set([...unread, ...duplicates].map(({ file }) => file));
    const present = files.map(({ file }) => file).filter((file) => !left.has(file));
    writer.finish({ files: present, unread, duplicates, others });
    return { documents: present.length, read, unread, duplicates, others };
  } finally {
    writer.close();
    await reader.close();
  }
}

async function without(files: readonly FoundFile[], except: readonly string[]): Promise<FoundFile[]> {
  const real = (path: string) => realpath(path).catch(() => path);
  const left = new Set(await Promise.all(except.map(real)));
  const kept: FoundFile[] = [];
  for (const file of files) if (!left.has(await real(file.path))) kept.push(file);
  return kept;
}
