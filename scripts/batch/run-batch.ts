import { pMapIterable } from 'p-map';
import type { Verifier } from '../../src/index.ts';
import { answerRow } from './answer-row.ts';
import type { InputRow } from './input-rows.ts';
import type { RowWriter } from './output-rows.ts';
import type { Sink } from './sink.ts';

/** How far a run is, rows of an earlier run that it resumed included. */
export interface Progress {
  readonly rows: number;
  /** Rows that became error rows. */
  readonly errors: number;
  /** Offset in the input behind the last row written. */
  readonly position: number;
}

/** What an earlier run left in the output. */
export interface Written {
  readonly rows: number;
  readonly errors: number;
  /** Meets the input row that the last written row should come from; throws when it comes from another. */
  readonly check: (row: InputRow) => void;
}

export interface BatchRun {
  readonly verifier: Verifier;
  /** All rows of this shard, in order. */
  readonly rows: AsyncIterable<InputRow>;
  readonly writer: RowWriter;
  readonly sink: Sink;
  /** Rows verified at the same time; about as many are held in memory, and no more. */
  readonly concurrency: number;
  readonly written: Written;
  readonly onProgress: (progress: Progress) => void;
  /** Stops the run: no further row is begun or written. */
  readonly signal: AbortSignal;
}

/**
 * Reads, verifies and writes row by row: one output row per input row, in input order.
 * Rejects with the signal's reason when stopped and with `service_unavailable` when the verifier is gone;
 * the output then ends with a whole row.
 */
export async function runBatch(run: BatchRun): Promise<Progress> {
  let progress: Progress = { rows: run.written.rows, errors: run.written.errors, position: 0 };
  const answer = async (row: InputRow) => ({ row, answer: await answerRow(run.verifier, row, run.signal) });
  for await (const { row, answer: given } of pMapIterable(rowsToAnswer(run), answer, run)) {
    await run.sink.write(run.writer.write(row, given));
    progress = {
      rows: progress.rows + 1,
      errors: progress.errors + ('error' in given ? 1 : 0),
      position: row.endByte,
    };
    run.onProgress(progress);
  }
  run.signal.throwIfAborted();
  return progress;
}

async function* rowsToAnswer({ rows, written, signal }: BatchRun): AsyncGenerator<InputRow> {
  let passed = 0;
  for await (const row of rows) {
    if (signal.aborted) return;
    passed += 1;
    if (passed > written.rows) yield row;
    else if (passed === written.rows) written.check(row);
  }
  if (passed < written.rows) {
    throw new Error(`Expected an input of at least the rows already written, ${written.rows}, got ${passed}.`);
  }
}
