import { availableParallelism } from 'node:os';
import { describe, expect, it } from 'vitest';
import { availableCpus } from '../../../src/nli/workers/plan.ts';

const V2 = '/sys/fs/cgroup/cpu.max';
const V1_QUOTA = '/sys/fs/cgroup/cpu/cpu.cfs_quota_us';
const V1_PERIOD = '/sys/fs/cgroup/cpu/cpu.cfs_period_us';
const cpus = (host: number, files: Record<string, string>) => availableCpus(host, (path) => files[path]);

describe('availableCpus', () => {
  it.each<[string, number, Record<string, string>, number]>([
    ['takes the host without a cgroup', 8, {}, 8],
    ['takes the quota of cgroup v2', 64, { [V2]: '200000 100000\n' }, 2],
    ['rounds part of a CPU up', 64, { [V2]: '150000 100000\n' }, 2],
    ['gives at least one CPU', 64, { [V2]: '10000 100000\n' }, 1],
    ['takes the host when v2 sets no limit', 8, { [V2]: 'max 100000\n' }, 8],
    ['never goes above the host', 4, { [V2]: '1600000 100000\n' }, 4],
    ['takes the quota of cgroup v1', 64, { [V1_QUOTA]: '300000\n', [V1_PERIOD]: '100000\n' }, 3],
    ['takes the host when v1 sets no limit', 8, { [V1_QUOTA]: '-1\n', [V1_PERIOD]: '100000\n' }, 8],
    ['takes v2 where both are there', 64, { [V2]: '200000 100000', [V1_QUOTA]: '900000', [V1_PERIOD]: '100000' }, 2],
    ['takes the host when a file is unreadable', 8, { [V2]: 'garbage' }, 8],
    ['takes the host when the period is nought', 8, { [V1_QUOTA]: '100000', [V1_PERIOD]: '0' }, 8],
  ])('%s', (_, host, files, expected) => {
    expect(cpus(host, files)).toBe(expected);
  });

  it('reads this machine', () => {
    expect(availableCpus()).toBeGreaterThanOrEqual(1);
    expect(availableCpus()).toBeLessThanOrEqual(availableParallelism());
  });
});
