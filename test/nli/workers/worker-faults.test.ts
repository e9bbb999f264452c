import { join } from 'node:path';
import type { WorkerOptions as ThreadOptions } from 'node:worker_threads';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { ProviderInUse } from '../../../src/nli/types.ts';
import type { WorkerOptions } from '../../../src/nli/workers/onnx-session.ts';
import { WorkerPool } from '../../../src/nli/workers/pool.ts';

// Real threads run a script that exits, throws or falls silent on demand: no model can be made to.
vi.mock('node:worker_threads', async (original) => {
  const { Worker } = await original<typeof import('node:worker_threads')>();
  class ScriptedWorker extends Worker {
    constructor(_: string, options: ThreadOptions) {
      super(join(import.meta.dirname, '../support/scripted-worker.mjs'), options);
    }
  }
  return { Worker: ScriptedWorker };
});

const [EXITS, THROWS, FALLS_SILENT] = [13, 14, 15];
const batchOf = (rows: number) =>
  ({ phase: 'verdict', batch: { rows, length: 1, buffer: new ArrayBuffer(8) } }) as const;

async function openPool({ workers = 1, runTimeoutMs = 60_000, provider = 'cpu' as ProviderInUse } = {}) {
  const worker: WorkerOptions = { models: {}, provider, threads: 1 };
  const pool = await WorkerPool.open({ worker, runTimeoutMs });
  onTestFinished(() => pool.close());
  await pool.grow(workers);
  return pool;
}

const lost = expect.objectContaining({
  code: 'service_unavailable',
  message: 'The worker that ran this request exited; try again.',
  details: { retry_after_seconds: 1 },
});

describe('a worker that is lost during a batch', () => {
  it.each([
    ['exits', EXITS, 'cpu'],
    ['throws', THROWS, 'cpu'],
    // The thread holds the second batch ready.
    ['exits', EXITS, 'cuda'],
    ['throws', THROWS, 'cuda'],
  ] as const)('and %s: its batch is rejected, never answered, and another thread goes on (%s, %s)', async (...row) => {
    const [, fault, provider] = row;
    const pool = await openPool({ provider });
    const [running, waiting] = [pool.run(batchOf(fault)), pool.run(batchOf(2))];
    await expect(running).rejects.toThrow(lost);
    expect(await waiting).toHaveLength(6);
    expect([pool.restarts, pool.fault]).toEqual([1, undefined]);
  });

  it('reports the thrown error as the cause', async () => {
    const pool = await openPool();
    await expect(pool.run(batchOf(THROWS))).rejects.toMatchObject({ cause: { message: 'out of memory' } });
  });

  it('does not touch the batches of the others', async () => {
    const pool = await openPool({ workers: 2 });
    const outcomes = await Promise.allSettled([EXITS, 1, EXITS, 2, THROWS, 3].map((rows) => pool.run(batchOf(rows))));
    expect(outcomes.map(({ status }) => status)).toEqual([
      'rejected',
      'fulfilled',
      'rejected',
      'fulfilled',
      'rejected',
      'fulfilled',
    ]);
    expect(await Promise.all([1, 2, 3].map((rows) => pool.run(batchOf(rows))))).toHaveLength(3);
    expect(pool.fault).toBeUndefined();
  });
});

describe('a worker whose run does not end', () => {
  it('makes the pool refuse its batch, those that wait and all later ones, and closing does not wait for it', async () => {
    const pool = await openPool({ runTimeoutMs: 50 });
    const [running, waiting] = [pool.run(batchOf(FALLS_SILENT)), pool.run(batchOf(1))];
    await Promise.all([
      expect(running).rejects.toMatchObject({
        code: 'service_unavailable',
        message: 'The model did not finish in time; the service is restarting.',
      }),
      expect(waiting).rejects.toMatchObject({ code: 'service_unavailable' }),
    ]);
    expect(pool.fault).toBe('The model did not finish within 50 ms; the service must be restarted.');
    await expect(pool.run(batchOf(1))).rejects.toMatchObject({ code: 'service_unavailable', message: pool.fault });
    await pool.close();
  });

  it('rejects what its thread holds ready, too', async () => {
    const pool = await openPool({ runTimeoutMs: 50, provider: 'cuda' });
    const outcomes = await Promise.allSettled([pool.run(batchOf(FALLS_SILENT)), pool.run(batchOf(1))]);
    expect(outcomes).toMatchObject([
      { reason: { message: 'The model did not finish in time; the service is restarting.' } },
      { reason: { message: 'The model did not finish in time; the service is restarting.' } },
    ]);
  });

  it('does not take back the answers that other threads still give', async () => {
    const pool = await openPool({ workers: 2, runTimeoutMs: 50 });
    const [stuck, healthy] = [pool.run(batchOf(FALLS_SILENT)), pool.run(batchOf(2))];
    expect(await healthy).toHaveLength(6);
    await expect(stuck).rejects.toMatchObject({
      message: 'The model did not finish in time; the service is restarting.',
    });
  });

  it('keeps the first reason as the fault', async () => {
    const pool = await openPool({ runTimeoutMs: 50 });
    await expect(pool.run(batchOf(FALLS_SILENT))).rejects.toThrow();
    await pool.close();
    expect(pool.fault).toContain('did not finish within 50 ms');
  });
});
