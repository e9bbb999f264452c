import { totalmem } from 'node:os';
import { describe, expect, it } from 'vitest';
import { memoryLimit, workersInMemory } from '../../../src/nli/workers/plan.ts';

const GB = 1_000_000_000;

describe('memoryLimit', () => {
  it.each<[string, number, number]>([
    ['takes the limit of the cgroup', GB, GB],
    ['takes the host without one', 0, 8 * GB],
    ['takes the host when the limit is a number no host has', 2 ** 64, 8 * GB],
  ])('%s', (_, constrained, expected) => {
    expect(memoryLimit(8 * GB, constrained)).toBe(expected);
  });

  it('reads this machine', () => {
    expect(memoryLimit()).toBeGreaterThan(0);
    expect(memoryLimit()).toBeLessThanOrEqual(totalmem());
  });
});

describe('workersInMemory', () => {
  const MB = 1_000_000;
  it.each<[string, number, number, number, number]>([
    ['as many as fit beside the main thread', 1000, 150, 250, 2],
    ['one more when the last just fits', 850, 150, 250, 2],
    ['one less when it does not', 849, 150, 250, 1],
    ['one at least', 300, 150, 250, 1],
    ['one when not even the main thread fits', 100, 150, 250, 1],
    ['many on a large host', 64_000, 150, 250, 254],
  ])('%s', (_, limit, before, perWorker, expected) => {
    expect(workersInMemory(limit * MB, before * MB, perWorker * MB)).toBe(expected);
  });

  it('knows no bound when a worker showed no growth', () => {
    expect(workersInMemory(GB, 0, 0)).toBe(Number.POSITIVE_INFINITY);
    expect(workersInMemory(GB, 0, -5)).toBe(Number.POSITIVE_INFINITY);
  });
});
