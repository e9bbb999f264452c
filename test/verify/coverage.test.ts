import { fc, test } from '@fast-check/vitest';
import { expect, it } from 'vitest';
import { coverage, weighWords } from '../../src/verify/coverage.ts';

const NOWHERE = new Map<string, number>();

it('weighs a rare word above one that every sentence holds, and grammar least', () => {
  const frequencies = new Map([
    ['mill', 10],
    ['brandt', 1],
    ['the', 1],
  ]);
  const weight = Object.fromEntries(
    weighWords(['the', 'mill', 'brandt'], frequencies, 10).map((word) => [word.stem, word.weight]),
  );
  expect(weight.brandt).toBeGreaterThan(weight.mill!);
  expect(weight.mill).toBeGreaterThan(weight.the!);
});

it('counts a word once, and finds it in any of the sets', () => {
  const words = weighWords(['mill', 'mill', 'closed'], NOWHERE, 2);
  expect(words).toHaveLength(2);
  expect(coverage(words, [new Set(['mill'])])).toBeCloseTo(0.5, 12);
  expect(coverage(words, [new Set(['mill']), new Set(['closed'])])).toBe(1);
  expect(coverage(words, [])).toBe(0);
});

it('covers nothing when there are no words', () => {
  expect(coverage([], [new Set(['mill'])])).toBe(0);
});

const wordList = fc.array(fc.constantFrom('mill', 'land', 'the', 'brandt', 'of', 'june'), { maxLength: 8 });

test.prop([wordList, wordList, wordList])(
  'stays in [0, 1] and only grows with what the premise holds',
  (claim, a, b) => {
    const words = weighWords(claim, NOWHERE, 3);
    const one = coverage(words, [new Set(a)]);
    const both = coverage(words, [new Set(a), new Set(b)]);
    expect(one).toBeGreaterThanOrEqual(0);
    expect(both).toBeGreaterThanOrEqual(one);
    expect(both).toBeLessThanOrEqual(1);
  },
);
