import { describe, expect, it } from 'vitest';
import {
  type ExaminedRow,
  fitCalibration,
  outcomeOf,
  tooFewRows,
} from '../../../scripts/calibration/fit-calibration.ts';
import { accuracy } from '../../../src/evaluation/classification.ts';
import type { Label } from '../../../src/evaluation/types.ts';
import { DEFAULT_CALIBRATION } from '../../../src/verify/calibration.ts';
import { examinedSpan, features } from '../../verify/support/examined-span.ts';

const ROWS = 60;
/** Values that lie around a centre, the same for the same i. */
const around = (centre: number, i: number) => centre + ((i * 7) % 11) / 11 - 0.5;

/** A row whose network says so much for it and so much against it, in log-odds. */
function rowOf(
  label: Label,
  i: number,
  { set = 'x', entailment = -4, contradiction = -4, coverage = 0.8 } = {},
): ExaminedRow {
  const given = features({
    entailment_covered: around(entailment, i),
    contradiction_covered: around(contradiction, i),
    coverage_opposition: coverage,
  });
  const span = examinedSpan({ features: given });
  return { set, label, spans: [{ ...span, opposition: { ...span.opposition, coverage } }] };
}
const rowsOf = (label: Label, numbers: Parameters<typeof rowOf>[2]) =>
  Array.from({ length: ROWS }, (_, i) => rowOf(label, i, numbers));

const labelled = [
  ...rowsOf('SUPPORTED', { entailment: 3 }),
  ...rowsOf('UNSUPPORTED', { contradiction: 3 }),
  ...rowsOf('UNCERTAIN', {}),
];
const verdictRate = (rows: readonly ExaminedRow[], calibration: typeof DEFAULT_CALIBRATION, verdict: string) =>
  rows.filter((row) => outcomeOf(row, calibration).verdict === verdict).length / rows.length;

describe('fitting a calibration', () => {
  it('tells apart what the features tell apart, and names the result', () => {
    const fitted = fitCalibration({ rows: labelled, pairs: [], offTopic: [] }, DEFAULT_CALIBRATION, 'mine');
    expect(fitted.name).toBe('mine');
    expect(accuracy(labelled.map((row) => outcomeOf(row, fitted)))).toBe(1);
    expect(labelled.map((row) => outcomeOf(row, fitted).confidence > 0.8)).not.toContain(false);
  });

  it('keeps what base knows of contradictions when no set tells UNSUPPORTED from UNCERTAIN', () => {
    const twoWay = [...rowsOf('SUPPORTED', { entailment: 3 }), ...rowsOf('NOT_SUPPORTED', {})];
    const alone = fitCalibration({ rows: twoWay, pairs: [], offTopic: [] }, DEFAULT_CALIBRATION, 'mine');
    expect(alone.contradicted).toBe(DEFAULT_CALIBRATION.contradicted);
    const taught = fitCalibration({ rows: twoWay, pairs: labelled, offTopic: [] }, DEFAULT_CALIBRATION, 'mine');
    expect(verdictRate(rowsOf('UNSUPPORTED', { contradiction: 3 }), taught, 'UNSUPPORTED')).toBe(1);
  });

  it('leaves text off the topic alone, however contradictory it looks to the network', () => {
    const offTopic = rowsOf('UNCERTAIN', { contradiction: 3, coverage: 0.02 });
    const fitted = fitCalibration({ rows: labelled, pairs: [], offTopic }, DEFAULT_CALIBRATION, 'mine');
    expect(verdictRate(offTopic, fitted, 'UNSUPPORTED')).toBeLessThanOrEqual(0.02);
    expect(verdictRate(rowsOf('UNSUPPORTED', { contradiction: 3 }), fitted, 'UNSUPPORTED')).toBe(1);
  });

  it('says which labels have too few rows', () => {
    expect(tooFewRows(labelled)).toBeUndefined();
    expect(tooFewRows([...labelled.slice(0, 2 * ROWS), ...rowsOf('UNCERTAIN', {}).slice(0, 7)])).toBe(
      'Expected at least 50 rows of each label (SUPPORTED, UNSUPPORTED, UNCERTAIN); UNCERTAIN has 7.',
    );
  });
});
