import { createHash } from 'node:crypto';
import { constants, open } from 'node:fs/promises';
import type { ReadDocument, UnreadFile } from './document.ts';
import type { ProcessRequest, ProcessResults } from './process/messages.ts';
import { PROCESS_BOUNDS, type ProcessBounds, ReadingProcess } from './process/reading-process.ts';
import { ReadingProcesses } from './process/reading-processes.ts';
import type { PreparedDocument } from './split/prepare-document.ts';
import type { FoundFile } from './walk-folder.ts';

const MAX_FILE_BYTES = 200 * 1024 * 1024;

export interface OpenedFile extends FoundFile {
  readonly bytes: Buffer;
  /** In hexadecimal. */
  readonly sha256: string;
}

/** Reads files, several at a time if several are asked for, in processes that parse one file after another. */
export class FileReader {
  readonly #processes: ReadingProcesses<ReadingProcess>;

  constructor(bounds: ProcessBounds = PROCESS_BOUNDS) {
    this.#processes = new ReadingProcesses(() => new ReadingProcess(bounds));
  }

  /** The document, or why there is none; rejects with the signal's reason only. */
  async read({ file, bytes, sha256 }: OpenedFile, signal?: AbortSignal): Promise<ReadDocument | UnreadFile> {
    const read = await this.#ask({ task: 'read', name: file, bytes }, signal);
    return typeof read === 'string' ? { file, reason: read } : { file, format: read.format, sha256, ...read.body };
  }

  /** Returns the data of the document for an index, or why there is none; rejects as `read` does. */
  async prepare({ file, bytes, sha256 }: OpenedFile, signal?: AbortSignal): Promise<PreparedDocument | UnreadFile> {
    const prepared = await this.#ask({ task: 'prepare', name: file, sha256, bytes }, signal);
    return typeof prepared === 'string' ? { file, reason: prepared } : prepared;
  }

  #ask<Task extends 'read' | 'prepare'>(
    request: Extract<ProcessRequest, { readonly task: Task }>,
    signal: AbortSignal | undefined,
  ): Promise<ProcessResults[Task] | string> {
    return this.#processes.use(async (process) => {
      signal?.throwIfAborted();
      return process.ask<Task>(request, signal);
    });
  }

  close(): Promise<void> {
    return this.#processes.close();
  }
}

/** The bytes of a file and their hash. A link is not followed, whatever took the place of the file since it was found. */
export async function openFile({ file, path }: FoundFile): Promise<OpenedFile | UnreadFile> {
  try {
    const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      const { size } = await handle.stat();
      if (size > MAX_FILE_BYTES)
        return { file, reason: `has ${size} bytes; at most ${MAX_FILE_BYTES / 1024 / 1024} MB are read` };
      const bytes = Buffer.alloc(size);
      const { bytesRead } = await handle.read(bytes, 0, size, 0);
      const whole = bytes.subarray(0, bytesRead);
      return { file, path, bytes: whole, sha256: createHash('sha256').update(whole).digest('hex') };
    } finally {
      await handle.close();
    }
  } catch (error) {
    return { file, reason: `cannot be opened: ${(error as NodeJS.ErrnoException).code ?? (error as Error).message}` };
  }
}

export function isUnread(file: object): file is UnreadFile {
  return 'reason' in file;
}
