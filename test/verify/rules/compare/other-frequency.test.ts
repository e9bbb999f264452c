import { describe, expect, it } from 'vitest';
import { isOtherFrequency } from '../../../../src/verify/rules/compare/other-frequency.ts';
import { surfaceReading } from '../../../../src/verify/rules/reading.ts';

describe('how often something happens, and the days or months on which it does', () => {
  it.each([
    ['The choir meets three times a week.', 'The choir meets on Tuesdays and Thursdays in the hall.', true],
    ['The choir meets twice a week.', 'The choir meets on Tuesdays and Thursdays.', false],
    ['The choir meets daily.', 'The choir meets on Tuesdays and Thursdays.', true],
    ['The choir meets weekly.', 'The choir meets on Tuesdays and Thursdays.', false],
    ['The choir meets once a week.', 'The choir meets every Tuesday.', false],
    ['The choir meets twice a week.', 'The choir meets every Tuesday.', true],
    ['The board meets twice a year.', 'The board meets in March, June, September and December.', true],
    ['The board meets four times a year.', 'The board meets in March, June, September and December.', false],
    ['The board meets twice a year.', 'The board meets in March.', false],
    ['The board meets twice a year.', 'The board meets in March or June.', false],
    ['The board meets twice a week.', 'The board meets on Tuesdays, and the choir on Thursdays.', false],
    ['The choir meets twice a week.', 'The choir meets every other Tuesday.', false],
    ['The choir meets twice a month.', 'The choir meets on the first Tuesday of each month.', false],
    ['The choir meets twice a week.', 'The choir meets on Tuesday.', false],
    ['The choir does not meet twice a week.', 'The choir meets every Tuesday.', false],
    ['The choir meets at least twice a week.', 'The choir meets every Tuesday and Friday.', false],
    ['The choir meets three times a week.', 'The junior choir meets on Tuesdays and Thursdays.', false],
    ['The doctor works three times a week.', 'The doctor works at home on Tuesdays and Thursdays.', false],
    ['The band meets twice a week.', 'The choir meets every Tuesday.', false],
    ['The choir meets twice a day.', 'The choir meets every Tuesday at 10 and at 18.', false],
    ['The choir meets twice a week.', 'The choir meets on Tuesdays until May.', false],
  ])('%s of "%s": %s', (claim, sentence, isOther) => {
    expect(isOtherFrequency(surfaceReading(claim), surfaceReading(sentence))).toBe(isOther);
  });
});
