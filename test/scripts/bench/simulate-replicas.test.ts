import { expect, it } from 'vitest';
import { simulateReplicas } from '../../../scripts/bench/replicas.ts';
import { seededRandom } from '../../../src/evaluation/bootstrap.ts';

const TIMES = { verifyMs: [1000], storeMs: 20, databaseMs: 10 };
const of = (replicas: number, times = TIMES) =>
  simulateReplicas(times, { replicas, chunks: 100 * replicas }, seededRandom(1));

it('takes the time of the steps for one replica', () => {
  expect(of(1).chunksPerSecond).toBeCloseTo(1000 / 1020, 6);
  expect(of(1).idealPerSecond).toBe(1);
  expect(of(1).databaseBusy).toBeCloseTo(10 / 1020, 6);
});

it('grows with the replicas while the database has time, and not beyond what it bears', () => {
  expect(of(10).chunksPerSecond / of(1).chunksPerSecond).toBeCloseTo(10, 0);
  expect(of(1000).chunksPerSecond).toBeGreaterThan(95);
  expect(of(1000).chunksPerSecond).toBeLessThanOrEqual(100);
  expect(of(1000).databaseBusy).toBeGreaterThan(0.95);
});

it('reaches the ideal with a database that takes no time', () => {
  const free = of(50, { verifyMs: [500], storeMs: 0, databaseMs: 0 });
  expect(free.chunksPerSecond).toBeCloseTo(free.idealPerSecond, 6);
});

it('draws from all measured times', () => {
  const { chunksPerSecond, idealPerSecond } = of(4, { verifyMs: [100, 300], storeMs: 0, databaseMs: 0 });
  expect(idealPerSecond).toBe(20);
  expect(chunksPerSecond / idealPerSecond).toBeGreaterThan(0.9);
});
