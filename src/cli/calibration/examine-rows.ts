import { pMapIterable } from 'p-map';
import type { ExaminedRow, FittedFor } from '../../calibration/fit-calibration.ts';
import type { LabelledRow } from '../../evaluation/labelled-rows.ts';
import type { Verifier } from '../../index.ts';
import type { ProgressDisplay } from '../batch/progress.ts';
import { oneByOne } from '../evaluation/judge-rows.ts';

/** The models of a calibration, and its name unless another is given: the verdict model and the date. */
export function fittedFor({ info: { model, evidenceModel } }: Verifier): FittedFor {
  return {
    name: `${model.id} ${model.version}, ${new Date().toISOString().slice(0, 10)}`,
    models: { verdict: model.sha256, evidence: evidenceModel?.sha256 ?? null },
  };
}

interface ExamineOptions {
  readonly verifier: Verifier;
  readonly concurrency: number;
  readonly display: ProgressDisplay;
  readonly signal: AbortSignal;
}

/** Results of the models and the rules for each row, in order; the texts are not kept. */
export async function examineRows(rows: readonly LabelledRow[], options: ExamineOptions): Promise<ExaminedRow[]> {
  const { verifier, display, signal } = options;
  const examined: ExaminedRow[] = [];
  const examine = async ({ set, label, weight, claim, source }: LabelledRow): Promise<ExaminedRow> => {
    const { spans } = await verifier.examine({ claim, source }, { signal });
    return { set, label, weight, spans };
  };
  for await (const row of pMapIterable(oneByOne(rows, signal), examine, options)) {
    examined.push(row);
    display.update({ rows: examined.length, errors: 0, position: examined.length });
  }
  return examined;
}
