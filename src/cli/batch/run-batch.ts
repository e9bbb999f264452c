import { pMapIterable } from 'p-map';
import type { InputRow } from '../../rows/input-rows.ts';
import type { RowWriter } from '../../rows/output-rows.ts';
import { answerRow, type RowContext } from '../../rows/row-kind.ts';
import { countRow, type RowCounts } from './row-counts.ts';
import type { Sink } from './writing.ts';

export interface Progress {
  readonly rows: number;
  readonly errors: number;
  /** Offset in the input after the last row written. */
  readonly position: number;
}

export interface BatchRun extends RowContext {
  readonly rows: AsyncIterable<InputRow>;
  readonly writer: RowWriter;
  readonly sink: Sink;
  /** Rows verified in parallel; about this many are kept in memory. */
  readonly concurrency: number;
  /** Those of the run that this one continues; the rows of this one are added. */
  readonly written: RowCounts;
  /** Called with the input row of the last written row; throws when that row came from another input. */
  readonly check: (row: InputRow) => void;
  readonly onProgress: (progress: Progress) => void;
}

/**
 * Reads, verifies and writes row by row: one output row per input row, in input order.
 * Rejects with the signal's reason when stopped and with `service_unavailable` when the verifier stays unavailable; the
 * output then ends with a complete row.
 */
export async function runBatch(run: BatchRun): Promise<RowCounts> {
  const { written } = run;
  const answer = async (row: InputRow) => ({ row, answer: await answerRow(row, run) });
  for await (const { row, answer: result } of pMapIterable(rowsToAnswer(run, written.rows), answer, run)) {
    await run.sink.write(run.writer.write(row, result));
    countRow(written, 'body' in result ? result.body : { problem: result.error.message });
    run.onProgress({ rows: written.rows, errors: written.errors, position: row.endByte });
  }
  run.signal.throwIfAborted();
  return written;
}

async function* rowsToAnswer({ rows, check, signal }: BatchRun, written: number): AsyncGenerator<InputRow> {
  let passed = 0;
  for await (const row of rows) {
    if (signal.aborted) return;
    passed += 1;
    if (passed > written) yield row;
    else if (passed === written) check(row);
  }
  if (passed < written) {
    throw new Error(
      `The input has ${passed} rows, but ${written} are written already. Use the input of the first run.`,
    );
  }
}
