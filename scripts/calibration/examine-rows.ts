import { pMapIterable } from 'p-map';
import type { ExaminedRow } from '../../src/calibration/fit-calibration.ts';
import type { LabelledRow } from '../../src/evaluation/labelled-rows.ts';
import type { ClaimVerifier } from '../../src/index.ts';
import type { ProgressDisplay } from '../batch/progress.ts';
import { oneByOne } from '../evaluation/judge-rows.ts';

export interface ExamineOptions {
  readonly verifier: ClaimVerifier;
  readonly concurrency: number;
  readonly display: ProgressDisplay;
  readonly signal: AbortSignal;
}

/** Results of the models and the rules for each row, in order; the texts are not kept. */
export async function examineRows(rows: readonly LabelledRow[], options: ExamineOptions): Promise<ExaminedRow[]> {
  const { verifier, display, signal } = options;
  const examined: ExaminedRow[] = [];
  const examine = async ({ set, label, claim, source }: LabelledRow): Promise<ExaminedRow> => {
    const { spans } = await verifier.examine({ claim, source }, { signal });
    return { set, label, spans };
  };
  for await (const row of pMapIterable(oneByOne(rows, signal), examine, options)) {
    examined.push(row);
    display.update({ rows: examined.length, errors: 0, position: examined.length });
  }
  return examined;
}
