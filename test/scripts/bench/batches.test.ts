import { describe, expect, test } from 'vitest';
import { byLength, inRows, longestFirst, rowLimit, sampled, totalTokens } from '../../../scripts/bench/pairs.ts';

const pairsOf = (...tokens: number[]) => tokens.map((count) => ({ tokens: count }));
const lengths = (batches: readonly (readonly { tokens: number }[])[]) =>
  batches.map((batch) => batch.map(({ tokens }) => tokens));

describe('rowLimit', () => {
  test('a batch takes at most 50 ms of model time, and one row where that is longer', () => {
    const limit = rowLimit('cpu', 0.4);
    expect([limit(60), limit(63), limit(100), limit(400)]).toEqual([2, 1, 1, 1]);
  });

  test('a cheap model is bounded by the tokens of the provider', () => {
    expect([rowLimit('cpu', 0.001)(64), rowLimit('cuda', 0.001)(64)]).toEqual([32, 256]);
  });
});

test('inRows keeps the order and leaves the rest to the last run', () => {
  expect(inRows([1, 2, 3, 4, 5], 2)).toEqual([[1, 2], [3, 4], [5]]);
});

test('byLength cuts the longest first, as many as the limit allows at their length', () => {
  const batches = byLength(pairsOf(10, 40, 20, 30, 10), (tokens) => Math.floor(40 / tokens));
  expect(lengths(batches)).toEqual([[40], [30], [20, 10], [10]]);
});

describe('sampled', () => {
  const pairs = pairsOf(...Array.from({ length: 100 }, (_, i) => i + 1));

  test('takes whole runs of like length, evenly between the longest and the shortest', () => {
    const taken = sampled(pairs, { rows: 10, count: 20 });
    expect(taken.map(({ tokens }) => tokens)).toEqual([
      ...[80, 79, 78, 77, 76, 75, 74, 73, 72, 71],
      ...[30, 29, 28, 27, 26, 25, 24, 23, 22, 21],
    ]);
  });

  test('its mean length is about that of all pairs, whatever the runs', () => {
    const means = [1, 4, 8, 32].map((rows) => {
      const taken = sampled(pairs, { rows, count: 32 });
      return totalTokens(taken) / taken.length / (totalTokens(pairs) / pairs.length);
    });
    for (const mean of means) expect(mean).toBeCloseTo(1, 1);
  });

  test('is everything where there is no more', () => {
    expect(sampled(pairsOf(1, 3, 2), { rows: 8, count: 64 })).toEqual(longestFirst(pairsOf(1, 3, 2)));
  });
});
