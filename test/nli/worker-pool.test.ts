import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { assembleBatch, type PaddedBatch } from '../../src/nli/batch.ts';
import type { PairTemplate } from '../../src/nli/pair-template.ts';
import { tokenizedText } from '../../src/nli/tokenized-text.ts';
import { WorkerPool } from '../../src/nli/worker-pool.ts';
import { WorkerThread } from '../../src/nli/worker-thread.ts';
import { copyModel } from './support/model-copy.ts';
import { fixture, MODEL_FILE, openModel } from './support/models.ts';

const template: PairTemplate = { before: [2], between: [3], after: [3], types: [[0], 0, [0], 1, [1]], overhead: 3 };

/** Pairs of the given number of tokens, as many as asked for. */
function batchOf(rows: number, tokens = 10): PaddedBatch {
  const text = tokenizedText(
    Int32Array.from({ length: tokens }, (_, i) => 50 + i),
    0,
  );
  return assembleBatch(
    Array.from({ length: rows }, () => ({ premise: text, hypothesis: text })),
    template,
    0,
  );
}
/** Takes the network a good while: what is to happen during a run has happened long before its end. */
const longBatch = () => batchOf(400, 60);

async function openPool({ dir = fixture('foreign-bert'), workers = 1, runTimeoutMs = 60_000 } = {}) {
  const started = vi.spyOn(WorkerThread, 'start');
  const model = await openModel(dir);
  const session = { ...model, provider: 'cpu', threads: 1 } as const;
  const pool = await WorkerPool.open({ workers: () => workers, session, runTimeoutMs });
  onTestFinished(() => pool.close());
  const threads = await Promise.all(started.mock.results.map(({ value }) => value as Promise<WorkerThread>));
  return { pool, threads, started };
}

/** Resolves once the lost thread of the spy was replaced. */
const replaced = (pool: WorkerPool, restarts: number) =>
  vi.waitFor(() => expect(pool.restarts).toBe(restarts), { timeout: 20_000 });

afterEach(() => vi.restoreAllMocks());

describe('a pool of workers', () => {
  it('runs batches on as many threads as it was told, and more wait their turn', async () => {
    const { pool, threads } = await openPool({ workers: 2 });
    expect([pool.size, threads.length, pool.provider]).toEqual([2, 2, 'cpu']);
    const results = await Promise.all([1, 2, 3, 4, 5].map((rows) => pool.run(batchOf(rows))));
    expect(results.map((logits) => logits.length)).toEqual([3, 6, 9, 12, 15]);
    expect(pool.fault).toBeUndefined();
  });

  it('lets the first thread decide the number: one device, one session', async () => {
    const started = vi.spyOn(WorkerThread, 'start');
    const seen: string[] = [];
    const workers = (provider: string) => {
      seen.push(provider);
      return 2;
    };
    const session = { ...(await openModel(fixture('foreign-bert'))), provider: 'auto', threads: 1 } as const;
    const pool = await WorkerPool.open({ workers, session, runTimeoutMs: 60_000 });
    onTestFinished(() => pool.close());
    expect(seen[0]).toBe('cpu');
    expect(started.mock.calls.map(([options]) => options.provider)).toEqual(['auto', 'cpu']);
    expect(pool.fallbackReason).toMatch(/\S/);
  });

  it('replaces a thread that exits while it has nothing to do', async () => {
    const { pool, threads } = await openPool({ workers: 2 });
    await threads[1]!.stop();
    await replaced(pool, 1);
    const results = await Promise.all([1, 2, 3].map((rows) => pool.run(batchOf(rows))));
    expect(results.map((logits) => logits.length)).toEqual([3, 6, 9]);
  });

  it('survives a batch that the network refuses, on the same thread', async () => {
    const { pool } = await openPool();
    // 128 positions are all that this model has.
    await expect(pool.run(batchOf(1, 100))).rejects.toThrow();
    expect(await pool.run(batchOf(1))).toHaveLength(3);
    expect(pool.restarts).toBe(0);
  });

  it('fails closed when a lost thread cannot be replaced, because the file is another by then', async () => {
    const dir = copyModel();
    const { pool, threads } = await openPool({ dir });
    writeFileSync(join(dir, MODEL_FILE), 'another network');
    await threads[0]!.stop();
    const waiting = pool.run(batchOf(1));
    await expect(waiting).rejects.toMatchObject({ code: 'service_unavailable' });
    expect(pool.fault).toMatch(/^A worker could not be replaced: .*model\.onnx: expected \d+ bytes/);
    await expect(pool.run(batchOf(1))).rejects.toMatchObject({ code: 'service_unavailable', message: pool.fault });
  });
});

describe('opening a pool', () => {
  it('is refused when the file was swapped after it was checked', async () => {
    const dir = copyModel();
    const model = await openModel(dir);
    writeFileSync(join(dir, MODEL_FILE), 'another network');
    const session = { ...model, provider: 'cpu', threads: 1 } as const;
    await expect(WorkerPool.open({ workers: () => 2, session, runTimeoutMs: 1000 })).rejects.toMatchObject({
      code: 'invalid_model',
      message: expect.stringMatching(/model\.onnx: expected \d+ bytes, got 15\.$/),
    });
  });

  it('leaves no thread behind when one of several cannot start', async () => {
    const model = await openModel(fixture('foreign-bert'));
    const session = { ...model, provider: 'cpu', threads: 1 } as const;
    const start = WorkerThread.start.bind(WorkerThread);
    const exits: Promise<number>[] = [];
    let calls = 0;
    vi.spyOn(WorkerThread, 'start').mockImplementation(async (options) => {
      if (++calls === 2) throw new Error('no memory');
      const thread = await start(options);
      exits.push(thread.exited);
      return thread;
    });
    await expect(WorkerPool.open({ workers: () => 3, session, runTimeoutMs: 1000 })).rejects.toThrow('no memory');
    expect(exits).toHaveLength(2);
    await Promise.all(exits);
  });
});

describe('closing a pool', () => {
  it('answers what runs, refuses what waits and what comes, and ends every thread', async () => {
    const { pool, threads } = await openPool({ workers: 2 });
    // Each thread holds one batch ready.
    const given = [1, 2, 3, 4].map(() => pool.run(longBatch()));
    const waiting = pool.run(batchOf(1));
    await Promise.all([
      expect(waiting).rejects.toMatchObject({ code: 'service_unavailable', message: 'The service is shutting down.' }),
      pool.close(),
    ]);
    await Promise.all(threads.map((thread) => thread.exited));
    expect((await Promise.all(given)).map((logits) => logits.length)).toEqual([1200, 1200, 1200, 1200]);
    await expect(pool.run(batchOf(1))).rejects.toMatchObject({ code: 'service_unavailable' });
    expect(pool.restarts).toBe(0);
  });

  it('waits for a replacement that is on its way, and ends it too', async () => {
    const { pool, threads, started } = await openPool();
    await threads[0]!.stop();
    await replaced(pool, 1);
    await pool.close();
    const second = (await started.mock.results[1]!.value) as WorkerThread;
    await second.exited;
    expect(started).toHaveBeenCalledTimes(2);
  });

  it('may be done twice', async () => {
    const { pool } = await openPool();
    await pool.close();
    await pool.close();
  });
});
