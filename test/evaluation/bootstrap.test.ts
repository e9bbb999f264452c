import { describe, expect, it } from 'vitest';
import { bootstrapMean, pairedBootstrap } from '../../src/evaluation/bootstrap.ts';
import { mean } from '../../src/evaluation/classification.ts';
import { seededRandom } from '../../src/evaluation/random.ts';

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

describe('bootstrapMean', () => {
  it('finds about the interval that theory gives for a mean', () => {
    const { value, low, high } = bootstrapMean([sample], mean, { resamples: 2000, seed: 3 });
    const standardError = Math.sqrt(1 / 12 / 400);
    expect(value).toBeCloseTo(mean(sample), 12);
    expect((high - low) / (2 * 1.96 * standardError)).toBeGreaterThan(0.85);
    expect((high - low) / (2 * 1.96 * standardError)).toBeLessThan(1.15);
  });

  it('is the same on every run with the same seed', () => {
    expect(bootstrapMean([sample], mean)).toEqual(bootstrapMean([sample], mean));
  });

  it('weighs groups equally, however many rows they have', () => {
    const { value, low, high } = bootstrapMean([[0, 0, 0, 0, 0, 0], [1]], mean);
    expect([value, low, high]).toEqual([0.5, 0.5, 0.5]);
  });

  it('leaves a group out where the statistic does not exist', () => {
    expect(bootstrapMean([[], [1, 1]], mean).value).toBe(1);
    expect(bootstrapMean([[]], mean).value).toBeNaN();
  });
});

describe('pairedBootstrap', () => {
  it('sees a small steady gain that unpaired intervals would hide', () => {
    const pairs = sample.map((before) => ({ before, after: before + 0.01 }));
    const { value, low, high } = pairedBootstrap([pairs], mean);
    expect(value).toBeCloseTo(0.01, 10);
    expect(low).toBeCloseTo(0.01, 10);
    expect(high).toBeCloseTo(0.01, 10);
  });
});
