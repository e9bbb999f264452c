import { describe, expect, it } from 'vitest';
import { independentRows } from '../../src/calibration/independent-rows.ts';
import { seededRandom } from '../../src/evaluation/bootstrap.ts';

const rowsOf = (count: number, sourceOf: (index: number) => number) =>
  Array.from({ length: count }, (_, index) => ({ row: index, source: sourceOf(index) }));

describe('independentRows', () => {
  it('keeps one row of each source, any of them', () => {
    const rows = rowsOf(3_000, (index) => index % 1_000);
    const kept = independentRows(rows, seededRandom(1));
    expect(new Set(kept.map((row) => row % 1_000)).size).toBe(1_000);
    expect(kept).toHaveLength(1_000);
    const firsts = kept.filter((row) => row < 1_000).length;
    expect(firsts).toBeGreaterThan(250);
    expect(firsts).toBeLessThan(420);
  });

  it('is the same for the same seed, and empty without rows', () => {
    const rows = rowsOf(50, (index) => index % 10);
    expect(independentRows(rows, seededRandom(2))).toEqual(independentRows(rows, seededRandom(2)));
    expect(independentRows([], seededRandom(2))).toEqual([]);
  });
});
