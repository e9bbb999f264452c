import { METRIC_NAMES, METRICS } from '../evaluation/metrics.ts';
import type { Calibration } from '../verify/decide/calibration.ts';
import { type ExaminedRow, outcomeOf } from './fit-calibration.ts';

/** A table of every metric on rows that were not fitted, with the old and the new calibration. */
export function beforeAndAfter(rows: readonly ExaminedRow[], before: Calibration, after: Calibration): string {
  if (rows.length === 0) return 'The reporting half has no rows, so the calibrations cannot be compared.';
  const measured = [before, after].map((calibration) => rows.map((row) => outcomeOf(row, calibration)));
  const lines = METRIC_NAMES.map((name) => {
    const [was, is] = measured.map((outcomes) => METRICS[name].of(outcomes));
    return `${METRICS[name].title.padEnd(32)} ${was!.toFixed(3)}  ${is!.toFixed(3)}`;
  });
  const heading = `${`${rows.length} held-out rows`.padEnd(32)} before after`;
  return [heading, ...lines].join('\n');
}
