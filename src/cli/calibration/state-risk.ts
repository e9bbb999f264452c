import type { DividedRows } from '../../calibration/divide-rows.ts';
import { type ExaminedRow, outcomeOf } from '../../calibration/fit-calibration.ts';
import { independentRows } from '../../calibration/independent-rows.ts';
import { controlRisk, fewestRight, type Passing, type RiskRow, rowsNeeded } from '../../calibration/risk-bound.ts';
import type { RiskBody } from '../../contract/answer.ts';
import { InputError } from '../../contract/input-error.ts';
import { DEFAULT_BOOTSTRAP, seededRandom } from '../../evaluation/bootstrap.ts';
import { isRight, type LabelledRow } from '../../evaluation/labelled-rows.ts';
import { sourceGroups } from '../../evaluation/split.ts';
import type { Calibration } from '../../index.ts';
import { counted } from '../command-line.ts';

/** Refuses, before a model is opened, rows that could not prove the statement even if all of them were right. */
export function assertEnoughSources({ reporting }: DividedRows<LabelledRow>, maxWrong: number): void {
  const sources = new Set(groupsOf(reporting)).size;
  const fewest = fewestRight(maxWrong);
  if (sources < fewest)
    throw new InputError(
      `${cannotState(maxWrong)} It needs ${fewest} right answers that pass in the held-out half, each from another source: about ${2 * fewest} labeled sources in all. The held-out half has ${counted(sources, 'source')}.`,
    );
}

/** The lowest confidence at which at most the share `maxWrong` of the passing answers is wrong. Throws InputError. */
export function stateRisk(
  labelled: DividedRows<LabelledRow>,
  examined: DividedRows<ExaminedRow>,
  { calibration, maxWrong }: { readonly calibration: Calibration; readonly maxWrong: number },
): { readonly minConfidence: number; readonly risk: RiskBody; readonly summary: string } {
  const random = seededRandom(DEFAULT_BOOTSTRAP.seed);
  const sample = (rows: readonly LabelledRow[], results: readonly ExaminedRow[]): RiskRow[] => {
    const groups = groupsOf(rows);
    const sampled = results.map((row, i) => ({ row, source: groups[i]! }));
    return independentRows(sampled, random).map((row) => riskRow(row, calibration));
  };
  const tuning = sample(labelled.tuning, examined.tuning);
  const heldOut = sample(labelled.reporting, examined.reporting);
  const { found, failed } = controlRisk({ tuning, heldOut }, maxWrong);
  if (found === undefined) throw new InputError(refusal(heldOut, failed, maxWrong));
  const coverage = Math.round((1e4 * found.passing) / heldOut.length) / 1e4;
  return {
    minConfidence: found.leastConfidence,
    risk: { max_wrong: maxWrong, coverage, rows: heldOut.length },
    summary: `Risk: at most ${percent(maxWrong)} of the answers that pass are wrong, with 95 % certainty, for texts like these. From confidence ${found.leastConfidence} on, ${found.passing} of ${heldOut.length} held-out rows pass (coverage ${percent(coverage)}), one row for each source; ${found.wrong} of them wrong, upper bound ${percent(found.bound)}.`,
  };
}

/** Near-duplicate sources are one, in whichever set they are. */
function groupsOf(rows: readonly LabelledRow[]): number[] {
  return sourceGroups(rows.map(({ source }) => ({ set: '', source })));
}

function riskRow(row: ExaminedRow, calibration: Calibration): RiskRow {
  const { label, verdict, confidence } = outcomeOf(row, calibration);
  return { isSupported: verdict === 'SUPPORTED', confidence, isRight: isRight(label, verdict) };
}

function refusal(heldOut: readonly RiskRow[], failed: Passing | undefined, maxWrong: number): string {
  const supported = heldOut.filter(({ isSupported }) => isSupported).length;
  const passing = failed?.passing ?? supported;
  const wrong = failed === undefined ? 0 : failed.wrong / failed.passing;
  const needed = rowsNeeded(wrong, maxWrong);
  const seen =
    failed === undefined
      ? `${supported} of ${heldOut.length} held-out rows, one for each source, are SUPPORTED.`
      : `${failed.wrong} of the ${failed.passing} answers that pass with a confidence of at least ${failed.leastConfidence} are wrong; the upper bound is ${percent(failed.bound)}.`;
  if (needed === undefined || passing === 0)
    return `${cannotState(maxWrong)} ${seen} More rows do not help at this share; state a higher --max-wrong.`;
  const all = 2 * Math.ceil((needed * heldOut.length) / passing);
  return `${cannotState(maxWrong)} ${seen} At this share it needs ${needed} answers that pass in the held-out half: about ${all} labeled sources in all.`;
}

function cannotState(maxWrong: number): string {
  return `Cannot state that at most ${percent(maxWrong)} of the answers that pass are wrong.`;
}

function percent(share: number): string {
  return `${Number((100 * share).toFixed(1))} %`;
}
