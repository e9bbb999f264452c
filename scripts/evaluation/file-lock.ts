import { readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { InputError } from '../batch/input-rows.ts';

/** Locks of this process: a lock that names its id but is not here was left by a dead process with the same id. */
const held = new Set<string>();

/**
 * Keeps other processes off a file: `FILE.lock` holds this process's id until the function returned is called.
 * A lock left by a process that is gone is taken over. Throws InputError while another one has it.
 */
export function lockFile(path: string): () => void {
  const lock = `${path}.lock`;
  if (!create(lock)) {
    const owner = ownerOf(lock);
    if (owner === undefined || isAlive(owner, lock)) throw inUse(path, lock, owner);
    unlinkSync(lock);
    if (!create(lock)) throw inUse(path, lock, undefined);
  }
  held.add(lock);
  return () => {
    if (held.delete(lock)) unlinkSync(lock);
  };
}

function create(lock: string): boolean {
  try {
    writeFileSync(lock, `${process.pid}\n`, { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** The process that a lock names; undefined when it names none, as while it is being written. */
function ownerOf(lock: string): number | undefined {
  const text = readFileSync(lock, 'utf8').trim();
  return /^[1-9]\d*$/.test(text) ? Number(text) : undefined;
}

function isAlive(pid: number, lock: string): boolean {
  if (pid === process.pid) return held.has(lock);
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process is there and belongs to somebody else.
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

function inUse(path: string, lock: string, owner: number | undefined): InputError {
  const who = owner === undefined ? 'another process' : `process ${owner}`;
  return new InputError(
    `Expected "${path}" for this process alone, but ${who} has it open. Wait for it to end, take another file, or delete "${lock}" when no such process runs.`,
  );
}
