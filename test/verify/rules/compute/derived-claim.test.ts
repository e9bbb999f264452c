import { describe, expect, it } from 'vitest';
import { derivedClaim } from '../../../../src/verify/rules/index.ts';
import { readSurface } from '../support/compare-surface.ts';

const REPORT =
  'Norvik Shipping carried 8.4 million tonnes in 2024, compared with 8.0 million tonnes in 2023. ' +
  'Net debt was USD 120 million after USD 150 million a year earlier. ' +
  'The fleet has 48 ships, 12 of them tankers.';
const STORES = 'The store in Rowan Street takes $42,000 a week, the store in Mill Lane $35,000 a week.';
const SURVEY = 'In 2020, 31.5 % of pupils cycled to school; in 2024 it was 36.0 %.';
const APPEAL = 'The appeal raised £60,000 from 1,500 donors.';

function derived(claim: string, source: string) {
  const document = { reading: readSurface(source), start: 0, end: source.length, tables: [], moved: 0 };
  return derivedClaim(readSurface(claim), document);
}

describe('a number that follows from two numbers of the source', () => {
  it.each([
    ['Net debt fell by USD 30 million.', REPORT, 'difference', '-30 million'],
    ['Net debt fell by 20 %.', REPORT, 'percentage_change', '-20 %'],
    ['Norvik Shipping carried 5 % more tonnes in 2024 than in 2023.', REPORT, 'percentage_change', '5 %'],
    ['A quarter of the ships are tankers.', REPORT, 'share', '25 %'],
    ['The store in Rowan Street takes $7,000 a week more than the store in Mill Lane.', STORES, 'difference', '7000'],
    [
      'Pupils who cycled to school rose by 4.5 percentage points from 2020 to 2024.',
      SURVEY,
      'percentage_points',
      '4.5',
    ],
    ['Donors gave the appeal £40 each on average.', APPEAL, 'average', '40'],
  ])('supports: %s', (claim, source, operation, result) => {
    expect(derived(claim, source)?.computed).toMatchObject({ stance: 'for', operation, result });
  });

  it.each([
    ['another result', 'Net debt fell by USD 40 million.', REPORT],
    ['the other direction', 'Net debt rose by USD 30 million.', REPORT],
    ['the later value as the base', 'Net debt fell by 25 %.', REPORT],
    ['another share', 'Half of the ships are tankers.', REPORT],
    ['the sides exchanged', 'The store in Mill Lane takes $7,000 a week more than the store in Rowan Street.', STORES],
  ])('contradicts: %s', (_, claim, source) => {
    const { computed } = derived(claim, source)!;
    expect(computed?.stance).toBe('against');
    expect(claim.slice(computed!.found!.start, computed!.found!.end)).toMatch(/\d|Half/);
  });

  it('names the operands and a place for each, as the source writes them', () => {
    const { operands, places } = derived('Net debt fell by USD 30 million.', REPORT)!.computed!;
    expect(operands.map(({ start, end }) => REPORT.slice(start, end))).toEqual(operands.map(({ value }) => value));
    expect(places.map(({ start, end }) => REPORT.slice(start, end))).toEqual([
      'Net debt was USD 120 million',
      'after USD 150 million a year earlier.',
    ]);
  });
});

describe('no calculation is clear', () => {
  it.each([
    ['the subject is another one', 'Port fees fell by 20 %.', REPORT],
    ['the time is another one', 'Net debt fell by 20 % within a month.', REPORT],
    ['the year is another one', 'Net debt fell by 20 % in 2021.', REPORT],
  ])('where %s', (_, claim, source) => {
    expect(derived(claim, source)).toEqual({ computed: undefined });
  });
});

describe('nothing is calculated', () => {
  it.each([
    ['a number that the source states', 'Norvik Shipping has 48 ships.', REPORT],
    ['a number without a word for a calculation', 'Norvik Shipping has 51 ships.', REPORT],
    ['a denial', 'Net debt did not fall by 20 %.', REPORT],
    ['two numbers that are not in the source', 'Net debt fell by 21 % to USD 118 million.', REPORT],
  ])('for %s', (_, claim, source) => {
    expect(derived(claim, source)).toBeUndefined();
  });
});

it('chooses operands by words and never by the value that they give', () => {
  const source =
    'Sales were 200 tonnes in 2023 and 210 tonnes in 2024. Scrap was 50 tonnes in 2023 and 60 tonnes in 2024.';
  expect(derived('Sales rose by 20 % in 2024.', source)?.computed?.stance).toBe('against');
  expect(derived('Scrap rose by 20 % in 2024.', source)?.computed?.stance).toBe('for');
});
