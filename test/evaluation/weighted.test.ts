import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { LABELS, type Outcome, type RowOutcome, VERDICTS } from '../../src/evaluation/labelled-rows.ts';
import { METRIC_NAMES, METRICS } from '../../src/evaluation/metrics.ts';
import { coverageAt, expectedCalibrationError, reliabilityBins } from '../../src/evaluation/reliability.ts';
import { categoryScores } from '../../src/evaluation/summary.ts';
import { weightSentence } from '../../src/evaluation/table.ts';
import { outcome, repeat } from '../support/outcomes.ts';

const row = (over: Partial<RowOutcome>): RowOutcome => ({
  ...outcome('SUPPORTED', 'SUPPORTED', 0.9, 0.9),
  set: 'a',
  sourceGroup: 0,
  ...over,
});

const rows = [
  row({ weight: 90 }),
  row({ weight: 5, label: 'UNCERTAIN' }),
  row({ weight: 5, verdict: 'UNCERTAIN', confidence: 0.4 }),
];

describe('a row with a weight', () => {
  it('counts as the rows that it stands for', () => {
    expect(METRICS.accuracy.of(rows)).toBeCloseTo(0.9, 12);
    expect(METRICS.supportedPrecision.of(rows)).toBeCloseTo(90 / 95, 12);
    expect(METRICS.supportedRecall.of(rows)).toBeCloseTo(90 / 95, 12);
    expect(METRICS.balancedAccuracy.of(rows)).toBeCloseTo((90 / 95 + 0) / 2, 12);
    expect(METRICS.brier.of(rows)).toBeCloseTo(0.9 * 0.01 + 0.05 * 0.81 + 0.05 * 0.16, 12);
    expect(coverageAt(rows, [0.8])[0]).toMatchObject({ rows: 2, coverage: 0.95, accuracy: 90 / 95 });
    expect(categoryScores(rows.map((one) => ({ ...one, category: 'c' })))).toEqual([
      { category: 'c', rows: 3, accuracy: 0.9 },
    ]);
  });

  it('does so in the bins of the calibration error, which are cut by rows', () => {
    expect(reliabilityBins(rows, 2).map(({ rows: count, weight }) => [count, weight])).toEqual([
      [2, 95],
      [1, 5],
    ]);
    // Sorted: 0.4 wrong (5), then 90 right and 5 wrong at 0.9, which share their accuracy.
    const right = 90 / 95;
    const first = Math.abs((5 * 0.4 + 90 * 0.9) / 95 - (90 * right) / 95);
    expect(expectedCalibrationError(rows, 2)).toBeCloseTo(0.95 * first + 0.05 * Math.abs(0.9 - right), 12);
  });

  const rounded = (value: number) => value.toFixed(9);
  const share = fc.integer({ min: 0, max: 5 }).map((tenths) => tenths / 5);
  const outcomes = fc.array(
    fc.record({
      label: fc.constantFrom(...LABELS),
      verdict: fc.constantFrom(...VERDICTS),
      confidence: share,
      supported: share,
      weight: fc.integer({ min: 1, max: 4 }),
    }),
    { minLength: 1, maxLength: 20 },
  );
  test.prop([outcomes], { numRuns: 100 })('gives every other figure that so many equal rows give', (weighed) => {
    const repeated = weighed.flatMap(({ weight, ...one }) => repeat<Outcome>(weight, one));
    for (const name of METRIC_NAMES.filter((one) => one !== 'calibrationError'))
      expect(rounded(METRICS[name].of(weighed)), name).toBe(rounded(METRICS[name].of(repeated)));
  });
});

it('says how many rows those with a weight stand for, and nothing where there are none', () => {
  expect(weightSentence([...rows, row({})])).toBe('by weight: 3 rows represent 100');
  expect(weightSentence([row({})])).toBeUndefined();
});
