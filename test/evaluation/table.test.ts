import { describe, expect, it } from 'vitest';
import { compareRuns } from '../../src/evaluation/compare.ts';
import { toResults } from '../../src/evaluation/results.ts';
import { comparisonTable, summaryTable } from '../../src/evaluation/table.ts';
import { judged, outcome } from '../support/outcomes.ts';

const options = { resamples: 10, seed: 1 };
const results = (verdict: 'SUPPORTED' | 'UNCERTAIN') =>
  toResults(
    {
      judge: 'product',
      settings: {},
      half: 'all',
      startedAt: '2025-01-01T00:00:00.000Z',
      rowsPerSecond: 10,
      leftOut: [{ set: 'set', reason: 'unknown label', rows: 2 }],
    },
    [judged('set', '1', outcome('SUPPORTED', verdict, 1))],
    options,
  );

describe('tables for a terminal', () => {
  it('have a line a set, dashes where there is no number, and what was left out', () => {
    const lines = summaryTable(results('SUPPORTED')).split('\n');
    expect(lines[0]).toMatch(
      /^set +rows +Accuracy +Macro-F1 +Balanced accuracy +AUROC +Calibration error +Brier score$/,
    );
    expect(lines[1]).toMatch(/^set +1 +1\.000 \[1\.000, 1\.000\] +1\.000 \[1\.000, 1\.000\] +- +- +0\.000/);
    expect(lines.slice(-2)).toEqual(['10.0 rows/s', 'left out of set: 2 rows, unknown label']);
  });

  it('count the verdicts that changed', () => {
    const comparison = compareRuns(results('UNCERTAIN').rows, results('SUPPORTED').rows, options);
    expect(comparisonTable(comparison)).toContain('verdicts: 1 fixed, 0 broken, 0 changed otherwise');
  });
});
