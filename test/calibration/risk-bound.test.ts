import { describe, expect, it } from 'vitest';
import { controlRisk, fewestRight, type RiskRow, rowsNeeded, upperBound } from '../../src/calibration/risk-bound.ts';
import { seededRandom } from '../../src/evaluation/bootstrap.ts';

/** So many SUPPORTED answers of a confidence. */
const rows = (count: number, confidence: number, isRight = true): RiskRow[] =>
  new Array<RiskRow>(count).fill({ isSupported: true, confidence, isRight });

describe('upperBound', () => {
  it.each([
    [0, 59, 0.0495],
    [0, 58, 0.0503],
    [1, 100, 0.0466],
    [10, 100, 0.1637],
    [3, 10, 0.6066],
    [5, 5, 1],
    [0, 0, 1],
  ])('is the bound of Clopper and Pearson for %i of %i', (wrong, count, bound) => {
    expect(upperBound(wrong, count)).toBeCloseTo(bound, 4);
  });

  it('does not underflow for many rows', () => {
    expect(upperBound(2_000, 100_000)).toBeCloseTo(0.0207, 4);
  });
});

describe('fewestRight and rowsNeeded', () => {
  it('is 59 right ones for 5 %', () => {
    expect([0.01, 0.05, 0.1, 0.2].map(fewestRight)).toEqual([299, 59, 29, 14]);
  });

  it('grows with the share of wrong ones, and has no answer from the stated risk on', () => {
    expect(rowsNeeded(0, 0.05)).toBe(59);
    expect(rowsNeeded(0.02, 0.05)).toBeGreaterThan(100);
    expect(rowsNeeded(0.05, 0.05)).toBeUndefined();
  });
});

describe('controlRisk', () => {
  it('is the most lenient confidence before the first failure', () => {
    const sample = [...rows(59, 0.9), ...rows(40, 0.7), ...rows(30, 0.5, false)];
    const { found, failed } = controlRisk({ tuning: sample, heldOut: sample }, 0.05);
    expect(found).toMatchObject({ leastConfidence: 0.51, passing: 99, wrong: 0 });
    expect(failed).toMatchObject({ leastConfidence: 0.5, passing: 129, wrong: 30 });
  });

  it('tests no confidence behind a failure, though it would be met there', () => {
    const heldOut = [...rows(60, 0.9), ...rows(20, 0.8, false), ...rows(900, 0.3)];
    const tuning = rows(100, 0.9);
    expect(controlRisk({ tuning, heldOut }, 0.05)).toMatchObject({
      found: { leastConfidence: 0.81 },
      failed: { leastConfidence: 0.8 },
    });
  });

  it('finds none where fewer pass than the bound needs, or where the first one fails', () => {
    expect(controlRisk({ tuning: rows(58, 0.9), heldOut: rows(58, 0.9) }, 0.05)).toEqual({});
    const wrong = [...rows(95, 0.9), ...rows(5, 0.95, false)];
    const { found, failed } = controlRisk({ tuning: wrong, heldOut: wrong }, 0.05);
    expect(found).toBeUndefined();
    expect(failed).toMatchObject({ passing: 100, wrong: 5 });
  });

  it('does not count answers of other verdicts', () => {
    const others = rows(100, 0.9, false).map((row) => ({ ...row, isSupported: false }));
    const sample = [...rows(59, 0.9), ...others];
    expect(controlRisk({ tuning: sample, heldOut: sample }, 0.05).found).toMatchObject({ passing: 59, wrong: 0 });
  });
});

interface Customers {
  readonly name: string;
  /** The chance that an answer of this confidence is right. */
  readonly right: (confidence: number) => number;
  readonly heldOut: number;
  /** The least mean coverage that is worth anything; 0 where no risk of 5 % can be had. */
  readonly coverage: number;
}

const CUSTOMERS: readonly Customers[] = [
  { name: 'calibrated confidence', right: (confidence) => confidence, heldOut: 600, coverage: 0.08 },
  { name: 'better than its confidence', right: (confidence) => 1 - (1 - confidence) / 4, heldOut: 600, coverage: 0.3 },
  { name: 'overconfident', right: (confidence) => confidence - 0.04, heldOut: 300, coverage: 0 },
  { name: 'wrong at the top', right: (confidence) => (confidence > 0.97 ? 0.9 : 0.97), heldOut: 300, coverage: 0.01 },
  { name: 'everywhere just above the stated risk', right: () => 0.9495, heldOut: 300, coverage: 0 },
];

/** Two thirds of all answers are SUPPORTED, most of them with a high confidence. */
function population({ right }: Customers, random: () => number): RiskRow[] {
  return Array.from({ length: 20_000 }, () => {
    const confidence = Math.round(1e4 * (1 - random() ** 2 / 2)) / 1e4;
    return { isSupported: random() < 2 / 3, confidence, isRight: random() < right(confidence) };
  });
}

/** The true share of wrong answers among those of a population that pass. */
function trueRisk(all: readonly RiskRow[], least: number): number {
  const passed = all.filter(({ isSupported, confidence }) => isSupported && confidence >= least);
  return passed.filter(({ isRight }) => !isRight).length / passed.length;
}

describe('1,000 simulated customers', () => {
  it.each(CUSTOMERS)('at most 5 % break a stated risk of 5 %: $name', (customers) => {
    const random = seededRandom(46);
    const all = population(customers, random);
    const sample = () => Array.from({ length: customers.heldOut }, () => all[Math.floor(random() * all.length)]!);
    const risks = new Map<number, number>();
    let [broken, coverage] = [0, 0];
    for (let customer = 0; customer < 1_000; customer += 1) {
      const { found } = controlRisk({ tuning: sample(), heldOut: sample() }, 0.05);
      if (found === undefined) continue;
      const { leastConfidence, passing } = found;
      if (!risks.has(leastConfidence)) risks.set(leastConfidence, trueRisk(all, leastConfidence));
      if (risks.get(leastConfidence)! > 0.05) broken += 1;
      coverage += passing / customers.heldOut / 1_000;
    }
    expect(broken).toBeLessThanOrEqual(50);
    expect(coverage).toBeGreaterThanOrEqual(customers.coverage);
  });
});
