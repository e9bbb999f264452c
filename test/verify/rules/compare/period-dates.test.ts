import { describe, expect, it } from 'vitest';
import { isOtherPeriod } from '../../../../src/verify/rules/compare/period-dates.ts';
import { surfaceReading } from '../../../../src/verify/rules/index.ts';

const FAIR = 'The fair lasts from 4 July to 13 July.';

describe('the length of a period between two days', () => {
  it.each([
    ['The fair lasts ten days.', false],
    ['The fair lasts nine days.', false],
    ['The fair lasts eleven days.', true],
    ['The fair lasts two weeks.', true],
  ])('%s', (claim, expected) => {
    expect(isOtherPeriod(surfaceReading(claim), surfaceReading(FAIR))).toBe(expected);
  });
});
