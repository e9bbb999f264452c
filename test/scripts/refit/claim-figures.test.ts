import { describe, expect, it } from 'vitest';
import { claimGroup, claimGroups, contrastGroup } from '../../../scripts/refit/claim-figures.ts';
import type { ClaimRow } from '../../../scripts/refit/rows.ts';

const options = { minConfidence: 0.7, resamples: 50 };
let source = 0;

function row(label: ClaimRow['label'], verdict: ClaimRow['verdict'], confidence = 0.8): ClaimRow {
  source += 1;
  const supported = verdict === 'SUPPORTED' ? confidence : 1 - confidence;
  return { id: `row-${source}`, label, verdict, confidence, supported, source };
}

const ROWS = [
  row('SUPPORTED', 'SUPPORTED', 0.9),
  row('SUPPORTED', 'SUPPORTED', 0.6),
  row('SUPPORTED', 'UNSUPPORTED'),
  row('SUPPORTED', 'UNCERTAIN'),
  row('UNSUPPORTED', 'SUPPORTED', 0.75),
  row('UNSUPPORTED', 'UNSUPPORTED'),
  row('UNCERTAIN', 'SUPPORTED', 0.69),
  row('UNCERTAIN', 'UNCERTAIN'),
];

function valuesOf({ figures }: ReturnType<typeof claimGroup>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(figures).map(([name, one]) => [name, 'value' in one ? one.value : one]));
}

describe('claimGroup', () => {
  it('counts correct, missed and passed claims', () => {
    expect(claimGroup(ROWS, options).rows).toBe(8);
    expect(valuesOf(claimGroup(ROWS, options))).toMatchObject({
      accuracy: 0.5,
      trueUnsupported: 0.25,
      falsePass: 0.25,
      passRight: 0.5,
      rightPass: 0.5,
      balancedAccuracy: 0.5,
    });
  });

  it('passes a claim from the least confidence on', () => {
    expect(valuesOf(claimGroup(ROWS, { ...options, minConfidence: 0.75 }))).toMatchObject({ falsePass: 0.25 });
    expect(valuesOf(claimGroup(ROWS, { ...options, minConfidence: 0.76 }))).toMatchObject({ falsePass: 0 });
  });

  it('has null where no row counts, as JSON has no NaN', () => {
    expect(claimGroup([row('UNCERTAIN', 'UNCERTAIN')], options).figures).toMatchObject({
      passRight: { value: null, low: null, high: null },
      accuracy: { value: 1, low: 1, high: 1 },
    });
  });

  it('gives an interval that contains the value', () => {
    const { accuracy } = claimGroup(ROWS, options).figures as Record<
      string,
      { value: number; low: number; high: number }
    >;
    expect(accuracy!.low).toBeLessThan(0.5);
    expect(accuracy!.high).toBeGreaterThan(0.5);
  });

  it('gives no interval of the calibration error, which resampling would raise', () => {
    expect(claimGroup(ROWS, options).figures.calibrationError).toMatchObject({ low: null, high: null });
  });
});

describe('claimGroups', () => {
  const sets = {
    small: [row('SUPPORTED', 'SUPPORTED'), row('NOT_SUPPORTED', 'UNCERTAIN')],
    large: ROWS,
  };

  it('takes means over sets for AUROC and balanced accuracy, and all rows for the others', () => {
    const groups = claimGroups('public', sets, options);
    expect(Object.keys(groups)).toEqual(['public', 'public/small', 'public/large']);
    expect(valuesOf(groups.public!)).toMatchObject({ balancedAccuracy: 0.75, accuracy: 0.6, trueUnsupported: 0.2 });
    expect(valuesOf(groups['public/large']!)).toEqual(valuesOf(claimGroup(ROWS, options)));
  });
});

describe('contrastGroup', () => {
  it('measures altered claims and unaltered ones apart', () => {
    expect(valuesOf(contrastGroup(ROWS, options))).toEqual({
      alteredSupported: 0.5,
      alteredPass: 0.25,
      unalteredNotSupported: 0.5,
    });
  });
});
