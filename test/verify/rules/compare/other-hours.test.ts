import { describe, expect, it } from 'vitest';
import { hasOtherHours } from '../../../../src/verify/rules/compare/other-hours.ts';
import { surfaceReading } from '../../../../src/verify/rules/reading.ts';

const HOURS = 'Open Monday to Friday from 9:00 to 18:00 and Saturday 9 to 13.';

describe('hours of a day of the week', () => {
  it.each([
    ['It closes at 6 pm on Saturdays.', true],
    ['It opens at 10 on Mondays.', true],
    ['It closes at 1 pm on Saturdays.', false],
    ['It closes at 6 on Fridays.', false],
    ['It closes at 6 pm.', false],
    ['It closes at 6 pm on Sundays.', false],
    ['It does not close at 6 pm on Saturdays.', false],
    ['It opens at 9 and closes at 6 pm on Saturdays.', false],
  ])('%s', (claim, isOther) => {
    expect(hasOtherHours(surfaceReading(claim), surfaceReading(HOURS))).toBe(isOther);
  });
});
