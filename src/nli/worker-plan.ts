import { availableCpus } from './cpu-quota.ts';
import { workersInMemory } from './memory-limit.ts';
import type { ModelDirectory } from './model-directory.ts';
import type { ProviderInUse } from './types.ts';

/** Above this a copy of the models in every worker costs more memory than its parallel runs are worth. */
const LARGE_MODEL_BYTES = 200_000_000;

export interface WorkerPlan {
  /** Workers that the CPUs or the settings call for on the CPU. */
  readonly onCpu: number;
  readonly threads: number;
}

/** From the CPU quota and the size of the models where a setting is 0. */
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
  /** A sentence for the start log when memory holds fewer workers than the CPUs call for. */
  readonly notice: string | undefined;
}

/** How many workers there are to be, once the first has shown what it needs. A setting other than 0 is followed. */
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
    `Memory of ${mb(bytes.limit)} holds ${fitting} of ${onCpu} workers, as a worker needs ${mb(bytes.perWorker)}; ` +
    `give the process more memory, or set THREADS_PER_WORKER=${threads} so that all CPUs are used.`
  );
}
