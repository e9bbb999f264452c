import { describe, expect, it } from 'vitest';
import { type ExaminedRow, outcomeOf } from '../../src/calibration/fit-calibration.ts';
import { fitFewRows } from '../../src/calibration/fit-few-rows.ts';
import { DEFAULT_CALIBRATION } from '../../src/verify/decide/calibration.ts';
import { spanWith } from '../verify/support/examined-span.ts';

/** A row that the default calibration calls SUPPORTED, with the more confidence the greater `entailment` is. */
function row(label: ExaminedRow['label'], entailment = 6): ExaminedRow {
  const given = { passage_entailment: entailment, sentence_entailment: entailment, passage_contradiction: -entailment };
  return { set: 'mine', label, spans: [spanWith(given)] };
}

const times = (count: number, make: () => ExaminedRow) => Array.from({ length: count }, make);

function meanConfidence(rows: readonly ExaminedRow[], calibration = DEFAULT_CALIBRATION): number {
  const confidences = rows.map((one) => outcomeOf(one, calibration).confidence);
  return confidences.reduce((sum, value) => sum + value, 0) / rows.length;
}

describe('a fit to few rows', () => {
  it('brings the confidence near the share that is right, and leaves weights and thresholds', () => {
    const rows = [...times(12, () => row('SUPPORTED')), ...times(12, () => row('UNCERTAIN'))];
    expect(meanConfidence(rows)).toBeGreaterThan(0.95);
    const { calibration, told } = fitFewRows(rows, DEFAULT_CALIBRATION)!;
    expect(meanConfidence(rows, calibration)).toBeCloseTo(0.5, 1);
    expect(calibration.entailed).toEqual(DEFAULT_CALIBRATION.entailed);
    expect(calibration.thresholds).toEqual(DEFAULT_CALIBRATION.thresholds);
    expect(told).toEqual([
      'Fitted: the confidence, on 12 right and 12 wrong answers.',
      expect.stringMatching(/^Fitted: the minimum confidence, 0\.\d+, on 12 correctly SUPPORTED rows\.$/),
      'Not fitted: the weights. They need 50 rows of each label in the tuning half: 38 more SUPPORTED, 50 more UNSUPPORTED, 38 more UNCERTAIN.',
    ]);
  });

  it('chooses the smallest confidence at which nine of ten that pass are right', () => {
    const rows = [...times(20, () => row('SUPPORTED', 6)), ...times(6, () => row('UNCERTAIN', 2))];
    const { calibration } = fitFewRows(rows, DEFAULT_CALIBRATION)!;
    const [sure, unsure] = [outcomeOf(rows[0]!, calibration), outcomeOf(rows.at(-1)!, calibration)];
    expect(calibration.minConfidence).toBeGreaterThan(unsure.confidence);
    expect(calibration.minConfidence).toBeLessThanOrEqual(sure.confidence);
  });

  it('keeps what the rows do not carry, and says how many it needs', () => {
    const rows = times(12, () => row('SUPPORTED'));
    const { calibration, told } = fitFewRows(rows, DEFAULT_CALIBRATION)!;
    expect(calibration.confidence).toEqual(DEFAULT_CALIBRATION.confidence);
    expect(calibration.minConfidence).toBe(0);
    expect(told[0]).toBe('Not fitted: the confidence. It needs 5 right and 5 wrong answers; there are 12 and 0.');
    expect(fitFewRows(rows.slice(3), DEFAULT_CALIBRATION)).toBeUndefined();
  });
});
