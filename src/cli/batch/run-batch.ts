import { pMapIterable } from 'p-map';
import type { InputRow } from '../../rows/input-rows.ts';
import type { RowWriter } from '../../rows/output-rows.ts';
import { answerRow, type RowContext } from '../../rows/row-kind.ts';
import { counting, countingProblem, type OutcomeCounts, type ProblemCounts, type VerdictCounts } from './row-counts.ts';
import type { Sink } from './writing.ts';

export interface Progress {
  readonly rows: number;
  readonly errors: number;
  /** Offset in the input after the last row written. */
  readonly position: number;
}

export interface VerifiedRows extends Progress {
  readonly verdicts: VerdictCounts;
  readonly outcomes: OutcomeCounts;
  readonly problems: ProblemCounts;
}

export interface Written {
  readonly rows: number;
  readonly errors: number;
  readonly verdicts: VerdictCounts;
  readonly outcomes: OutcomeCounts;
  readonly problems: ProblemCounts;
  /** Called with the input row of the last written row; throws when that row came from another input. */
  readonly check: (row: InputRow) => void;
}

export interface BatchRun extends RowContext {
  readonly rows: AsyncIterable<InputRow>;
  readonly writer: RowWriter;
  readonly sink: Sink;
  /** Rows verified in parallel; about this many are kept in memory. */
  readonly concurrency: number;
  readonly written: Written;
  readonly onProgress: (progress: Progress) => void;
}

/**
 * Reads, verifies and writes row by row: one output row per input row, in input order.
 * Rejects with the signal's reason when stopped and with `service_unavailable` when the verifier stays unavailable; the
 * output then ends with a complete row.
 */
export async function runBatch(run: BatchRun): Promise<VerifiedRows> {
  const { rows, errors, verdicts, outcomes, problems } = run.written;
  let progress: VerifiedRows = { rows, errors, verdicts, outcomes, problems, position: 0 };
  const answer = async (row: InputRow) => ({ row, answer: await answerRow(row, run) });
  for await (const { row, answer: result } of pMapIterable(rowsToAnswer(run), answer, run)) {
    await run.sink.write(run.writer.write(row, result));
    progress = {
      rows: progress.rows + 1,
      errors: progress.errors + ('error' in result ? 1 : 0),
      verdicts: counting(progress.verdicts, 'body' in result ? result.body.verdict : undefined),
      outcomes: counting(progress.outcomes, 'body' in result ? result.body.outcome : undefined),
      problems: 'error' in result ? countingProblem(progress.problems, result.error.message) : progress.problems,
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
    throw new Error(
      `The input has ${passed} rows, but ${written.rows} are written already. Use the input of the first run.`,
    );
  }
}
