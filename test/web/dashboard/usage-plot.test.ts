import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { everyDay, numberedBars, roundUp } from '../../../src/web/dashboard/usage-plot.ts';

describe('everyDay', () => {
  it('has a day for each, today last, over the end of a month, with the keys of a day summed', () => {
    const usage = [
      { day: '2028-02-29', requests: 2, refused: 1 },
      { day: '2028-02-29', requests: 3, refused: 0 },
      { day: '2028-03-01', requests: 7, refused: 0 },
      { day: '2028-01-01', requests: 9, refused: 9 },
    ];
    expect(everyDay(usage, '2028-03-01', 3)).toEqual([
      { day: '2028-02-28', requests: 0, refused: 0 },
      { day: '2028-02-29', requests: 5, refused: 1 },
      { day: '2028-03-01', requests: 7, refused: 0 },
    ]);
  });
});

describe('roundUp', () => {
  it.each([
    [0, 1],
    [1, 1],
    [3, 5],
    [11, 20],
    [137, 200],
    [501, 1000],
  ])('is for %i the round number %i', (most, top) => {
    expect(roundUp(most)).toBe(top);
  });

  test.prop([fc.integer({ min: 1, max: 10 ** 9 })])(
    'is no lower than the highest bar and at most 2.5 times as high',
    (most) => {
      expect(roundUp(most)).toBeGreaterThanOrEqual(most);
      expect(roundUp(most)).toBeLessThanOrEqual(2.5 * most);
    },
  );
});

describe('numberedBars', () => {
  it.each([
    ['the highest bar alone where bars are narrow', [0, 3, 9, 4, 0], 9, [2]],
    ['every bar with a value where bars are wide', [0, 3, 9, 4], 40, [2, 3, 1]],
    ['the newest of equal bars', [5, 5], 9, [1]],
    ['both of two that are far from each other', [7, 0, 0, 0, 0, 8], 9, [5, 0]],
    ['none where nothing was asked', [0, 0], 9, []],
  ])('has %s', (_, totals, slot, expected) => {
    expect(numberedBars(totals, slot)).toEqual(expected);
  });
});
