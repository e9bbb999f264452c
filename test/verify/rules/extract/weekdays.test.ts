import { describe, expect, it } from 'vitest';
import { finished, tokensOf } from '../../../../src/text/index.ts';
import { weekdaysAt } from '../../../../src/verify/rules/extract/weekdays.ts';

describe('days of the week', () => {
  it.each([
    ['Saturdays', [5]],
    ['Monday to Friday', [0, 1, 2, 3, 4]],
    ['Mon-Thu', [0, 1, 2, 3]],
    ['Fri. – Mon.', [4, 5, 6, 0]],
    ['weekends', [5, 6]],
    ['weekdays', [0, 1, 2, 3, 4]],
    ['Sat 9:00', [5]],
    ['Sun shines', []],
    ['sat down', []],
    ['Sun.', []],
  ])('%s', (text, days) => {
    expect(weekdaysAt(finished(tokensOf(text)), 0)?.days ?? []).toEqual(days);
  });
});
