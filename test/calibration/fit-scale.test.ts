import { describe, expect, it } from 'vitest';
import { type Answered, fitScale } from '../../src/calibration/fit-scale.ts';
import { scaled } from '../../src/verify/decide/policy.ts';

const answers = (probability: number, share: number, count = 100): Answered[] =>
  Array.from({ length: count }, (_, i) => ({ probability, right: i < Math.round(share * count), weight: 1 }));

describe('the scale of the confidence', () => {
  it('leaves probabilities that are right as often as they say', () => {
    const { slope, offset } = fitScale([0.2, 0.5, 0.8, 0.95].flatMap((p) => answers(p, p)));
    expect(slope).toBeCloseTo(1, 1);
    expect(offset).toBeCloseTo(0, 1);
  });

  it('brings probabilities to the share that is right', () => {
    const scale = fitScale([...answers(0.95, 0.8), ...answers(0.6, 0.55)]);
    expect(scaled(0.95, scale)).toBeCloseTo(0.8, 1);
    expect(scaled(0.6, scale)).toBeCloseTo(0.55, 1);
    expect(scale.slope).toBeLessThan(1);
  });

  it('is never decreasing', () => {
    const { slope, offset } = fitScale([...answers(0.95, 0.2), ...answers(0.6, 0.8)]);
    expect(slope).toBe(0);
    expect(scaled(0.7, { slope, offset })).toBeCloseTo(0.5, 1);
  });

  it('stays near 1 and 0 where there are few answers', () => {
    expect(fitScale([])).toEqual({ slope: 1, offset: 0 });
    expect(scaled(0.9, fitScale(answers(0.9, 0, 1)))).toBeGreaterThan(0.5);
    expect(scaled(0.9, fitScale(answers(0.9, 0, 50)))).toBeLessThan(0.1);
  });

  it('does not depend on the sum of the weights, only on their shares', () => {
    const all = [...answers(0.95, 0.8), ...answers(0.6, 0.5)];
    const weighed = (weight: number) => fitScale(all.map((one) => ({ ...one, weight })));
    expect(weighed(9)).toEqual(weighed(1));
    const heavy = all.map((one) => ({ ...one, weight: one.right ? 9 : 1 }));
    expect(scaled(0.6, fitScale(heavy))).toBeGreaterThan(0.8);
  });

  it('does not count one answer of high weight as many answers', () => {
    const one = { probability: 0.9, right: false, weight: 1_000 };
    expect(scaled(0.9, fitScale([one, ...answers(0.9, 1, 5)]))).toBeGreaterThan(0.3);
  });
});
