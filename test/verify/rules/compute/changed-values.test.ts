import { describe, expect, it } from 'vitest';
import { proseClaim } from '../../../../src/verify/rules/index.ts';
import { readSurface } from '../support/compare-surface.ts';

const COFFEE = 'In May the price of the coffee went from $4 to $3.';
const LIMIT = 'The upload limit went from 10 MB to 25 MB.';
const BRIDGE = 'The load limit of the bridge was changed from 10 to 8 tonnes.';
const AGE = 'The maximum age for the youth orchestra was moved from 30 to 25.';
const BUDGET = "The school's budget for books was 8,000 in 2022 and 6,500 in 2023.";
const READERS = 'Last winter 31 people came to the reading group, this winter 22.';
const FLATS = 'Rent was 650 euros in the old flat; in the new one they pay 790.';
const SHARE = 'The share of women was 31 % in March and 34 % in June.';
const TUNNEL = 'With the new tunnel the trip went from 50 to 35 minutes.';
const GUESTS = 'The number of guests went from 120 to 95.';
const STORM = 'The water level went from 2.1 m to 1.4 m before the storm.';
const PLAN = 'The fee will go from 5 to 4 euros if the council agrees.';
const MUSEUM = 'The museum had 840 visitors in 2021 and 912 in 2023.';
const TOWNS = 'In 2021 Lund had 840 inhabitants, in 2023 Malmo had 812.';

function stance(claim: string, source: string) {
  const document = { reading: readSurface(source), start: 0, end: source.length, tables: [], moved: 0 };
  return proseClaim(readSurface(claim), document)?.stance;
}

describe('a claim that a value rose or fell', () => {
  it.each([
    ['The coffee got cheaper in May.', COFFEE],
    ['The upload limit was raised.', LIMIT],
    ["The school's budget for books fell from 2022 to 2023.", BUDGET],
    ["The school's budget for books was lower in 2023 than in 2022.", BUDGET],
    ['Fewer people came to the reading group this winter.', READERS],
    ['The share of women was higher in June.', SHARE],
    ['The trip became shorter.', TUNNEL],
    ['The number of guests fell.', GUESTS],
  ])('is for %s', (claim, source) => {
    expect(stance(claim, source)).toBe('for');
  });

  it.each([
    ['The coffee became more expensive.', COFFEE],
    ['The limit was lowered.', LIMIT],
    ["The school's budget for books rose since 2022.", BUDGET],
    ["The school's budget for books was lower in 2022 than in 2023.", BUDGET],
    ['The reading group grew this winter.', READERS],
    ['They pay less rent in the new flat.', FLATS],
    ['The share of women was higher in March.', SHARE],
  ])('is against %s', (claim, source) => {
    expect(stance(claim, source)).toBe('against');
  });

  it.each([
    ['The cake got cheaper in May.', COFFEE],
    ['The upload limit was not raised.', LIMIT],
    ['The bridge is lower now.', BRIDGE],
    ['The youth orchestra shrank.', AGE],
    ['The school was reduced.', BUDGET],
    ["The school's budget for books was reduced in 2022.", BUDGET],
    ['The reading group grew last winter.', READERS],
    ['The tunnel became longer.', TUNNEL],
    ['The water level fell after the storm.', STORM],
    ['The number of guests fell again.', GUESTS],
    ['The fee was reduced.', PLAN],
    ['The number of inhabitants fell.', TOWNS],
    ['The museum grew from 2021 to 2023.', MUSEUM],
  ])('leaves %s to the model', (claim, source) => {
    expect(stance(claim, source)).toBeUndefined();
  });
});
