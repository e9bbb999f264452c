import { pMapIterable } from 'p-map';
import type { Judge, JudgedRow, LabelledRow } from '../../evaluation/labelled-rows.ts';
import type { ProgressDisplay } from '../batch/progress.ts';

export interface JudgeRowsOptions {
  readonly judge: Judge;
  readonly concurrency: number;
  readonly display: ProgressDisplay;
  readonly signal: AbortSignal;
}

export async function judgeRows(rows: readonly LabelledRow[], options: JudgeRowsOptions): Promise<JudgedRow[]> {
  const judged: JudgedRow[] = [];
  const judge = async (row: LabelledRow) => ({ row, judgement: await options.judge(row) });
  for await (const answer of pMapIterable(oneByOne(rows, options.signal), judge, options)) {
    judged.push(answer);
    options.display.update({ rows: judged.length, errors: 0, position: judged.length });
  }
  return judged;
}

export async function* oneByOne<Row>(rows: readonly Row[], signal: AbortSignal): AsyncGenerator<Row> {
  for (const row of rows) {
    signal.throwIfAborted();
    yield row;
  }
}

/** Baselines that `evaluate --baseline` can measure instead of the product. */
export const BASELINE_NAMES = ['overlap'] as const;
export type BaselineName = (typeof BASELINE_NAMES)[number];
