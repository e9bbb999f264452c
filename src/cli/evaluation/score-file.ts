import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync, truncateSync, unlinkSync, writeFileSync } from 'node:fs';
import { InputError } from '../../contract/input-error.ts';
import type { VerifierOptions } from '../../index.ts';

type ScoreStore = NonNullable<VerifierOptions['scoreStore']>;
type Scores = NonNullable<ReturnType<ScoreStore['get']>>;

export interface ScoreFile extends ScoreStore {
  readonly path: string;
  readonly size: number;
  /** Pairs answered from the file since it was opened. */
  readonly answered: number;
  close(): void;
}

/** Lines written together: the maximum loss of a killed process. */
const LINES_PER_WRITE = 256;
const LINE = /^([0-9a-f]{16} [\w-]{22}) (\d(?:\.\d+)?(?:e-\d+)?) (\d(?:\.\d+)?(?:e-\d+)?) (\d(?:\.\d+)?(?:e-\d+)?)$/;
const LONGEST_LINE = 200;
const UNFINISHED = /^[0-9a-f]{0,16}$|^[0-9a-f]{16} [\w-]{0,22}$|^[0-9a-f]{16} [\w-]{22} [\d.e -]{0,78}$/;

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
  let known: Map<string, Scores>;
  try {
    known = readScores(path);
  } catch (error) {
    unlock();
    throw error;
  }
  let pending = '';
  let [waiting, answered, isOpen] = [0, 0, true];
  const flush = () => {
    const lines = pending;
    // A write that failed half-way is not repeated, which would leave an incomplete line before others.
    [pending, waiting] = ['', 0];
    appendFileSync(path, lines);
  };
  signal?.addEventListener('abort', flush);
  return {
    path,
    get size() {
      return known.size;
    },
    get answered() {
      return answered;
    },
    get(modelSha256, pairKey) {
      const scores = known.get(keyOf(modelSha256, pairKey));
      if (scores !== undefined) answered += 1;
      return scores;
    },
    set(modelSha256, pairKey, scores) {
      const key = keyOf(modelSha256, pairKey);
      if (!isOpen || known.has(key)) return;
      known.set(key, scores);
      // Numbers have JavaScript's shortest form, which is read back exactly.
      pending += `${key} ${scores.entailment} ${scores.neutral} ${scores.contradiction}\n`;
      waiting += 1;
      if (waiting >= LINES_PER_WRITE || signal?.aborted) flush();
    },
    close() {
      if (!isOpen) return;
      isOpen = false;
      signal?.removeEventListener('abort', flush);
      try {
        flush();
      } finally {
        unlock();
      }
    },
  };
}

function keyOf(modelSha256: string, pairKey: string): string {
  const hash = createHash('sha256').update(pairKey, 'utf16le').digest('base64url').slice(0, 22);
  return `${modelSha256.slice(0, 16)} ${hash}`;
}

function readScores(path: string): Map<string, Scores> {
  const known = new Map<string, Scores>();
  if (!existsSync(path)) {
    writeFileSync(path, '');
    return known;
  }
  // The file may be longer than a string can be.
  const bytes = readFileSync(path);
  let [lines, start] = [0, 0];
  for (let end = bytes.indexOf('\n'); end !== -1; end = bytes.indexOf('\n', start)) {
    lines += 1;
    const [, key, ...numbers] = LINE.exec(bytes.toString('latin1', start, end)) ?? [];
    start = end + 1;
    const [entailment = 2, neutral = 2, contradiction = 2] = numbers.map(Number);
    if (key === undefined || Math.max(entailment, neutral, contradiction) > 1) throw malformed(path, lines);
    known.set(key, { entailment, neutral, contradiction });
  }
  if (!UNFINISHED.test(bytes.toString('latin1', start, start + LONGEST_LINE))) throw malformed(path, lines + 1);
  if (start < bytes.length) truncateSync(path, start);
  return known;
}

function malformed(path: string, line: number): InputError {
  return new InputError(
    `Line ${line} of "${path}" is not a score (model, pair and three numbers from 0 to 1). Check that it is a score file, or delete the line or the file: its pairs are then scored again.`,
  );
}

/** Locks of this process: a lock file with its id that is not in this set was left by a dead process with the same id. */
const held = new Set<string>();

/** Locks a file by `FILE.lock` with the process id; takes over a dead process's lock. Throws InputError. */
function lockFile(path: string): () => void {
  const lock = `${path}.lock`;
  if (!create(lock)) {
    const owner = /^[1-9]\d*(?=\n)/.exec(readFileSync(lock, 'utf8'))?.[0];
    if (owner === undefined || isAlive(Number(owner), lock)) throw inUse(path, lock, owner);
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

function inUse(path: string, lock: string, owner: string | undefined): InputError {
  const who = owner === undefined ? 'another process' : `process ${owner}`;
  return new InputError(
    `"${path}" is in use by ${who}. Wait until that process ends, use another file, or delete "${lock}" if no such process is running.`,
  );
}
