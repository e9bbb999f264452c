import { describe, expect, it } from 'vitest';
import { coverageAt } from '../../src/evaluation/reliability.ts';
import { outcome } from '../support/outcomes.ts';

const rows = [
  outcome('SUPPORTED', 'SUPPORTED', 0.9),
  outcome('UNCERTAIN', 'SUPPORTED', 0.9),
  outcome('SUPPORTED', 'SUPPORTED', 0.5),
  outcome('NOT_SUPPORTED', 'UNCERTAIN', 0.2),
];

describe('coverageAt', () => {
  it('says how many answers reach a confidence and how right they are', () => {
    const points = coverageAt(rows, [0, 0.5, 0.9, 0.95]);
    expect(points.map(({ byVerdict: _, ...all }) => all)).toEqual([
      { atLeast: 0, rows: 4, coverage: 1, accuracy: 0.75 },
      { atLeast: 0.5, rows: 3, coverage: 0.75, accuracy: 2 / 3 },
      { atLeast: 0.9, rows: 2, coverage: 0.5, accuracy: 0.5 },
      { atLeast: 0.95, rows: 0, coverage: 0, accuracy: Number.NaN },
    ]);
  });

  it('says the same of the answers with each verdict', () => {
    expect(coverageAt(rows, [0.6])[0]!.byVerdict).toEqual({
      SUPPORTED: { rows: 2, coverage: 2 / 3, accuracy: 0.5 },
      UNSUPPORTED: { rows: 0, coverage: Number.NaN, accuracy: Number.NaN },
      UNCERTAIN: { rows: 0, coverage: 0, accuracy: Number.NaN },
    });
  });
});
