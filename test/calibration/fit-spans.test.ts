import { describe, expect, it } from 'vitest';
import { type FitRow, fitSpans } from '../../src/calibration/fit-curves.ts';

const FIT = { deciding: 'least', ridge: 1e-6, steps: 2_000 } as const;
const logit = (share: number) => Math.log(share / (1 - share));
const probability = (logOdds: number) => 1 / (1 + Math.exp(-logOdds));

/** Claims of one span with the value x, so many of them positive. */
function rows(x: number, { positive, of }: { positive: number; of: number }, set = 'a'): FitRow[] {
  return Array.from({ length: of }, (_, i) => ({ set, positive: i < positive, spans: [[x]] }));
}
const weighed = (given: readonly FitRow[], weight: number) => given.map((row) => ({ ...row, weight }));

describe('weights that rows bring', () => {
  it('count each row by its weight: the line goes through the weighted shares', () => {
    const given = [...weighed(rows(0, { positive: 1, of: 4 }), 1), ...weighed(rows(1, { positive: 3, of: 4 }), 5)];
    const { bias, weights } = fitSpans(given, FIT);
    expect(bias).toBeCloseTo(logit(0.25), 1);
    expect(bias + weights[0]!).toBeCloseTo(logit(0.75), 1);
  });

  it('settle what rows of one value say when they disagree', () => {
    const split = [...weighed(rows(0, { positive: 1, of: 1 }), 9), ...weighed(rows(0, { positive: 0, of: 1 }), 1)];
    expect(probability(fitSpans(split, FIT).bias)).toBeCloseTo(0.9, 2);
  });

  it('do not depend on their sum', () => {
    const given = [...rows(0, { positive: 1, of: 4 }), ...rows(1, { positive: 3, of: 4 })];
    expect(fitSpans(weighed(given, 7), FIT)).toEqual(fitSpans(weighed(given, 1), FIT));
  });

  it('of 0 leave a row out', () => {
    const given = weighed(rows(0, { positive: 3, of: 4 }), 1);
    const noise = weighed(rows(0, { positive: 0, of: 50 }), 0);
    expect(probability(fitSpans([...given, ...noise], FIT).bias)).toBeCloseTo(0.75, 2);
  });
});

describe('without weights', () => {
  it('both outcomes of a set count the same, however many rows they have', () => {
    expect(probability(fitSpans(rows(0, { positive: 9, of: 10 }), FIT).bias)).toBeCloseTo(0.5, 2);
  });

  it('each set has an intercept of its own, and their mean is the bias', () => {
    const shifted = [
      ...rows(0, { positive: 1, of: 4 }, 'a'),
      ...rows(1, { positive: 3, of: 4 }, 'a'),
      ...rows(10, { positive: 1, of: 4 }, 'b'),
      ...rows(11, { positive: 3, of: 4 }, 'b'),
    ];
    const { bias, weights } = fitSpans(shifted, FIT);
    expect(weights[0]).toBeCloseTo(logit(0.75) - logit(0.25), 0);
    expect(bias + 5.5 * weights[0]!).toBeCloseTo(0, 0);
  });
});

describe('the deciding span', () => {
  const given: FitRow[] = Array.from({ length: 20 }, (_, i) => ({
    set: 'a',
    positive: i % 2 === 0,
    spans: i % 2 === 0 ? [[1], [1]] : [[-1], [1]],
  }));

  it('is the least or the most', () => {
    const least = fitSpans(given, FIT);
    expect(least.bias + least.weights[0]!).toBeGreaterThan(1);
    expect(least.bias - least.weights[0]!).toBeLessThan(-1);
    const opposite = given.map((row) => ({ ...row, positive: !row.positive }));
    const most = fitSpans(opposite, { ...FIT, deciding: 'most' });
    expect(most.bias + most.weights[0]!).toBeLessThan(-1);
    expect(most.bias - most.weights[0]!).toBeGreaterThan(1);
  });

  it('is asked of no claim without spans', () => {
    const empty: FitRow = { set: 'c', positive: true, spans: [] };
    expect(fitSpans([...given, empty], FIT)).toEqual(fitSpans(given, FIT));
  });
});
