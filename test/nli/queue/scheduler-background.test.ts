import { fc, it } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { entriesOf, SteppedRunner, type Work } from '../support/stepped-runner.ts';

const BACKGROUND = { client: 'analyst', background: true };
const INTERACTIVE = { client: 'reader' };
/** Submissions from here on are background ones. */
const FIRST_JOB = 1_000;

const isBackground = (batch: readonly Work[]) => batch[0]!.submission >= FIRST_JOB;
const msOf = (batch: readonly Work[]) => batch.length * Math.max(...batch.map(({ tokens }) => tokens));
const totalOf = (batches: readonly (readonly Work[])[]) => batches.reduce((sum, batch) => sum + msOf(batch), 0);

/** A runner whose clock continues by the cost of each batch that ends. */
class TimedRunner extends SteppedRunner {
  static start(options: ConstructorParameters<typeof SteppedRunner>[0] = {}) {
    const clock = { ms: 0 };
    return Object.assign(new TimedRunner({ now: () => clock.ms, ...options }), { clock });
  }
}

async function endBatch(runner: ReturnType<typeof TimedRunner.start>): Promise<void> {
  runner.clock.ms += msOf(runner.running[0]!.batch);
  await runner.finish();
}

describe('background requests', () => {
  const flood = fc.array(fc.array(fc.integer({ min: 1, max: 130 }), { minLength: 1, maxLength: 25 }), {
    minLength: 1,
    maxLength: 8,
  });

  it.prop([flood, fc.integer({ min: 1, max: 3 }), fc.nat(4)], { numRuns: 60 })(
    'have an interactive request wait for no batch but those that run',
    async (jobs, maxInFlightBatches, batchesBefore) => {
      const runner = new SteppedRunner({ maxInFlightBatches, workers: maxInFlightBatches });
      for (const [id, tokens] of jobs.entries()) void runner.submit(FIRST_JOB + id, tokens, BACKGROUND);
      for (let i = 0; i < batchesBefore && runner.running.length > 0; i++) await runner.finish();
      const before = runner.started.length;
      const answer = runner.submit(0, [40, 40, 40, 30], INTERACTIVE);
      while (
        !runner.started
          .slice(before)
          .flat()
          .some(({ index }) => index === 3)
      ) {
        expect(runner.started.slice(before).some(isBackground)).toBe(false);
        await runner.finish();
      }
      await runner.drain();
      expect((await answer).results).toHaveLength(4);
    },
  );

  it('leave a slot to an interactive request that has asked for nothing yet', async () => {
    const runner = new SteppedRunner({ maxInFlightBatches: 2, workers: 2 });
    const permit = runner.scheduler.admit(80, INTERACTIVE);
    void runner.submit(FIRST_JOB, Array(6).fill(100), BACKGROUND);
    await runner.finish();
    await runner.finish();
    expect(runner.running.map(({ batch }) => isBackground(batch))).toEqual([true]);
    void runner.scheduler.submit(permit, entriesOf({ submission: 0 }, [80]));
    expect(runner.running.map(({ batch }) => isBackground(batch))).toEqual([true, false]);
    await runner.finish(1);
    runner.scheduler.end(permit);
    expect(runner.running.map(({ batch }) => isBackground(batch))).toEqual([true, true]);
    await runner.drain();
  });

  it('get all model time while no other request waits', async () => {
    const runner = new SteppedRunner({ maxInFlightBatches: 2, workers: 2 });
    const answer = runner.submit(FIRST_JOB, Array(9).fill(50), BACKGROUND);
    while (runner.started.length < 4) {
      expect(runner.running).toHaveLength(2);
      await runner.finish();
    }
    await runner.drain();
    expect((await answer).results).toHaveLength(9);
  });

  it.each([0.05, 0.25])('get a share of %d under interactive load that never ends', async (jobFloor) => {
    const runner = TimedRunner.start({ jobFloor });
    void runner.submit(0, Array(4_000).fill(50), INTERACTIVE);
    void runner.submit(FIRST_JOB, Array(4_000).fill(50), BACKGROUND);
    for (let i = 0; i < 400; i++) await endBatch(runner);
    const share = totalOf(runner.started.filter(isBackground)) / totalOf(runner.started);
    expect(share).toBeGreaterThan(jobFloor * 0.9);
    expect(share).toBeLessThan(jobFloor * 1.1);
    const places = runner.started.flatMap((batch, place) => (isBackground(batch) ? [place] : []));
    const gaps = places.slice(1).map((place, i) => place - places[i]!);
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(Math.floor(1 / jobFloor) - 1);
  });

  it('get nothing under such load when the floor is 0', async () => {
    const runner = TimedRunner.start({ jobFloor: 0 });
    void runner.submit(0, Array(400).fill(50), INTERACTIVE);
    void runner.submit(FIRST_JOB, [50], BACKGROUND);
    for (let i = 0; i < 190; i++) await endBatch(runner);
    expect(runner.started.some(isBackground)).toBe(false);
  });

  it('get no extra minimum on top of the time they had while alone', async () => {
    const runner = TimedRunner.start({ jobFloor: 0.05 });
    void runner.submit(FIRST_JOB, Array(400).fill(50), BACKGROUND);
    for (let i = 0; i < 40; i++) await endBatch(runner);
    const before = runner.started.length;
    void runner.submit(0, Array(100).fill(50), INTERACTIVE);
    for (let i = 0; i < 30; i++) await endBatch(runner);
    expect(runner.started.slice(before).some(isBackground)).toBe(false);
  });

  it('do not fill the batches of others, which would last longer', async () => {
    const runner = new SteppedRunner();
    void runner.submit(0, [100], INTERACTIVE);
    void runner.submit(FIRST_JOB, Array(20).fill(10), BACKGROUND);
    void runner.submit(1, [20], INTERACTIVE);
    await runner.drain();
    expect(runner.started.map((batch) => batch.map(({ submission }) => submission))).toEqual([
      [0],
      [1],
      Array(10).fill(FIRST_JOB),
      Array(10).fill(FIRST_JOB),
    ]);
  });

  it('are taken in while the queue is full, and take no room in it', async () => {
    const runner = new SteppedRunner({ maxQueueMs: 100, queueReserve: 0 });
    const jobs = [1, 2, 3].map((id) => runner.submit(FIRST_JOB + id, Array(10).fill(100), BACKGROUND));
    const answers = [runner.submit(0, [100], INTERACTIVE)];
    await expect(runner.submit(1, [1], INTERACTIVE)).rejects.toMatchObject({ code: 'service_unavailable' });
    jobs.push(runner.submit(FIRST_JOB + 4, [100], BACKGROUND));
    expect(runner.scheduler.stats).toMatchObject({ queuedMs: 100, queuedEntries: 1, refused: { queue_full: 0 } });
    await runner.drain();
    expect(await Promise.all(jobs)).toHaveLength(4);
    expect(await Promise.all(answers)).toHaveLength(1);
  });

  it('share their time equally among clients', async () => {
    const runner = new SteppedRunner();
    void runner.submit(FIRST_JOB, Array(40).fill(100), BACKGROUND);
    void runner.submit(FIRST_JOB + 1, Array(3).fill(100), { client: 'other', background: true });
    for (let i = 0; i < 8; i++) await runner.finish();
    expect(runner.started.flat().filter(({ submission }) => submission === FIRST_JOB + 1)).toHaveLength(3);
    await runner.drain();
  });

  it('are not counted against their client’s interactive requests', async () => {
    const runner = new SteppedRunner();
    void runner.submit(FIRST_JOB, Array(40).fill(100), BACKGROUND);
    for (let i = 0; i < 20; i++) await runner.finish();
    void runner.submit(0, Array(10).fill(100), INTERACTIVE);
    void runner.submit(1, Array(10).fill(100), { client: BACKGROUND.client });
    for (let i = 0; i < 8; i++) await runner.finish();
    const ran = (id: number) => runner.started.flat().filter(({ submission }) => submission === id).length;
    expect([ran(0), ran(1)]).toEqual([4, 4]);
    await runner.drain();
  });

  it('are dropped when they abort', async () => {
    const runner = new SteppedRunner();
    const controller = new AbortController();
    const answer = runner.submit(FIRST_JOB, [100, 100, 100], { ...BACKGROUND, signal: controller.signal });
    controller.abort('canceled');
    await expect(answer).rejects.toBe('canceled');
    await runner.drain();
    expect(runner.started).toHaveLength(1);
    expect(runner.scheduler.stats.droppedEntries).toBe(2);
  });
});
