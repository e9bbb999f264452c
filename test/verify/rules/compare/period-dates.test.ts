import { describe, expect, it } from 'vitest';
import { isOtherDayCount, isOtherPeriod, isOtherWeekday } from '../../../../src/verify/rules/compare/period-dates.ts';
import { surfaceReading } from '../../../../src/verify/rules/index.ts';

const FAIR = 'The fair lasts from 4 July to 13 July.';

describe('the length of a period between two days', () => {
  it.each([
    ['The fair lasts ten days.', false],
    ['The fair lasts nine days.', false],
    ['The fair lasts eleven days.', true],
    ['The fair lasts two weeks.', true],
    ['The fair lasts about two weeks.', false],
    ['The fair is open for about a month.', true],
    ['The fair is open for about a year.', true],
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

describe('the days from one day of the week to another', () => {
  it.each([
    ['The trip takes a week.', 'The trip is from Monday to Wednesday.', true],
    ['The trip takes four days.', 'The trip is from Monday to Wednesday.', true],
    ['The trip takes three days.', 'The trip is from Monday to Wednesday.', false],
    ['The trip takes two days.', 'The trip is from Monday to Wednesday.', false],
    ['The trip takes five hours.', 'The trip is from Monday to Wednesday.', false],
    ['The trip takes five days.', 'The trip is on Monday and Wednesday.', false],
    ['The trip does not take five days.', 'The trip is from Monday to Wednesday.', false],
    ['The course takes five days.', 'The trip is from Monday to Wednesday.', false],
    ['The trip takes five days.', 'The trip of two weeks is from Monday to Wednesday.', false],
    ['The trip takes at least two days.', 'The trip is from Monday to Wednesday.', false],
  ])('%s of "%s": %s', (claim, sentence, expected) => {
    expect(isOtherDayCount(surfaceReading(claim), surfaceReading(sentence))).toBe(expected);
  });
});
