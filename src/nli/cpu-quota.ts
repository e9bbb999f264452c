import { availableParallelism } from 'node:os';
import { type ReadText, readText } from './read-text.ts';

/**
 * Whole CPUs this process may use: the container's cgroup quota (v2, then v1), rounded up, never more than
 * the host offers. A host's core count would start far more threads than a container may run.
 */
export function availableCpus(host: number = availableParallelism(), read: ReadText = readText): number {
  const quota = quotaV2(read) ?? quotaV1(read);
  return quota === undefined ? host : Math.max(1, Math.min(host, Math.ceil(quota)));
}

function quotaV2(read: ReadText): number | undefined {
  const [quota, period] = (read('/sys/fs/cgroup/cpu.max') ?? '').trim().split(/\s+/);
  return ratio(quota, period);
}

function quotaV1(read: ReadText): number | undefined {
  return ratio(read('/sys/fs/cgroup/cpu/cpu.cfs_quota_us'), read('/sys/fs/cgroup/cpu/cpu.cfs_period_us'));
}

function ratio(quota: string | undefined, period: string | undefined): number | undefined {
  const value = Number(quota) / Number(period);
  return Number.isFinite(value) && value > 0 ? value : undefined;
}
