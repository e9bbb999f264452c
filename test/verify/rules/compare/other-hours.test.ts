import { describe, expect, it } from 'vitest';
import { isOutsideHours } from '../../../../src/verify/rules/compare/other-hours.ts';
import { surfaceReading } from '../../../../src/verify/rules/reading.ts';

describe('a time of day outside the only hours', () => {
  it.each([
    ['The bar is open at 3 a.m.', 'The bar is open from 18:00 to 02:00.', true],
    ['The bar is open at noon.', 'Open daily from 18:00 to 02:00.', true],
    ['The shop is open at 1 p.m.', 'Open from 8:00 to 12:00 and from 14:00 to 18:00.', true],
    ['The bar is open at 1 a.m.', 'The bar is open from 18:00 to 02:00.', false],
    ['The bar is open at midnight.', 'The bar is open from 18:00 to 02:00.', false],
    ['The shop is open at 3 p.m.', 'Open from 8:00 to 12:00 and from 14:00 to 18:00.', false],
    ['The cafe is open at 7 p.m.', 'The shop is open from 8:00 to 18:00.', false],
    ['The shop opens at 7 a.m.', 'The shop is open from 8:00 to 18:00.', false],
    ['The shop is not open at 7 a.m.', 'The shop is open from 8:00 to 18:00.', false],
    [
      'The shop is open at 7 p.m.',
      'The shop is open on Mondays from 8:00 to 18:00 and on Fridays from 9:00 to 20:00.',
      false,
    ],
    ['The shop is open at 7 p.m.', 'The shop is open from 8:00.', false],
    ['The concert is at 7 p.m.', 'The hall is open from 8:00 to 18:00.', false],
    ['The shop is open until 7 p.m.', 'The shop is open from 8:00 to 18:00.', false],
  ])('%s of "%s": %s', (claim, sentence, isOutside) => {
    expect(isOutsideHours(surfaceReading(claim), surfaceReading(sentence))).toBe(isOutside);
  });
});
