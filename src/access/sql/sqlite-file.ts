import { closeSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes the file, empty and readable by its owner only, unless it is there. SQLite gives its side files the same mode.
 * A file that is there is not opened: closing it again would drop this process's POSIX locks on it, and another
 * process would then throw away the write-ahead log under a running server.
 */
export function createFile(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
}

/** Changes when the file is replaced or written to by anybody; `undefined` when there is none. */
export function fileIdentity(path: string): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  return found && `${found.dev}:${found.ino}:${found.size}:${found.mtimeMs}`;
}
