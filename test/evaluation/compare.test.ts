import { describe, expect, it } from 'vitest';
import { compareRuns } from '../../src/evaluation/compare.ts';
import type { Outcome } from '../../src/evaluation/labelled-rows.ts';
import { toResults } from '../../src/evaluation/results.ts';
import { judged, outcome } from '../support/outcomes.ts';

const options = { resamples: 200, seed: 1 };
const facts = {
  judge: 'product',
  settings: {},
  half: 'all' as const,
  startedAt: '2025-01-01T00:00:00.000Z',
  rowsPerSecond: 1,
  pairs: [],
  leftOut: [],
};
const runOf = (answers: Record<string, Outcome>) =>
  toResults(
    facts,
    Object.entries(answers).map(([id, answer]) => judged('set', id, answer)),
    options,
  ).rows;

describe('compareRuns', () => {
  const before = runOf({
    same: outcome('SUPPORTED', 'SUPPORTED', 0.9),
    fixed: outcome('UNSUPPORTED', 'UNCERTAIN', 0.6),
    broken: outcome('SUPPORTED', 'SUPPORTED', 0.6),
    changed: outcome('UNSUPPORTED', 'SUPPORTED', 0.6),
    gone: outcome('SUPPORTED', 'SUPPORTED'),
  });
  const after = runOf({
    same: outcome('SUPPORTED', 'SUPPORTED', 0.8),
    fixed: outcome('UNSUPPORTED', 'UNSUPPORTED', 0.7),
    broken: outcome('SUPPORTED', 'UNCERTAIN', 0.7),
    changed: outcome('UNSUPPORTED', 'UNCERTAIN', 0.7),
    fresh: outcome('SUPPORTED', 'SUPPORTED'),
  });

  it('names the rows whose verdict changed, broken ones first', () => {
    const { changes } = compareRuns(before, after, options);
    expect(changes.map(({ effect, after: { id } }) => [effect, id])).toEqual([
      ['broken', 'broken'],
      ['fixed', 'fixed'],
      ['changed', 'changed'],
    ]);
  });

  it('compares only the rows of both runs, and says how many it left', () => {
    const { common, onlyBefore, onlyAfter, differences } = compareRuns(before, after, options);
    expect({ common, onlyBefore, onlyAfter }).toEqual({ common: 4, onlyBefore: 1, onlyAfter: 1 });
    expect(differences.accuracy.value).toBe(0);
  });

  it('does not compare rows whose text or label is another one now', () => {
    const relabelled = after.map((row) => ({ ...row, label: 'UNCERTAIN' as const, textHash: 'other' }));
    expect(compareRuns(before, relabelled, options)).toMatchObject({ common: 0, changes: [] });
  });

  it('sees a steady gain without the noise that both runs share', () => {
    const answers = Array.from({ length: 200 }, (_, index) => [`${index}`, outcome('SUPPORTED', 'SUPPORTED', 0.5)]);
    const worse = runOf(Object.fromEntries(answers) as Record<string, Outcome>);
    const better = worse.map((row) => ({ ...row, confidence: 1 }));
    expect(compareRuns(worse, better, options).differences.brier).toEqual({ value: -0.25, low: -0.25, high: -0.25 });
  });

  it('resamples both runs by source', () => {
    const answers = Array.from({ length: 40 }, (_, index) => [`${index}`, outcome('SUPPORTED', 'UNCERTAIN')]);
    const worse = runOf(Object.fromEntries(answers) as Record<string, Outcome>);
    const width = (sources: number) => {
      const better = worse.map((row, index) => ({
        ...row,
        verdict: index % 4 < 2 ? ('SUPPORTED' as const) : row.verdict,
        sourceGroup: index % sources,
      }));
      const { low, high } = compareRuns(worse, better, options).differences.accuracy;
      return high - low;
    };
    // Four sources of ten claims each, two of them mended, say less than forty sources.
    expect(width(4)).toBeGreaterThan(2 * width(40));
  });
});
