import { describe, expect, it } from 'vitest';
import { extractFacts } from '../support/extract-facts.ts';

const YEAR = 365.2425;

describe('how often', () => {
  it.each([
    ['It is published quarterly.', 4 / YEAR],
    ['It is published every three months.', 4 / YEAR],
    ['It is published four times a year.', 4 / YEAR],
    ['They meet every other week.', 1 / 14],
    ['They meet every two weeks.', 1 / 14],
    ['They meet once a fortnight.', 1 / 14],
    ['Take it twice a day.', 2],
    ['Take it every morning.', 1],
    ['It is held every other Friday.', 1 / 14],
    ['Take it every 12 hours.', 2],
    ['The bus runs every half hour.', 48],
    ['The bus runs every 15 minutes.', 96],
    ['They are paid on the last day of each month.', 12 / YEAR],
    ['It is checked at least once per quarter.', 4 / YEAR],
  ])('%s', (text, times) => {
    const [fact, ...others] = extractFacts(text);
    expect(others).toEqual([]);
    expect([fact?.kind, fact?.unit]).toEqual(['frequency', 'times/day']);
    expect(fact?.low).toBeCloseTo(times, 6);
  });

  it.each([
    'It has 5,000 daily active users.',
    'The monthly report is late.',
    'She reads the Daily Post.',
    'Every employee has a badge.',
    'Profits rose twice as fast.',
    'It is a bi-weekly.',
    'Take it every morning and evening.',
    'It is held on Fridays.',
  ])('%s says nothing of it', (text) => {
    expect(extractFacts(text).filter(({ kind }) => kind === 'frequency')).toEqual([]);
  });
});
