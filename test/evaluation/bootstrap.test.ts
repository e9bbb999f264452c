import { describe, expect, it } from 'vitest';
import { bootstrapAll, DEFAULT_BOOTSTRAP, meanOfKnown, seededRandom } from '../../src/evaluation/bootstrap.ts';
import { mean } from '../../src/evaluation/classification.ts';

interface Row {
  readonly value: number;
  readonly source: number;
}

const meanOfMeans = (samples: readonly (readonly Row[])[]) => [
  meanOfKnown(samples.map((rows) => mean(rows.map(({ value }) => value)))),
];
/** Every value has its own source. */
const bootstrapMean = (groups: readonly (readonly number[])[], options = DEFAULT_BOOTSTRAP) => {
  const rows = groups.map((values) => values.map((value, source) => ({ value, source })));
  return bootstrapAll({ groups: rows, clusterOf: ({ source }) => source, measure: meanOfMeans }, options)[0]!;
};

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

  it('draws the rows of a source together: copies of a row teach nothing', () => {
    const copied = sample.flatMap((value, source) => [0, 1, 2, 3].map(() => ({ value, source })));
    const [estimate] = bootstrapAll({ groups: [copied], clusterOf: ({ source }) => source, measure: meanOfMeans });
    // The same draws of the same 400 sources: the same interval, not one half as wide.
    expect(estimate!.low).toBeCloseTo(bootstrapMean([sample]).low, 12);
    expect(estimate!.high).toBeCloseTo(bootstrapMean([sample]).high, 12);
    const byRow = bootstrapAll({ groups: [copied], clusterOf: (row) => row, measure: meanOfMeans })[0]!;
    expect((byRow.high - byRow.low) / (estimate!.high - estimate!.low)).toBeLessThan(0.6);
  });

  it('keeps the rows in order and the groups apart', () => {
    const rows = [3, 1, 2].map((value) => ({ value, source: value % 2 }));
    const seen: number[][][] = [];
    const measure = (samples: readonly (readonly Row[])[]) => {
      seen.push(samples.map((drawn) => drawn.map(({ value }) => value)));
      return [0];
    };
    bootstrapAll({ groups: [rows, [{ value: 9, source: 0 }]], clusterOf: ({ source }) => source, measure });
    const drawn = new Set(seen.map(([first]) => first!.join()));
    // Source 1 has 3 and 1, source 0 has 2: two sources are drawn each time.
    expect(drawn).toEqual(new Set(['3,1,2', '3,3,1,1', '2,2']));
    expect(seen.every(([, second]) => second!.join() === '9')).toBe(true);
  });

  it('leaves a group out where the statistic does not exist', () => {
    expect(bootstrapMean([[], [1, 1]]).value).toBe(1);
    expect(bootstrapMean([[]]).value).toBeNaN();
  });
});
