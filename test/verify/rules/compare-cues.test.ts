import { describe, expect, it } from 'vitest';
import { compareSurface } from '../../../src/verify/rules/index.ts';

describe('negation', () => {
  it.each([
    ['The firm paid the fine.', 'The firm did not pay the fine.', true],
    ['The firm paid the fine.', "The firm didn't pay the fine.", true],
    ['The firm paid the fine.', 'The firm refused to pay the fine.', true],
    ['The firm paid the fine.', 'The firm failed to pay the fine.', true],
    ['The firm never paid the fine.', 'The firm paid the fine.', true],
    ['The firm did not pay the fine.', 'The firm never paid the fine.', false],
    ['The firm paid the fine.', 'The firm paid the fine.', false],
    ['The firm paid the fine.', 'The firm paid the fine, though it was not large.', false],
    ['The firm paid the fine.', 'No trains ran on Sunday.', false],
    ['The firm paid the fine.', 'The firm paid the fine and had no other debts in Norway.', false],
    ['The firm did not go unpaid, it never lost.', 'The firm lost.', false],
    ['The firm has 300 people.', 'The firm has no more than 300 people.', false],
  ])('%s | %s: %s', (claim, source, expected) => {
    expect(compareSurface(claim, source).negation).toBe(expected);
  });
});

describe('direction', () => {
  it.each([
    ['Sales of bread rose in May.', 'Sales of bread fell in May.', true],
    ['Sales of bread increased in May.', 'Sales of bread decreased in May.', true],
    ['Sales of bread rose in May.', 'Sales of bread increased in May.', false],
    ['Sales of bread rose in May.', 'Sales of bread did not fall in May.', false],
    ['The town banned cars.', 'The town allowed cars.', true],
    ['Norway won the match.', 'Norway lost the match.', true],
    ['He left before the war.', 'He left after the war.', true],
    ['Sales of bread rose in May.', 'The price of coal fell in Chile.', false],
    ['The firm has over 300 people.', 'The firm has under 400 people.', false],
  ])('%s | %s: %s', (claim, source, expected) => {
    expect(compareSurface(claim, source).direction).toBe(expected);
  });
});

describe('hedges', () => {
  it.each([
    ['The drug reduces pain.', 'The drug may reduce pain.', true],
    ['The drug may reduce pain.', 'The drug may reduce pain.', false],
    ['The drug reduces pain.', 'The drug reduces pain.', false],
    ['The drug reduces pain.', 'The drug reduces pain. It may also reduce fever.', false],
    ['The drug reduced pain.', 'The drug reduced pain in May.', false],
  ])('%s | %s: %s', (claim, source, expected) => {
    expect(compareSurface(claim, source).hedge).toBe(expected);
  });
});
