import { describe, expect, it } from 'vitest';
import { isOtherPeriod, isOtherWeekday } from '../../../../src/verify/rules/compare/period-dates.ts';
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

describe('the days of the week on which a period begins and ends', () => {
  it.each([
    ['The fair ends on Friday.', 'The fair runs from Wednesday to Saturday, 7 to 10 May.', true],
    ['The fair starts on Thursday.', 'The fair runs from Wednesday to Saturday.', true],
    ['The fair ends on Saturday.', 'The fair runs from Wednesday to Saturday.', false],
    ['The fair starts on Wednesday.', 'The fair runs from Wednesday to Saturday.', false],
    ['The fair is busy on Friday.', 'The fair runs from Wednesday to Saturday.', false],
    ['The fair ends on Friday.', 'The fair is on Wednesday and Saturday.', false],
    ['The fair does not end on Friday.', 'The fair runs from Wednesday to Saturday.', false],
    ['The concert ends on Friday.', 'The fair runs from Wednesday to Saturday.', false],
  ])('%s of "%s": %s', (claim, sentence, expected) => {
    expect(isOtherWeekday(surfaceReading(claim), surfaceReading(sentence))).toBe(expected);
  });
});
