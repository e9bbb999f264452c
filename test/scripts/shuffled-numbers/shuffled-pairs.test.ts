import { describe, expect, it } from 'vitest';
import { chanceReport, operationIn } from '../../../scripts/shuffled-numbers/chance-report.ts';
import { type ClaimAndSource, shuffledPairs } from '../../../scripts/shuffled-numbers/shuffled-pairs.ts';

const ROWS: readonly ClaimAndSource[] = [
  { claim: 'Sales grew by 11.3 % in 2024.', source: 'Sales were 46.2 million in 2024 and 41.5 million in 2023.' },
  {
    claim: 'The plant has 380 trees.',
    source: '240 apple trees, 80 pear trees planted on May 21, 4.25 hectares and 1,200 shrubs; B-17 opens at 9:30.',
  },
  { claim: 'The loan costs 3.57 % for 10 years.', source: '| 10 years | 3.57 |\n| 15 years | 3.79 |\n| 2019 | 33.5 |' },
  { claim: 'It has many rooms [4].', source: 'It has 61 rooms and 62 beds.' },
  { claim: 'It opened in 2024.', source: 'It opened in 2024 with 12 rooms and 14 beds.' },
  { claim: 'The fee is 25 euros.', source: 'The fee is 25 euros.' },
  { claim: 'The hall has more than 95 seats.', source: 'The hall has 97 seats and 13 doors.' },
  {
    claim: 'It stayed independent for 52 years.',
    source: 'It was founded in 1946, sold in 1998 and had 31 or 32 shops.',
  },
  { claim: 'It took 92 minutes.', source: 'It began at 9:00 and ended at 10:32 with 21 guests and 18 rides.' },
  { claim: 'The fair ends on 7 May.', source: 'The fair opens on 4 May and has 31 stalls and 18 rides.' },
];
const OPTIONS = { sources: 9, pairs: 12, seed: 1 };
const words = (text: string) => text.replace(/\d/g, '0');

describe('shuffledPairs', () => {
  const pairs = shuffledPairs(ROWS, OPTIONS);

  it('uses every source that has two numbers and a claim that states one and is no span between its years or times', () => {
    expect(pairs).toHaveLength(12);
    const used = new Set(pairs.map(({ original }) => ROWS.findIndex(({ source }) => source === original)));
    expect([...used].toSorted()).toEqual([0, 1, 2]);
  });

  it('exchanges numbers that are written alike and keeps years, times and names', () => {
    expect(pairs.map(({ source }) => words(source))).toEqual(pairs.map(({ original }) => words(original)));
    const trees = pairs.filter(({ original }) => original === ROWS[1]!.source);
    expect(trees.filter(({ source }) => !/May 21, .* and 1,200 shrubs; B-17 opens at 9:30\.$/.test(source))).toEqual(
      [],
    );
    const sales = pairs.filter(({ original }) => original === ROWS[0]!.source);
    expect(sales.filter(({ source }) => !/in 2024 and .* in 2023\.$/.test(source))).toEqual([]);
  });

  it('leaves no number of the claim in the source', () => {
    const loans = pairs.filter(({ original }) => original === ROWS[2]!.source);
    expect(loans.filter(({ source }) => / (?:3\.57|10) /.test(source))).toEqual([]);
  });

  it('uses numbers of other sources', () => {
    const sales = pairs.filter(({ original }) => original === ROWS[0]!.source);
    expect(sales.some(({ source }) => source.includes('33.5'))).toBe(true);
  });

  it('gives the same pairs for the same seed, and others for another', () => {
    expect(shuffledPairs(ROWS, OPTIONS)).toEqual(pairs);
    expect(shuffledPairs(ROWS, { ...OPTIONS, seed: 2 })).not.toEqual(pairs);
  });
});

it('counts calculations and SUPPORTED, and lists each', () => {
  const result = { claim: 'Sales grew.', verdict: 'UNCERTAIN', passes: false, operation: undefined } as const;
  const report = chanceReport([
    result,
    { ...result, operation: 'difference' },
    { ...result, verdict: 'SUPPORTED', passes: true, operation: 'share' },
    { ...result, verdict: 'SUPPORTED' },
  ]);
  expect(report.split('\n')).toEqual([
    'UNCERTAIN\tdifference\tSales grew.',
    'SUPPORTED\tpasses\tshare\tSales grew.',
    'SUPPORTED\tSales grew.',
    'derivations found: 2 of 4 (50.00 %)',
    'SUPPORTED: 2 of 4 (50.00 %)',
    'SUPPORTED that pass: 1 of 4 (25.00 %)',
  ]);
});

it('finds the operation of a derivation anywhere in the detail', () => {
  expect(operationIn({ spans: [{ derivation: null }, { derivation: { operation: 'share' } }] })).toBe('share');
  expect(operationIn({ derivation: { operation: 'sum' } })).toBe('sum');
  expect(operationIn({ spans: [{ derivation: null }] })).toBeUndefined();
});
