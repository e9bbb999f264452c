import { totalmem } from 'node:os';
import { describe, expect, it } from 'vitest';
import { memoryLimit, workersInMemory } from '../../../src/nli/workers/plan.ts';

const V2 = '/sys/fs/cgroup/memory.max';
const V1 = '/sys/fs/cgroup/memory/memory.limit_in_bytes';
const GB = 1_000_000_000;

describe('memoryLimit', () => {
  it.each<[string, Record<string, string>, number]>([
    ['takes the host without a cgroup', {}, 8 * GB],
    ['takes the limit of cgroup v2', { [V2]: `${GB}\n` }, GB],
    ['takes the host when v2 sets no limit', { [V2]: 'max\n' }, 8 * GB],
    ['takes the limit of cgroup v1', { [V1]: `${2 * GB}\n` }, 2 * GB],
    ['takes the host when v1 says no limit by a number no host has', { [V1]: '9223372036854771712\n' }, 8 * GB],
    ['takes v2 where both are there', { [V2]: `${GB}`, [V1]: `${2 * GB}` }, GB],
    ['takes v1 where v2 sets no limit', { [V2]: 'max', [V1]: `${2 * GB}` }, 2 * GB],
    ['takes the host when a file is unreadable', { [V2]: 'garbage' }, 8 * GB],
    ['takes the host when a limit is nought', { [V2]: '0' }, 8 * GB],
  ])('%s', (_, files, expected) => {
    expect(memoryLimit(8 * GB, (path) => files[path])).toBe(expected);
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
    expect(workersInMemory({ limit: limit * MB, before: before * MB, perWorker: perWorker * MB })).toBe(expected);
  });

  it('knows no bound when a worker showed no growth', () => {
    expect(workersInMemory({ limit: GB, before: 0, perWorker: 0 })).toBe(Number.POSITIVE_INFINITY);
    expect(workersInMemory({ limit: GB, before: 0, perWorker: -5 })).toBe(Number.POSITIVE_INFINITY);
  });
});
