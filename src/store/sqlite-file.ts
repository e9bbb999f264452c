import { closeSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Creates the file, empty and readable by its owner only, unless it exists. SQLite gives its side files the same mode.
 * An existing file is not opened: closing it again would drop this process's POSIX locks on it, and another process
 * would then delete the write-ahead log of a running server.
 */
export function createFile(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
}

/** A file as it was looked at: `inode` changes when another takes its place, `state` with every write to it as well. */
export interface FileIdentity {
  readonly inode: string;
  readonly state: string;
}

/** `undefined` when there is no file. */
export function fileIdentity(path: string): FileIdentity | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return undefined;
  const inode = `${found.dev}:${found.ino}`;
  return { inode, state: `${inode}:${found.size}:${found.mtimeMs}` };
}
