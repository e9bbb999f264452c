import { describe, expect, it } from 'vitest';
import { compareSurface } from '../../../src/verify/rules/index.ts';

const rolesOf = (claim: string, source: string) => compareSurface(claim, source).roles;

const LAVA =
  'Lava reached the village of Osk within two hours and buried 61 houses. The villagers had been moved to Hamnes, where 16 tents stood.';

describe('one name or figure of a copied sentence put in the place of another', () => {
  it.each([
    ['Lava reached the village of Hamnes within two hours and buried 61 houses.', LAVA],
    ['Lava reached the village of Osk within two hours and buried 16 houses.', LAVA],
  ])('%s', (claim, source) => {
    expect(rolesOf(claim, source)).toBe(true);
  });
});

describe('the same name or figure', () => {
  it.each([
    ['Lava reached the village of Osk within two hours and buried 61 houses.', LAVA],
    ['Dr. Nwosu led the study of mild asthma.', 'Amara Nwosu led the study of mild asthma.'],
    [
      'The WHO published a report on malaria in May.',
      'The World Health Organization published a report on malaria in May.',
    ],
    ['The hall has 1150 seats and two bars.', 'The hall has 1,150 seats and two bars.'],
    [
      'The ferry to Skye leaves every morning.',
      'The ferry to Mull leaves every morning. The ferry to Skye leaves every morning.',
    ],
    ['The boat to Skye is often late.', 'The ferry to Mull leaves every morning.'],
  ])('%s', (claim, source) => {
    expect(rolesOf(claim, source)).toBe(false);
  });
});
