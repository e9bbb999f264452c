import { describe, expect, it } from 'vitest';
import type { Outcome } from '../../src/evaluation/labelled-rows.ts';
import { summarise } from '../../src/evaluation/summary.ts';
import { outcome, repeat } from '../support/outcomes.ts';

/** A row of its own source. */
const judged = (set: string, id: string, answer: Outcome) => ({ ...answer, set, sourceGroup: Number(id) });

// Set a: 2 of 4 right. Set b, two-way: 4 of 4 right.
const rows = [
  judged('a', '1', outcome('SUPPORTED', 'SUPPORTED', 0.9, 0.9)),
  judged('b', '1', outcome('SUPPORTED', 'SUPPORTED', 0.8, 0.8)),
  judged('a', '2', outcome('SUPPORTED', 'UNCERTAIN', 0.6, 0.3)),
  judged('b', '2', outcome('NOT_SUPPORTED', 'UNSUPPORTED', 0.7, 0.1)),
  judged('a', '3', outcome('UNSUPPORTED', 'UNSUPPORTED', 0.7, 0.1)),
  judged('a', '4', outcome('UNCERTAIN', 'SUPPORTED', 0.5, 0.5)),
  judged('b', '3', outcome('NOT_SUPPORTED', 'UNCERTAIN', 0.7, 0.2)),
  judged('b', '4', outcome('SUPPORTED', 'SUPPORTED', 0.7, 0.7)),
];

describe('summarise', () => {
  const summary = summarise(rows, { resamples: 200, seed: 1 });

  it('measures each set by its own kind', () => {
    expect(summary.sets.map(({ name, rows: count, twoWay }) => [name, count, twoWay])).toEqual([
      ['a', 4, false],
      ['b', 4, true],
    ]);
    expect(summary.sets[0]!.metrics.accuracy.value).toBe(0.5);
    expect(summary.sets[1]!.metrics.accuracy).toEqual({ value: 1, low: 1, high: 1 });
  });

  it('weighs sets equally in the mean and rows equally in the pool', () => {
    const more = summarise([...rows, ...rows.filter(({ set }) => set === 'b')], { resamples: 50, seed: 1 });
    expect(more.meanOverSets.accuracy.value).toBe(0.75);
    expect(more.pooled.metrics.accuracy.value).toBeCloseTo(10 / 12, 12);
  });

  it('has intervals around its values', () => {
    for (const { metrics } of [...summary.sets, summary.pooled]) {
      expect(metrics.accuracy.low).toBeLessThanOrEqual(metrics.accuracy.value);
      expect(metrics.accuracy.high).toBeGreaterThanOrEqual(metrics.accuracy.value);
    }
  });

  it('resamples sources: claims of one source are not counted as so many witnesses', () => {
    const alone = rows.filter(({ set }) => set === 'a');
    const copied = alone.flatMap((row) => repeat(9, row));
    const width = (of: typeof rows) => {
      const { low, high } = summarise(of, { resamples: 500, seed: 1 }).pooled.metrics.accuracy;
      return high - low;
    };
    expect(width(copied)).toBeCloseTo(width(alone), 12);
    expect(width(copied.map((row, index) => ({ ...row, sourceGroup: index })))).toBeLessThan(width(alone) / 2);
  });

  it('depends on neither the order of rows nor on chance', () => {
    expect(summarise(rows, { resamples: 200, seed: 1 })).toEqual(summary);
  });

  it('covers a set whose rows are all of one kind without inventing numbers', () => {
    const single = summarise([judged('c', '1', outcome('SUPPORTED', 'SUPPORTED'))], { resamples: 10, seed: 1 });
    expect(single.pooled.metrics.auroc.value).toBeNaN();
    expect(single.pooled.metrics.accuracy.value).toBe(1);
  });
});
