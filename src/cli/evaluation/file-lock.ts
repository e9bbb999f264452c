import { readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { InputError } from '../../rows/input-error.ts';

/** Locks of this process: a lock file with its id that is not in this set was left by a dead process with the same id. */
const held = new Set<string>();

/**
 * Locks a file for this process: `FILE.lock` contains its process id until the returned function is called. A lock left by
 * a dead process is taken over. Throws InputError while another process has the lock.
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

/** The process id in a lock file; undefined when there is none, for example while it is being written. */
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
    // EPERM: the process exists and belongs to another user.
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

function inUse(path: string, lock: string, owner: number | undefined): InputError {
  const who = owner === undefined ? 'another process' : `process ${owner}`;
  return new InputError(
    `Expected exclusive use of "${path}", but ${who} has it open. Wait until that process ends, use another file, or delete "${lock}" if no such process is running.`,
  );
}
