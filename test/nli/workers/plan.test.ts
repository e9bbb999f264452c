import { describe, expect, it } from 'vitest';
import { countWorkers, planWorkers } from '../../../src/nli/workers/plan.ts';

const MB = 1_000_000;
const modelOf = (bytes: number) => {
  const graph = { path: 'onnx/model.onnx', data: [], optimisation: 'basic', bytes } as const;
  return { graphs: { cpu: graph, cuda: graph } };
};
const AUTO = { workers: 0, threadsPerWorker: 0 };

describe('planWorkers', () => {
  it('starts a worker of one thread for each CPU', () => {
    expect(planWorkers([modelOf(85 * MB), modelOf(15 * MB)], AUTO, 4)).toEqual({ onCpu: 4, threads: 1 });
  });

  it('starts one worker with all threads for large models, both counted', () => {
    expect(planWorkers([modelOf(150 * MB), modelOf(51 * MB)], AUTO, 4)).toEqual({ onCpu: 1, threads: 4 });
    expect(planWorkers([modelOf(150 * MB), modelOf(50 * MB)], AUTO, 4)).toEqual({ onCpu: 4, threads: 1 });
  });

  it('follows the settings', () => {
    expect(planWorkers([modelOf(MB)], { workers: 2, threadsPerWorker: 0 }, 8)).toEqual({ onCpu: 2, threads: 4 });
    expect(planWorkers([modelOf(MB)], { workers: 3, threadsPerWorker: 5 }, 8)).toEqual({ onCpu: 3, threads: 5 });
  });
});

describe('countWorkers', () => {
  const first = { provider: 'cpu', before: 150 * MB, after: 400 * MB } as const;
  const plan = { onCpu: 4, threads: 1 };

  it('starts what the CPUs call for when memory holds it', () => {
    expect(countWorkers(plan, 0, { ...first, limit: 8000 * MB })).toEqual({ count: 4, notice: undefined });
  });

  it('starts what memory holds, and says so', () => {
    expect(countWorkers(plan, 0, { ...first, limit: 900 * MB })).toEqual({
      count: 2,
      notice:
        'The memory limit of 900 MB allows 2 of 4 workers: one worker needs 250 MB. ' +
        'Raise the limit, or set THREADS_PER_WORKER=2 to use all CPUs.',
    });
  });

  it('follows a setting, whatever memory there is', () => {
    expect(countWorkers(plan, 4, { ...first, limit: 900 * MB })).toEqual({ count: 4, notice: undefined });
  });

  it('starts one worker for a device', () => {
    const cuda = { ...first, provider: 'cuda', limit: 8000 * MB } as const;
    expect(countWorkers(plan, 0, cuda)).toEqual({ count: 1, notice: undefined });
    expect(countWorkers(plan, 3, cuda)).toEqual({ count: 3, notice: undefined });
  });
});
