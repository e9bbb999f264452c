import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { SessionOptions } from '../../src/nli/onnx-session.ts';
import { WorkerPool } from '../../src/nli/worker-pool.ts';

// Real threads run a script that exits, throws or falls silent on demand: no network can be made to.
vi.mock('node:worker_threads', async (original) => {
  const { Worker } = await original<typeof import('node:worker_threads')>();
  class ScriptedWorker extends Worker {
    constructor() {
      super(join(import.meta.dirname, 'support/scripted-worker.mjs'));
    }
  }
  return { Worker: ScriptedWorker };
});

const [EXITS, THROWS, FALLS_SILENT] = [13, 14, 15];
const batchOf = (rows: number) => ({ rows, length: 1, buffer: new ArrayBuffer(8) });
const session: SessionOptions = {
  dir: '/nowhere',
  model: { path: 'model.onnx', bytes: 0, sha256: '' },
  externalData: [],
  provider: 'cpu',
  threads: 1,
};

async function openPool({ workers = 1, runTimeoutMs = 60_000 } = {}): Promise<WorkerPool> {
  const pool = await WorkerPool.open({ workers: () => workers, session, runTimeoutMs });
  onTestFinished(() => pool.close());
  return pool;
}

const lost = expect.objectContaining({
  code: 'service_unavailable',
  message: 'A worker was lost while it ran this request; try again.',
  details: { retry_after_seconds: 1 },
});

describe('a worker that is lost during a batch', () => {
  it.each([
    ['exits', EXITS],
    ['throws', THROWS],
  ])('and %s: its batch is rejected, never answered, and another thread takes its place', async (_, fault) => {
    const pool = await openPool();
    const [running, waiting] = [pool.run(batchOf(fault)), pool.run(batchOf(2))];
    await expect(running).rejects.toThrow(lost);
    expect(await waiting).toHaveLength(6);
    expect([pool.restarts, pool.fault]).toEqual([1, undefined]);
  });

  it('tells what it threw as the cause', async () => {
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

describe('a worker that hangs', () => {
  it('makes the pool refuse its batch, those that wait and all later ones, and closing does not wait for it', async () => {
    const pool = await openPool({ runTimeoutMs: 50 });
    const [running, waiting] = [pool.run(batchOf(FALLS_SILENT)), pool.run(batchOf(1))];
    await Promise.all([
      expect(running).rejects.toMatchObject({ code: 'service_unavailable', message: 'The network hangs.' }),
      expect(waiting).rejects.toMatchObject({ code: 'service_unavailable' }),
    ]);
    expect(pool.fault).toBe('A run of the network took longer than 50 ms; this process must be replaced.');
    await expect(pool.run(batchOf(1))).rejects.toMatchObject({ code: 'service_unavailable', message: pool.fault });
    await pool.close();
  });

  it('does not take back the answers that other threads still give', async () => {
    const pool = await openPool({ workers: 2, runTimeoutMs: 50 });
    const [hung, healthy] = [pool.run(batchOf(FALLS_SILENT)), pool.run(batchOf(2))];
    expect(await healthy).toHaveLength(6);
    await expect(hung).rejects.toMatchObject({ message: 'The network hangs.' });
  });

  it('keeps the first reason as the fault', async () => {
    const pool = await openPool({ runTimeoutMs: 50 });
    await expect(pool.run(batchOf(FALLS_SILENT))).rejects.toThrow();
    await pool.close();
    expect(pool.fault).toContain('took longer than 50 ms');
  });
});
