import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { assembleBatch } from '../../../src/nli/batch.ts';
import type { PairTemplate } from '../../../src/nli/pair-template.ts';
import { tokenizedText } from '../../../src/nli/tokenizer.ts';
import type { Phase } from '../../../src/nli/types.ts';
import { WorkerPool } from '../../../src/nli/workers/pool.ts';
import { type PhaseBatch, WorkerThread } from '../../../src/nli/workers/thread.ts';
import { eventually } from '../../support/eventually.ts';
import { copyModel } from '../support/model-copy.ts';
import { COMPACT_MODEL, fixture, MODEL_FILE, sessionModel } from '../support/models.ts';

const template: PairTemplate = { before: [2], between: [3], after: [3], types: [[0], 0, [0], 1, [1]], overhead: 3 };

/** Pairs of the given number of tokens, as many as asked for. */
function batchOf(rows: number, tokens = 10, phase: Phase = 'verdict'): PhaseBatch {
  const text = tokenizedText(
    Int32Array.from({ length: tokens }, (_, i) => 50 + i),
    0,
  );
  const pairs = Array.from({ length: rows }, () => ({ premise: text, hypothesis: text }));
  return { phase, batch: assembleBatch(pairs, template, 0) };
}
/** Takes the model a good while: what is to happen during a run has happened long before its end. */
const longBatch = () => batchOf(400, 60);

async function openPool({ dir = fixture('foreign-bert'), workers = 1, runTimeoutMs = 60_000 } = {}) {
  const started = vi.spyOn(WorkerThread, 'start');
  const worker = { models: { verdict: await sessionModel(dir) }, provider: 'cpu', threads: 1 } as const;
  const pool = await WorkerPool.open({ worker, runTimeoutMs });
  onTestFinished(() => pool.close());
  await pool.grow(workers);
  const threads = await Promise.all(started.mock.results.map(({ value }) => value as Promise<WorkerThread>));
  return { pool, threads, started };
}

/** Resolves once the lost thread of the spy was replaced. */
const replaced = (pool: WorkerPool, restarts: number) => eventually(() => expect(pool.restarts).toBe(restarts));

afterEach(() => vi.restoreAllMocks());

describe('a pool of workers', () => {
  it('runs batches on the configured number of threads; others wait', async () => {
    const { pool, threads } = await openPool({ workers: 2 });
    expect([pool.size, pool.capacity, threads.length, pool.provider]).toEqual([2, 2, 2, 'cpu']);
    const results = await Promise.all([1, 2, 3, 4, 5].map((rows) => pool.run(batchOf(rows))));
    expect(results.map((logits) => logits.length)).toEqual([3, 6, 9, 12, 15]);
    expect(pool.fault).toBeUndefined();
  });

  it('lets the first thread decide the provider for all', async () => {
    const started = vi.spyOn(WorkerThread, 'start');
    const models = { verdict: await sessionModel(fixture('foreign-bert')) };
    const pool = await WorkerPool.open({ worker: { models, provider: 'auto', threads: 1 }, runTimeoutMs: 60_000 });
    onTestFinished(() => pool.close());
    expect([pool.size, pool.provider]).toEqual([1, 'cpu']);
    await pool.grow(2);
    expect(pool.size).toBe(2);
    expect(started.mock.calls.map(([options]) => options.provider)).toEqual(['auto', 'cpu']);
    expect(pool.fallbackReason).toMatch(/\S/);
  });

  it('runs a batch with the model of its phase', async () => {
    const models = {
      verdict: await sessionModel(fixture('foreign-bert')),
      evidence: await sessionModel(COMPACT_MODEL),
    };
    const pool = await WorkerPool.open({ worker: { models, provider: 'cpu', threads: 1 }, runTimeoutMs: 60_000 });
    onTestFinished(() => pool.close());
    const [verdict, evidence] = await Promise.all([pool.run(batchOf(1)), pool.run(batchOf(1, 10, 'evidence'))]);
    const alone = await openPool({ dir: COMPACT_MODEL });
    expect(evidence).toEqual(await alone.pool.run(batchOf(1)));
    expect(verdict).not.toEqual(evidence);
    await expect(alone.pool.run(batchOf(1, 10, 'evidence'))).rejects.toThrow('phase evidence has no model');
  });

  it('replaces a thread that exits while it has nothing to do', async () => {
    const { pool, threads } = await openPool({ workers: 2 });
    await threads[1]!.stop();
    await replaced(pool, 1);
    const results = await Promise.all([1, 2, 3].map((rows) => pool.run(batchOf(rows))));
    expect(results.map((logits) => logits.length)).toEqual([3, 6, 9]);
  });

  it('survives a batch that the model refuses, on the same thread', async () => {
    const { pool } = await openPool();
    // 128 positions are all that this model has.
    await expect(pool.run(batchOf(1, 100))).rejects.toThrow();
    expect(await pool.run(batchOf(1))).toHaveLength(3);
    expect(pool.restarts).toBe(0);
  });

  it('fails closed when a lost thread cannot be replaced, because the file is another by then', async () => {
    const dir = copyModel();
    const { pool, threads } = await openPool({ dir });
    writeFileSync(join(dir, MODEL_FILE), 'another model');
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
    const models = { verdict: await sessionModel(dir) };
    writeFileSync(join(dir, MODEL_FILE), 'another model');
    const worker = { models, provider: 'cpu', threads: 1 } as const;
    await expect(WorkerPool.open({ worker, runTimeoutMs: 1000 })).rejects.toMatchObject({
      code: 'invalid_model',
      message: expect.stringMatching(/model\.onnx: expected \d+ bytes, got 13\.$/),
    });
  });

  it('leaves no thread behind when one of several cannot start', async () => {
    const models = { verdict: await sessionModel(fixture('foreign-bert')) };
    const start = WorkerThread.start.bind(WorkerThread);
    const exits: Promise<number>[] = [];
    let calls = 0;
    vi.spyOn(WorkerThread, 'start').mockImplementation(async (options) => {
      if (++calls === 2) throw new Error('no memory');
      const thread = await start(options);
      exits.push(thread.exited);
      return thread;
    });
    const pool = await WorkerPool.open({ worker: { models, provider: 'cpu', threads: 1 }, runTimeoutMs: 1000 });
    await expect(pool.grow(3)).rejects.toThrow('no memory');
    expect(exits).toHaveLength(2);
    await Promise.all(exits);
  });
});

describe('closing a pool', () => {
  it('answers what runs, refuses what waits and what comes, and ends every thread', async () => {
    const { pool, threads } = await openPool({ workers: 2 });
    const given = [1, 2].map(() => pool.run(longBatch()));
    const waiting = pool.run(batchOf(1));
    await Promise.all([
      expect(waiting).rejects.toMatchObject({ code: 'service_unavailable', message: 'The service is shutting down.' }),
      pool.close(),
    ]);
    await Promise.all(threads.map((thread) => thread.exited));
    expect((await Promise.all(given)).map((logits) => logits.length)).toEqual([1200, 1200]);
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
