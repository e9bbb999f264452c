import { describe, expect, it } from 'vitest';
import { hasOtherLimit } from '../../../../src/verify/rules/compare/lone-value.ts';
import { surfaceReading } from '../../../../src/verify/rules/reading.ts';

const RULE = 'Requests are sent at least three weeks before the first day of leave.';

describe('the limit of a rule', () => {
  it.each([
    ['Leave must be requested at least two weeks in advance.', RULE, true],
    ['You have to ask at least four weeks in advance.', RULE, true],
    ['Leave must be requested at least three weeks in advance.', RULE, false],
    ['The rent can rise after one year.', 'It may rise after 15 months at the earliest, by no more than 5 %.', true],
    ['The rent can rise after two years.', 'It may rise after 15 months at the earliest.', false],
    ['It took at least two weeks.', RULE, false],
    ['The seeds can survive for more than 50 years.', 'The seeds can survive for more than 100 years.', false],
    ['Leave must be requested at least two weeks in advance.', 'Staff wait at most three weeks.', false],
    ['You have to ask at least two weeks in advance if you are new.', RULE, false],
    [
      'You have to ask at least two weeks in advance.',
      'They need at least three weeks, or at least two weeks in May.',
      false,
    ],
  ])('%s of "%s": %s', (claim, sentence, expected) => {
    expect(hasOtherLimit(surfaceReading(claim), surfaceReading(sentence))).toBe(expected);
  });
});
