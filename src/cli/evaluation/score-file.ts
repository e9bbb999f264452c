import { createHash } from 'node:crypto';
import {
  closeSync,
  fstatSync,
  ftruncateSync,
  openSync,
  readFileSync,
  readSync,
  unlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { InputError } from '../../contract/input-error.ts';
import {
  formatScoreLine,
  isUnfinishedLine,
  readScoreLine,
  type ScoreStore,
  type Scores,
  ScoreTable,
} from './score-lines.ts';

/** Scores of all pairs scored so far, kept in a file across processes. */
export interface ScoreFile extends ScoreStore {
  readonly path: string;
  /** Pairs in the file, those of this run included. */
  readonly size: number;
  /** Pairs answered from the file since it was opened. */
  readonly answered: number;
  /** Writes pending lines and unlocks the file for other processes. */
  close(): void;
}

/** Lines written together: the maximum loss of a killed process. */
const LINES_PER_WRITE = 256;
const CHUNK_BYTES = 1 << 20;
const NEWLINE = 10;

/**
 * Opens or creates a score file for exclusive use. A line is
 * `<first 16 hex digits of the model's sha256> <22 characters of the pair's hash> <entailment> <neutral> <contradiction>`;
 * the hash is base64url of sha256 over the pair key in UTF-16LE. An incomplete last line, left by a killed
 * process, is overwritten.
 *
 * @param signal when it aborts, pending lines and every later score are written at once: the run may end before `close`.
 * @throws InputError when another process has the file open, or with file and line number for an invalid line.
 */
export function openScoreFile(path: string, signal?: AbortSignal): ScoreFile {
  const unlock = lockFile(path);
  try {
    const descriptor = openSync(path, 'a+');
    try {
      return new AppendedScores({ path, descriptor, table: loadScores(path, descriptor), unlock, signal });
    } catch (error) {
      closeSync(descriptor);
      throw error;
    }
  } catch (error) {
    unlock();
    throw error;
  }
}

function hashPairKey(pairKey: string): string {
  return createHash('sha256').update(pairKey, 'utf16le').digest('base64url').slice(0, 22);
}

interface Parts {
  readonly path: string;
  readonly descriptor: number;
  readonly table: ScoreTable;
  readonly unlock: () => void;
  readonly signal: AbortSignal | undefined;
}

class AppendedScores implements ScoreFile {
  readonly #parts: Parts;
  readonly #flush = () => this.#write();
  #pending: string[] = [];
  #answered = 0;
  #isOpen = true;

  constructor(parts: Parts) {
    this.#parts = parts;
    parts.signal?.addEventListener('abort', this.#flush);
  }

  get path(): string {
    return this.#parts.path;
  }

  get size(): number {
    return this.#parts.table.size;
  }

  get answered(): number {
    return this.#answered;
  }

  get(modelSha256: string, pairKey: string): Scores | undefined {
    const scores = this.#parts.table.get(shortModel(modelSha256), hashPairKey(pairKey));
    if (scores !== undefined) this.#answered += 1;
    return scores;
  }

  set(modelSha256: string, pairKey: string, scores: Scores): void {
    const model = shortModel(modelSha256);
    const pair = hashPairKey(pairKey);
    if (!this.#isOpen || !this.#parts.table.add(model, pair, scores)) return;
    this.#pending.push(formatScoreLine(model, pair, scores));
    if (this.#pending.length >= LINES_PER_WRITE || this.#parts.signal?.aborted) this.#write();
  }

  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#parts.signal?.removeEventListener('abort', this.#flush);
    try {
      this.#write();
    } finally {
      closeSync(this.#parts.descriptor);
      this.#parts.unlock();
    }
  }

  #write(): void {
    const bytes = Buffer.from(this.#pending.join(''), 'latin1');
    this.#pending = [];
    for (let written = 0; written < bytes.length; ) {
      written += writeSync(this.#parts.descriptor, bytes, written);
    }
  }
}

function shortModel(sha256: string): string {
  return sha256.slice(0, 16);
}

/** Reads all complete lines in chunks and truncates the file after the last of them. */
function loadScores(path: string, descriptor: number): ScoreTable {
  const table = new ScoreTable();
  const length = fstatSync(descriptor).size;
  const buffer = Buffer.alloc(Math.min(length, CHUNK_BYTES));
  let lines = 0;
  let end = 0;
  while (end < length) {
    const bytes = buffer.subarray(0, readSync(descriptor, buffer, 0, buffer.length, end));
    let start = 0;
    for (let at = bytes.indexOf(NEWLINE); at !== -1; at = bytes.indexOf(NEWLINE, start)) {
      lines += 1;
      const line = readScoreLine(bytes, start, at);
      if (line === undefined) throw malformed(path, lines);
      table.add(line.model, line.pair, line);
      start = at + 1;
    }
    if (start === 0) break;
    end += start;
  }
  const rest = buffer.toString('latin1', 0, readSync(descriptor, buffer, 0, buffer.length, end));
  if (!isUnfinishedLine(rest)) throw malformed(path, lines + 1);
  ftruncateSync(descriptor, end);
  return table;
}

function malformed(path: string, line: number): InputError {
  return new InputError(
    `Line ${line} of "${path}" is not a score (model, pair and three numbers from 0 to 1). Check that it is a score file, or delete the line or the file: its pairs are then scored again.`,
  );
}

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
    `"${path}" is in use by ${who}. Wait until that process ends, use another file, or delete "${lock}" if no such process is running.`,
  );
}
