import { availableParallelism } from 'node:os';
import { pMapIterable } from 'p-map';
import { printable } from '../../printable.ts';
import type { DuplicateFile, FilesLeftOut, UnreadFile } from '../document.ts';
import { FileReader, isUnread, type OpenedFile, openFile } from '../file-reader.ts';
import { FirstFiles } from '../first-files.ts';
import type { PreparedDocument } from '../split/prepare-document.ts';
import { walkFolder } from '../walk-folder.ts';
import { isOfIndex } from './index-file.ts';
import { IndexWriter } from './index-writer.ts';

export interface UpdateOptions {
  /** Files that are no sources although they lie in the folder: the draft, and what is written. */
  readonly except?: readonly string[];
  readonly onFile?: (done: number, all: number) => void;
  readonly signal?: AbortSignal | undefined;
}

export interface UpdateCounts extends FilesLeftOut {
  readonly documents: number;
  /** Those of them that were read: the others had not changed. */
  readonly read: number;
}

/** Each takes a processor and up to its bound of memory. */
const MAX_AT_A_TIME = 4;

/** The first file with its bytes. */
interface Original {
  readonly file: string;
  reason?: string;
}

/** The result for a file of the folder. `document`: undefined where the index holds it. */
type Taken =
  | UnreadFile
  | { readonly file: string; readonly of: Original }
  | { readonly original: Original; readonly document: PreparedDocument | UnreadFile | undefined };

/** Brings an index in line with a folder, or makes it; reads changed files. Rejects with `invalid_configuration`. */
export async function updateIndex(
  index: string,
  folder: string,
  { except = [], onFile, signal }: UpdateOptions = {},
): Promise<UpdateCounts> {
  const { files, unread, others } = await walkFolder(folder, [index, ...except]);
  const duplicates = new FirstFiles<DuplicateFile>();
  const writer = new IndexWriter(index);
  const reader = new FileReader();
  const originals = new Map<string, Original>();
  const present = new Set<string>();
  let done = 0;
  let read = 0;
  /** An error about one document names it as unread, and the rest continues. */
  const orUnread = async <Done>(file: string, work: () => Promise<Done>): Promise<Done | UnreadFile> => {
    try {
      return await work();
    } catch (error) {
      signal?.throwIfAborted();
      if (isOfIndex(error)) throw error;
      const message = error instanceof Error ? error.message : String(error);
      return { file, reason: printable(`cannot be indexed: ${message}`) };
    }
  };
  const take = async (opened: OpenedFile | UnreadFile): Promise<Taken> => {
    signal?.throwIfAborted();
    if (isUnread(opened)) return opened;
    const { file, sha256 } = opened;
    const first = originals.get(sha256);
    if (first !== undefined) return { file, of: first };
    const original: Original = { file };
    originals.set(sha256, original);
    if (writer.holds(file, sha256)) return { original, document: undefined };
    return { original, document: await orUnread(file, () => reader.prepare(opened, signal)) };
  };
  const put = async (document: PreparedDocument): Promise<UnreadFile | undefined> => {
    const problem = await orUnread(document.file, async () => void (await writer.put(document)));
    if (problem === undefined) read += 1;
    return problem;
  };
  /** Originals come before their copies, which share their fate. */
  const count = async (taken: Taken): Promise<void> => {
    if (isUnread(taken)) return unread.add(taken);
    if ('of' in taken) {
      const { file, of } = taken;
      return of.reason === undefined ? duplicates.add({ file, of: of.file }) : unread.add({ file, reason: of.reason });
    }
    const { original, document } = taken;
    const problem = document === undefined || isUnread(document) ? document : await put(document);
    if (problem === undefined) return void present.add(original.file);
    original.reason = problem.reason;
    unread.add(problem);
  };
  try {
    const open = pMapIterable(files, openFile, { concurrency: 1 });
    const concurrency = Math.min(MAX_AT_A_TIME, availableParallelism());
    for await (const taken of pMapIterable(open, take, { concurrency })) {
      await count(taken);
      done += 1;
      onFile?.(done, files.length);
    }
    const leftOut = {
      unread: unread.named,
      duplicates: duplicates.named,
      others: others.named,
      counts: { unread: unread.count, duplicates: duplicates.count, others: others.count },
    };
    await writer.finish(present, leftOut);
    return { documents: present.size, read, ...leftOut };
  } finally {
    writer.close();
    await reader.close();
  }
}
