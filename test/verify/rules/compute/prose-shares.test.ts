import { describe, expect, it } from 'vitest';
import { proseClaim } from '../../../../src/verify/rules/index.ts';
import { readSurface } from '../support/compare-surface.ts';

const CARS = 'One in five members has no car.';
const WOMEN = '30 % of the members are women.';
const HALL = '62 % of the members like the new hall.';
const PUPILS = 'Of the 24 pupils, 19 passed.';
const JUDGES = 'Two of the three judges voted for Mara.';
const CATS = '70 % of the cats chase dogs.';
const SALE = '15 of the 20 houses are for sale.';
const SEATS = 'At least 60 % of the seats must be sold.';
const EMPLOYERS = '62 % of the employers like the plan.';
const WALK = '6 of the 24 pupils walk to school.';

function stance(claim: string, source: string) {
  const document = { reading: readSurface(source), start: 0, end: source.length, tables: [], moved: 0 };
  return proseClaim(readSurface(claim), document)?.stance;
}

describe('a claim about a share', () => {
  it.each([
    ['Most members have a car.', CARS],
    ['80 % of the members have a car.', CARS],
    ['Less than half of the members are women.', WOMEN],
    ['A majority of the members like the new hall.', HALL],
    ['Most pupils passed.', PUPILS],
    ['A quarter of the pupils walk to school.', WALK],
    ['Most households have a dog.', 'At least 62 % of households have a dog.'],
  ])('is for %s', (claim, source) => {
    expect(stance(claim, source)).toBe('for');
  });

  it.each([
    ['Most members have no car.', CARS],
    ['Half of the members are women.', WOMEN],
    ['Few pupils passed.', PUPILS],
    ['A minority of the members like the new hall.', HALL],
    ['Most members do not like the new hall.', HALL],
    ['Most of the pupils walk to school.', WALK],
    ['70 % of the members have a car.', CARS],
  ])('is against %s', (claim, source) => {
    expect(stance(claim, source)).toBe('against');
  });

  it.each([
    ['Most women are members.', WOMEN],
    ['Few members are women.', WOMEN],
    ['Most members are women.', '30 % of the members who voted are women.'],
    ['Most members are women.', 'In 2010, 62 % of the members were women.'],
    ['Most members are women.', 'It is not true that 62 % of the members are women.'],
    ['Most members would like the new hall.', HALL],
    ['Most members like the old hall.', HALL],
    ['Most of the pupils walk to school alone.', WALK],
    ['Most judges voted against Mara.', JUDGES],
    ['Most cats are chased by dogs.', CATS],
    ['Most houses are sold.', SALE],
    ['Most seats are sold.', SEATS],
    ['Most employees like the plan.', EMPLOYERS],
    ['Most of the teachers walk to school.', WALK],
    ['Most households have a dog.', 'Up to 62 % of households have a dog.'],
  ])('leaves %s to the model', (claim, source) => {
    expect(stance(claim, source)).toBeUndefined();
  });
});
