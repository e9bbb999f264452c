import { describe, expect, it } from 'vitest';
import { includesExtra } from '../../../../src/verify/rules/compare/extras.ts';
import { surfaceReading } from '../../../../src/verify/rules/index.ts';

describe('things that a price does not include', () => {
  it.each([
    ['The rent is 940 euros including heating.', 'The rent is 940 euros, plus 180 euros for heating.', true],
    ['The booking fee is included in the price.', 'The ticket costs 30 euros plus a booking fee.', true],
    ['The price includes parking.', 'Parking costs extra.', true],
    ['A filter is included.', 'A filter is sold separately for 7 euros.', true],
    ['Parking is not included.', 'Parking costs extra.', false],
    ['The rent is 940 euros without heating.', 'The rent is 940 euros, plus 180 euros for heating.', false],
    ['Breakfast is included.', 'Breakfast is included, parking costs extra.', false],
    ['Parking is included.', 'Parking for a second car costs extra.', false],
    ['The menu includes a dessert.', 'The menu costs 20 euros plus a dessert.', false],
    ['The set includes a case.', 'The set has a drill plus 2 batteries and a case.', false],
    ['The prize includes a trip.', 'The winner gets 500 euros plus a trip worth 900 euros.', false],
    ['The sum includes VAT.', 'The price is 100 euros plus 20 euros VAT, 120 euros in total.', false],
    ['Dinner includes coffee.', 'Dinner has three courses plus coffee.', false],
  ])('%s of "%s": %s', (claim, sentence, expected) => {
    expect(includesExtra(surfaceReading(claim), surfaceReading(sentence))).toBe(expected);
  });
});
