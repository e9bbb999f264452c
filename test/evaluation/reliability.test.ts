import { describe, expect, it } from 'vitest';
import { brierScore, expectedCalibrationError } from '../../src/evaluation/reliability.ts';
import { outcome, repeat } from '../support/outcomes.ts';

const right = (confidence: number) => outcome('SUPPORTED', 'SUPPORTED', confidence);
const wrong = (confidence: number) => outcome('SUPPORTED', 'UNCERTAIN', confidence);

describe('expected calibration error', () => {
  it('is zero when each group comes true as often as it promised', () => {
    const rows = [...repeat(3, right(0.75)), wrong(0.75), ...repeat(4, right(1))];
    expect(expectedCalibrationError(rows, 2)).toBe(0);
  });

  it('is the mean distance of promise and truth over bins of equal size', () => {
    // Bins {0.2 wrong, 0.4 right} and {0.9 wrong, 0.9 wrong}: |0.3 - 0.5| and |0.9 - 0|.
    const rows = [wrong(0.9), right(0.4), wrong(0.9), wrong(0.2)];
    expect(expectedCalibrationError(rows, 2)).toBeCloseTo((0.2 + 0.9) / 2, 12);
  });

  it('does not depend on the order of rows with equal confidence', () => {
    const rows = [...repeat(15, right(0.6)), ...repeat(15, wrong(0.6))];
    expect(expectedCalibrationError(rows)).toBeCloseTo(0.1, 12);
    expect(expectedCalibrationError(rows.toReversed())).toBeCloseTo(0.1, 12);
  });

  it('counts UNSUPPORTED as right on a NOT_SUPPORTED row', () => {
    expect(expectedCalibrationError([outcome('NOT_SUPPORTED', 'UNSUPPORTED', 0.9)], 1)).toBeCloseTo(0.1, 12);
  });

  it('divides rows into bins of sizes that differ by at most one row, each row once', () => {
    const rows = Array.from({ length: 31 }, (_, i) => (i % 2 === 0 ? right(i / 31) : wrong(i / 31)));
    // Two bins: the first has 16 rows of mean confidence 7.5 / 31 and 8 right, the second 15 of 23 / 31 and 8 right.
    const expected = (16 * Math.abs(7.5 / 31 - 8 / 16) + 15 * Math.abs(23 / 31 - 8 / 15)) / 31;
    expect(expectedCalibrationError(rows, 2)).toBeCloseTo(expected, 12);
  });

  it('is the distance of each row alone where there are fewer rows than bins', () => {
    expect(expectedCalibrationError([right(0.9), wrong(0.4)])).toBeCloseTo((0.1 + 0.4) / 2, 12);
  });
});

describe('Brier score', () => {
  it('is the mean squared distance of confidence and outcome', () => {
    expect(brierScore([right(0.9), wrong(0.6)])).toBeCloseTo((0.01 + 0.36) / 2, 12);
  });
});
