import { describe, expect, it } from 'vitest';
import { everyDay } from '../../../src/web/dashboard/usage-plot.ts';

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
