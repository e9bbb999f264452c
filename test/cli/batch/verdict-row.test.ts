import { describe, expect, it } from 'vitest';
import { TenthsSample, tenthOf } from '../../../src/cli/batch/verdict-row.ts';

describe('TenthsSample', () => {
  it('draws as many rows of each tenth, and one of each in turn', () => {
    const sample = new TenthsSample<number>(3);
    for (let row = 0; row < 1000; row += 1) sample.add(row % 2 === 0 ? 0.95 : 0.45, row);
    sample.add(1, 5000);
    expect(sample.counts).toEqual([0, 0, 0, 0, 500, 0, 0, 0, 0, 501]);
    expect(sample.rows().map(({ tenth }) => tenth)).toEqual([4, 9, 4, 9, 4, 9]);
  });

  it('keeps all rows where there are few', () => {
    const sample = new TenthsSample<string>(3);
    for (const row of ['a', 'b']) sample.add(0.5, row);
    expect(
      sample
        .rows()
        .map(({ row }) => row)
        .toSorted(),
    ).toEqual(['a', 'b']);
  });

  it('draws late rows as often as early ones, in every place', () => {
    const sums = [0, 0, 0, 0];
    const sample = new TenthsSample<number>(400);
    for (let row = 0; row < 40_000; row += 1) sample.add(0.5, row);
    for (const [place, { row }] of sample.rows().entries()) sums[Math.floor(place / 100)]! += row / 100;
    for (const mean of sums) expect(Math.abs(mean - 20_000)).toBeLessThan(4_000);
  });
});

it('the last tenth has 1 too', () => {
  expect([0, 0.099, 0.1, 0.89, 0.9, 1].map(tenthOf)).toEqual([0, 0, 1, 8, 9, 9]);
});
