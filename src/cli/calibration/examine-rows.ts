import type { ExaminedRow, FittedFor } from '../../calibration/fit-calibration.ts';
import type { LabelledRow } from '../../evaluation/labelled-rows.ts';
import type { Verifier } from '../../index.ts';

/** The models of a calibration, and its name unless another is given: the verdict model and the date. */
export function fittedFor({ info: { model, evidenceModel } }: Verifier): FittedFor {
  return {
    name: `${model.id} ${model.version}, ${new Date().toISOString().slice(0, 10)}`,
    models: { verdict: model.sha256, evidence: evidenceModel?.sha256 ?? null },
  };
}

export async function examineRow(
  verifier: Verifier,
  { set, label, claim, source }: LabelledRow,
  signal: AbortSignal,
): Promise<ExaminedRow> {
  const { spans } = await verifier.examine({ claim, source }, { signal });
  return { set, label, spans };
}
