import { describe, expect, it } from 'vitest';
import { bootstrapAll, DEFAULT_BOOTSTRAP, meanOfKnown } from '../../src/evaluation/bootstrap.ts';
import { mean } from '../../src/evaluation/classification.ts';
import { seededRandom } from '../../src/evaluation/random.ts';

const bootstrapMean = (groups: readonly (readonly number[])[], options = DEFAULT_BOOTSTRAP) =>
  bootstrapAll(groups, (samples) => [meanOfKnown(samples.map(mean))], options)[0]!;

const random = seededRandom(7);
const sample = Array.from({ length: 400 }, () => random());

describe('seededRandom', () => {
  it('gives the same numbers for the same seed, in [0, 1), evenly spread', () => {
    const numbers = Array.from({ length: 10_000 }, seededRandom(1));
    expect(numbers).toEqual(Array.from({ length: 10_000 }, seededRandom(1)));
    expect(numbers).not.toEqual(Array.from({ length: 10_000 }, seededRandom(2)));
    expect(numbers.every((number) => number >= 0 && number < 1)).toBe(true);
    expect(mean(numbers)).toBeCloseTo(0.5, 1);
  });
});

describe('bootstrapAll', () => {
  it('finds about the interval that theory gives for a mean', () => {
    const { value, low, high } = bootstrapMean([sample], { resamples: 2000, seed: 3 });
    const standardError = Math.sqrt(1 / 12 / 400);
    expect(value).toBeCloseTo(mean(sample), 12);
    expect((high - low) / (2 * 1.96 * standardError)).toBeGreaterThan(0.85);
    expect((high - low) / (2 * 1.96 * standardError)).toBeLessThan(1.15);
  });

  it('is the same on every run with the same seed', () => {
    expect(bootstrapMean([sample])).toEqual(bootstrapMean([sample]));
  });

  it('weighs groups equally, however many rows they have', () => {
    const { value, low, high } = bootstrapMean([[0, 0, 0, 0, 0, 0], [1]]);
    expect([value, low, high]).toEqual([0.5, 0.5, 0.5]);
  });

  it('leaves a group out where the statistic does not exist', () => {
    expect(bootstrapMean([[], [1, 1]]).value).toBe(1);
    expect(bootstrapMean([[]]).value).toBeNaN();
  });
});
