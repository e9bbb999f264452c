import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { compareSurface } from '../support/compare-surface.ts';

interface Row {
  readonly id: string;
  readonly relation: 'equal' | 'unequal' | 'other';
  readonly claim: string;
  readonly grounding_source: string;
}

const ROWS = readFileSync(new URL('../../../regression/quantities.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line): Row => JSON.parse(line));

describe('pairs of test/regression/quantities.jsonl', () => {
  it.each(ROWS)('$id: $claim | $grounding_source', ({ relation, claim, grounding_source: source }) => {
    const statuses = compareSurface(claim, source).facts.map(({ status }) => status);
    if (relation === 'equal') expect(new Set(statuses)).toEqual(new Set(['match']));
    else expect(statuses.includes('conflict')).toBe(relation === 'unequal');
  });
});

describe('facts of other notations', () => {
  it.each([
    ['conflict', 'The hall may not fall below 30 degrees.', 'The hall may not rise above 30 degrees.'],
    ['conflict', 'The stock never drops below 50 boxes.', 'The stock is at most 20 boxes.'],
    ['match', 'The price cannot go over 20 euros.', 'The price is at most 20 euros.'],
    ['match', 'The hall may not fall below 30 degrees.', 'The hall has at least 30 degrees.'],
    ['conflict', 'The ferry leaves at 8:30 p.m.', 'The ferry leaves at 0830.'],
    ['match', 'The ferry leaves at 8:30 a.m.', 'The ferry leaves at 0830 hours.'],
    ['match', 'The ferry leaves at 5:45 p.m.', 'The ferry leaves at 1745 hours.'],
    ['match', 'The price of a menu is 19 €.', 'Price of a menu: 19 € ½ portion: 11 €'],
    ['match', 'The mast is 48 metres high.', 'The mast is 48⁷ metres high.'],
    ['conflict', 'The mast is 487 metres high.', 'The mast is 48⁷ metres high.'],
    ['match', 'It holds 52 million tonnes.', 'It holds 52⁴,⁵ million tonnes.'],
    ['match', 'The field has 350 m².', 'The field has 350 m².'],
    ['match', 'It was sold in 1745.', 'It was sold in 1745.'],
    ['match', 'It ran for around 1500 hours.', 'It ran for about 1,500 hours.'],
    ['match', 'More than the 300 people came.', 'More than 300 people came.'],
  ])('%s: %s | %s', (expected, claim, source) => {
    expect(compareSurface(claim, source).facts.map(({ status }) => status)).toEqual([expected]);
  });
});
