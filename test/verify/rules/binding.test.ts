import { describe, expect, it } from 'vitest';
import { compareSurface } from '../../../src/verify/rules/index.ts';

const rolesOf = (claim: string, source: string) => compareSurface(claim, source).roles;

const TABLE =
  '| Country | Population | Capital |\n|---|---|---|\n| Aldoria | 4.1 million | Senn |\n| Brask | 9.8 million | Tolm |';
const SALES =
  'Sales by region\n\n| Region | Q1 | Manager |\n|---|---|---|\n| North | 1,250 | Okafor |\n| South | 980 | Bianchi |';
const PHONES = 'The Nova costs 900 dollars and the Pixel costs 700 dollars.';
const SCHOOL = 'Mr. Dale teaches music; Mrs. Oyelaran teaches physics and coaches the chess team.';

describe('what the source gives to another', () => {
  it.each([
    ['The capital of Aldoria is Tolm.', TABLE],
    ['The population of Brask is 4.1 million.', TABLE],
    ['The Pixel costs 900 dollars.', PHONES],
    ['The Nova costs 700 dollars.', PHONES],
    ['Mr. Dale teaches physics.', SCHOOL],
    ['Berlin grew 5 percent.', 'Berlin shrank 2 percent (while Munich grew 5 percent).'],
    [
      'Ford recalled vans over brake faults.',
      'Ford recalled trucks; according to a filing, Chrysler recalled vans over brake faults.',
    ],
    ['The iPhone costs 700 dollars.', 'The iPhone costs 900 dollars and the Pixel costs 700 dollars.'],
    [
      'Unemployment in Austria was 8 percent.',
      'Unemployment rose to 8 percent in Spain while it fell to 4 percent in Austria.',
    ],
    [
      'The Basic plan allows 32 devices.',
      'Customers on the Basic plan can connect 8 devices; the Plus plan allows 32.',
    ],
  ])('%s / %s', (claim, source) => {
    expect(rolesOf(claim, source)).toBe(true);
  });
});

describe('what the source gives to the same', () => {
  it.each([
    ['The capital of Brask is Tolm.', TABLE],
    ['The population of Aldoria is 4.1 million.', TABLE],
    ['In the North region, Q1 sales were 1,250.', SALES],
    ['The Pixel costs 700 dollars.', PHONES],
    ['Mrs. Oyelaran coaches the chess team.', SCHOOL],
    ['Dale teaches music.', SCHOOL],
    [
      'Unemployment in Spain was 8 percent.',
      'Unemployment rose to 8 percent in Spain while it fell to 4 percent in Austria.',
    ],
    ['Ada Koch sold Lumo in 2011.', 'Ada Koch founded Lumo and sold it in 2011.'],
    ['Ada Koch lives in Bern.', 'Ada Koch, who founded Lumo, lives in Bern; she is retired.'],
    ['Everything costs 900 dollars.', PHONES],
    ['Halden, Norway lies in Aker County.', 'Halden (Norse: Hald; once Haldr) lies in Aker County, Norway.'],
    [
      'The Lantern earned over 1.3 billion dollars.',
      'The Lantern is the third most watched series after The Heron and The Night Train, earning over 1.3 billion dollars.',
    ],
    [
      'Lumo was rated below 92 percent and has more than 72 reviews.',
      'Lumo has won praise; based on 73 reviews collected by the site Blue Pages, it holds a 90 percent rating.',
    ],
    [
      'The Heron is a 1926 novel that did well in Mexico.',
      'The Heron is a 1926 novel by Ada Koch; Koch thought of it in Mexico in 1923, and it did well in Mexico.',
    ],
  ])('%s / %s', (claim, source) => {
    expect(rolesOf(claim, source)).toBe(false);
  });
});
