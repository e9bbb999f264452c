import { setMaxListeners } from 'node:events';
import pMap from 'p-map';
import { pauseRegularly } from '../pause.ts';
import type { InputRow } from '../rows/input-rows.ts';
import { rowWriter } from '../rows/output-rows.ts';
import { answerRow, type RowContext, type RowKind, type RowResult } from '../rows/row-kind.ts';
import type { ChunkLease, ChunkResult, Kept, RowProgress } from './chunk-work.ts';

/** The rows of a chunk whose attempts before have ended without any result are verified one by one. */
const CAREFUL_ATTEMPT = 3;
/** A row is given up that was begun so often and never ended. */
const MAX_STARTS = 2;

const GIVEN_UP: RowResult = {
  error: { code: 'internal_error', message: 'This row crashed the service twice and was skipped.' },
};

export interface ChunkContext extends RowContext {
  readonly concurrency: number;
  /** Stores progress; see ChunkWork. */
  readonly beginRow: (progress: RowProgress) => Promise<void>;
  readonly lines: ChunkLines;
}

/** The results as the command `verify` writes them. Throws the signal's reason, or a lasting `service_unavailable`. */
export async function verifyChunk(lease: ChunkLease, verifying: ChunkContext): Promise<ChunkResult> {
  const write = lineWriter(verifying.kind);
  if (lease.attempt >= CAREFUL_ATTEMPT) return rowByRow(lease, verifying);
  const { concurrency, lines } = verifying;
  // A row that cannot be verified now ends the others too.
  const failed = new AbortController();
  const signal = AbortSignal.any([verifying.signal, failed.signal]);
  // Every row under way adds listeners.
  setMaxListeners(0, signal);
  try {
    // Rows that are refused take no model time: nothing else would get its turn before a whole file of them is done.
    const pause = pauseRegularly(signal);
    const answer = async (row: InputRow) => {
      lines.set(row.index, write(row, await answerRow(row, { ...verifying, signal })));
      await pause();
    };
    await pMap(lease.rows.slice(lease.progress.row), answer, { concurrency, signal });
    return resultOf(lines.kept.output);
  } catch (error) {
    failed.abort();
    throw error;
  }
}

/** Nothing else is verified for jobs in this process meanwhile: what ends it is the row that was begun. */
async function rowByRow({ rows, progress }: ChunkLease, verifying: ChunkContext): Promise<ChunkResult> {
  const write = lineWriter(verifying.kind);
  let { output } = progress;
  for (let at = progress.row; at < rows.length; at += 1) {
    verifying.signal.throwIfAborted();
    const row = rows[at]!;
    const starts = at === progress.row ? progress.starts : 0;
    if (starts < MAX_STARTS) await verifying.beginRow({ row: at, starts: starts + 1, output });
    output += write(row, starts < MAX_STARTS ? await answerRow(row, verifying) : GIVEN_UP);
  }
  return resultOf(output);
}

function lineWriter(kind: RowKind): (row: InputRow, result: RowResult) => string {
  return rowWriter('jsonl', { kind, columns: [], escapeFormulas: false }).write;
}

function resultOf(output: string): ChunkResult {
  const errors: Record<string, number> = {};
  for (const line of output.split('\n')) {
    const code = line === '' ? undefined : (JSON.parse(line) as { error?: { code: string } }).error?.code;
    if (code !== undefined) errors[code] = (errors[code] ?? 0) + 1;
  }
  return { output, errors };
}

export class ChunkLines {
  readonly #ahead = new Map<number, string>();
  #kept: Kept;

  constructor(kept: Kept) {
    this.#kept = kept;
  }

  set(row: number, line: string): void {
    this.#ahead.set(row, line);
    let { row: next, output } = this.#kept;
    for (let found = this.#ahead.get(next); found !== undefined; found = this.#ahead.get(next)) {
      this.#ahead.delete(next);
      output += found;
      next += 1;
    }
    this.#kept = { row: next, output };
  }

  /** Those before the first that is missing. */
  get kept(): Kept {
    return this.#kept;
  }
}
