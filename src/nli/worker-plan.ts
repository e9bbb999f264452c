import { availableCpus } from './cpu-quota.ts';
import { workersInMemory } from './memory-limit.ts';
import type { ModelDirectory } from './model-directory.ts';
import type { ProviderInUse } from './nli-interface.ts';

/** Above this size, one copy of the models per worker costs more memory than parallel runs are worth. */
const LARGE_MODEL_BYTES = 200_000_000;

export interface WorkerPlan {
  /** Number of workers when running on the CPU, from the CPUs or the settings. */
  readonly onCpu: number;
  readonly threads: number;
}

/** Workers and threads; where a setting is 0, from the CPU quota and the size of the models. */
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

export interface WorkerCount {
  readonly count: number;
  /** A sentence for the start log when memory holds fewer workers than there are CPUs for. */
  readonly notice: string | undefined;
}

/** Number of workers, once the memory need of the first is known. A setting other than 0 is used as it is. */
export function countWorkers(plan: WorkerPlan, setting: number, first: FirstWorker): WorkerCount {
  // One device runs one batch at a time, and its memory holds one copy of the models.
  if (first.provider === 'cuda') return { count: setting || 1, notice: undefined };
  if (setting > 0) return { count: setting, notice: undefined };
  const { before, after, limit } = first;
  const fitting = workersInMemory({ limit, before, perWorker: after - before });
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
