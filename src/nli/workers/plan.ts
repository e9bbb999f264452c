import { readFileSync } from 'node:fs';
import { availableParallelism, totalmem } from 'node:os';
import type { ModelDirectory } from '../models/directory.ts';
import type { ProviderInUse } from '../providers.ts';

/** Above this size, one copy of the models per worker costs more memory than parallel runs are worth. */
const LARGE_MODEL_BYTES = 200_000_000;

export interface WorkerPlan {
  /** Number of workers when running on the CPU, from the CPUs or the settings. */
  readonly onCpu: number;
  readonly threads: number;
}

export function planWorkers(
  models: readonly Pick<ModelDirectory, 'graphs'>[],
  { workers, threadsPerWorker }: { workers: number; threadsPerWorker: number },
  cpus: number = availableCpus(),
): WorkerPlan {
  const bytes = models.reduce((sum, { graphs }) => sum + graphs.cpu.bytes, 0);
  const onCpu = workers || (bytes > LARGE_MODEL_BYTES ? 1 : cpus);
  return { onCpu, threads: threadsPerWorker || Math.max(1, Math.floor(cpus / onCpu)) };
}

export interface FirstWorker {
  readonly provider: ProviderInUse;
  /** Bytes the process used before it started. */
  readonly before: number;
  /** Bytes the process uses now that it is warmed up. */
  readonly after: number;
  /** Bytes the process may use. */
  readonly limit: number;
}

/** Workers once the need of the first is known, and a notice where memory holds fewer. A setting is used as it is. */
export function countWorkers(plan: WorkerPlan, setting: number, first: FirstWorker) {
  // One device runs one batch at a time, and its memory holds one copy of the models.
  if (first.provider !== 'cpu') return { count: setting || 1, notice: undefined };
  if (setting > 0) return { count: setting, notice: undefined };
  const { before, after, limit } = first;
  const fitting = workersInMemory(limit, before, after - before);
  if (fitting >= plan.onCpu) return { count: plan.onCpu, notice: undefined };
  return { count: fitting, notice: memoryNotice(plan, fitting, { limit, perWorker: after - before }) };
}

function memoryNotice({ onCpu }: WorkerPlan, fitting: number, bytes: { limit: number; perWorker: number }): string {
  const mb = (count: number) => `${Math.round(count / 1e6)} MB`;
  const threads = Math.floor(onCpu / fitting);
  return (
    `The memory limit of ${mb(bytes.limit)} allows ${fitting} of ${onCpu} workers: one worker needs ` +
    `${mb(bytes.perWorker)}. Raise the limit, or set THREADS_PER_WORKER=${threads} to use all CPUs.`
  );
}

/** Whole CPUs of the container's cgroup quota (v2, then v1), rounded up, never more than the host offers. */
export function availableCpus(host: number = availableParallelism(), read: ReadText = readText): number {
  const [v2, v2Period] = (read('/sys/fs/cgroup/cpu.max') ?? '').trim().split(/\s+/);
  const v1 = (name: string) => read(`/sys/fs/cgroup/cpu/cpu.cfs_${name}_us`);
  const quota = ratio(v2, v2Period) ?? ratio(v1('quota'), v1('period'));
  return quota === undefined ? host : Math.max(1, Math.min(host, Math.ceil(quota)));
}

function ratio(quota: string | undefined, period: string | undefined): number | undefined {
  const value = Number(quota) / Number(period);
  return Number.isFinite(value) && value > 0 ? value : undefined;
}

/** Bytes this process may use. Where there is no limit, Node gives 0 or more than any host has. */
export function memoryLimit(host: number = totalmem(), constrained: number = process.constrainedMemory()): number {
  return constrained > 0 ? Math.min(host, constrained) : host;
}

/** For requests, caches and garbage that is not collected yet. */
const MAIN_THREAD_BYTES = 200_000_000;

/**
 * How many workers fit into memory next to the main thread; at least one. In bytes: what this process may use, what it used
 * before its first worker started, and by how much it grew until that one was warmed up.
 * @internal
 */
export function workersInMemory(limit: number, before: number, perWorker: number): number {
  if (perWorker <= 0) return Number.POSITIVE_INFINITY;
  return Math.max(1, Math.floor((limit - before - MAIN_THREAD_BYTES) / perWorker));
}

/** The text of a file; undefined when it cannot be read. */
export type ReadText = (path: string) => string | undefined;

const readText: ReadText = (path) => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
};
