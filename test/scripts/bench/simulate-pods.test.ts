import { expect, it } from 'vitest';
import { type Call, simulatePods } from '../../../scripts/bench/simulate-pods.ts';
import { seededRandom } from '../../../src/evaluation/bootstrap.ts';

const CALL: Call = { store: 'database', busyMs: 5, waitMs: 5 };
const HIT: Call = { store: 'redis', busyMs: 2, waitMs: 0 };
const CYCLE = { before: [HIT, CALL], modelMs: [1000], after: [CALL] };
const NO_STORES = { before: [], modelMs: [100, 300], after: [] };
const of = (workers: number, cycle = CYCLE as Parameters<typeof simulatePods>[0]) =>
  simulatePods(cycle, { workers, cycles: 100 * workers }, seededRandom(1));

it('takes the time of all steps for one worker, and counts when stores are busy', () => {
  const { perSecond, idealPerSecond, busy } = simulatePods(CYCLE, { workers: 1, cycles: 10 }, () => 0);
  expect(perSecond).toBeCloseTo(1000 / 1022, 6);
  expect(idealPerSecond).toBe(1);
  expect(busy.database).toBeCloseTo(10 / 1022, 6);
  expect(busy.redis).toBeCloseTo(2 / 1022, 6);
});

it('grows with the workers while the stores have time, and no further', () => {
  expect(of(10).perSecond / of(1).perSecond).toBeCloseTo(10, 0);
  expect(of(300).perSecond).toBeGreaterThan(95);
  expect(of(300).perSecond).toBeLessThanOrEqual(100);
  expect(of(300).busy.database).toBeGreaterThan(0.95);
  expect(of(300).busy.redis).toBeLessThan(0.25);
});

it('draws from all measured times, and comes near the ideal without stores', () => {
  const { perSecond, idealPerSecond } = of(4, NO_STORES);
  expect(idealPerSecond).toBe(20);
  expect(perSecond / idealPerSecond).toBeGreaterThan(0.9);
  expect(perSecond / idealPerSecond).toBeLessThan(1.1);
});
