import { fc, it } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { entriesOf, SteppedRunner } from '../support/stepped-runner.ts';
import { type PairTokens, VirtualWorkers } from '../support/virtual-workers.ts';

const REFUSED = { code: 'service_unavailable', details: { retry_after_seconds: 1 } };
const GREEDY = { client: 'greedy' };
const MODEST = { client: 'modest' };
const THIRD = { client: 'third' };

describe('the room in the queue', () => {
  it('is for one client what it is without a name, and leaves the reserve to another', async () => {
    const runner = new SteppedRunner({ maxQueueMs: 100, queueReserve: 0.25 });
    void runner.submit(0, [90], GREEDY);
    void runner.submit(1, [100], GREEDY);
    await expect(runner.submit(2, [1], GREEDY)).rejects.toMatchObject(REFUSED);
    const answers = [runner.submit(3, [15], MODEST), runner.submit(4, [10], MODEST)];
    expect(runner.scheduler.stats).toMatchObject({ refused: { over_share: 1, queue_full: 0 }, queuedMs: 125 });
    await runner.drain();
    expect((await Promise.all(answers)).map(({ results }) => results)).toEqual([['3/0'], ['4/0']]);
  });

  it('is refused to the client that was refused before, and to nobody else', async () => {
    const runner = new SteppedRunner({ maxQueueMs: 1000, queueReserve: 0.25 });
    void runner.submit(0, [90], GREEDY);
    void runner.submit(1, Array(39).fill(25), GREEDY);
    await expect(runner.submit(2, [26], GREEDY)).rejects.toMatchObject(REFUSED);
    await expect(runner.submit(3, [25], GREEDY)).rejects.toMatchObject(REFUSED);
    const fits = runner.submit(4, [20], MODEST);
    await runner.drain();
    expect((await fits).results).toEqual(['4/0']);
  });

  it('in the reserve is not for a client with its equal share', async () => {
    const runner = new SteppedRunner({ maxQueueMs: 100, queueReserve: 0.5 });
    void runner.submit(0, [90], GREEDY);
    void runner.submit(1, [60], GREEDY);
    void runner.submit(2, [40], MODEST);
    // Half of the room is the share of each: 60 are more, 40 and 10 are not.
    await expect(runner.submit(3, [1], GREEDY)).rejects.toMatchObject(REFUSED);
    void runner.submit(4, [10], MODEST);
    await expect(runner.submit(5, [1], MODEST)).rejects.toMatchObject(REFUSED);
    expect(runner.scheduler.stats).toMatchObject({ refused: { over_share: 2, queue_full: 0 }, queuedMs: 110 });
    void runner.submit(6, [40], THIRD);
    const fourth = { client: 'fourth' };
    await expect(runner.submit(7, [1], fourth)).rejects.toMatchObject(REFUSED);
    expect(runner.scheduler.stats.refused).toEqual({ over_share: 2, queue_full: 1 });
    await runner.drain();
  });

  it('has a place for the only request of a client, whatever its size, while the reserve is empty', async () => {
    const runner = new SteppedRunner({ maxQueueMs: 100, queueReserve: 0.25 });
    void runner.submit(0, [90], GREEDY);
    void runner.submit(1, [100], GREEDY);
    const large = runner.submit(2, [40, 40], MODEST);
    await expect(runner.submit(3, [1], MODEST)).rejects.toMatchObject(REFUSED);
    await expect(runner.submit(4, [1], THIRD)).rejects.toMatchObject(REFUSED);
    await runner.drain();
    expect((await large).results).toEqual(['2/0', '2/1']);
  });

  it('is not taken from others by a single request that is larger than all of it', async () => {
    const runner = new SteppedRunner({ maxQueueMs: 100, queueReserve: 0.25 });
    void runner.submit(0, [90], GREEDY);
    void runner.submit(1, Array(50).fill(50), GREEDY);
    const fits = [runner.submit(2, [20], MODEST), runner.submit(3, [5], MODEST)];
    await runner.drain();
    expect((await Promise.all(fits)).map(({ results }) => results)).toEqual([['2/0'], ['3/0']]);
  });

  it('is not taken from others by requests that submit more than they announced', async () => {
    const runner = new SteppedRunner({ maxQueueMs: 100, queueReserve: 0.25 });
    void runner.submit(0, [90], GREEDY);
    const small = Array.from({ length: 10 }, () => runner.scheduler.admit(1, GREEDY));
    const outcomes = small.map((permit, id) => runner.scheduler.submit(permit, entriesOf({ submission: id }, [60])));
    const settled = Promise.allSettled(outcomes);
    const fits = runner.submit(20, [20], MODEST);
    await runner.drain();
    expect((await settled).filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await fits).results).toEqual(['20/0']);
  });

  it('without a reserve is there for whoever comes first', async () => {
    const runner = new SteppedRunner({ maxQueueMs: 100, queueReserve: 0 });
    void runner.submit(0, [90], GREEDY);
    void runner.submit(1, [100], GREEDY);
    await expect(runner.submit(2, [1], MODEST)).rejects.toMatchObject(REFUSED);
    await runner.drain();
  });
});

describe('the order among clients', () => {
  const request = fc.array(fc.integer({ min: 1, max: 100 }), { minLength: 1, maxLength: 30 });
  const greedyRequests = fc.array(request, { minLength: 1, maxLength: 20 });
  const short = fc.array(fc.integer({ min: 1, max: 100 }), { minLength: 1, maxLength: 1 });

  it.prop([greedyRequests, fc.array(short, { minLength: 1, maxLength: 6 }), fc.nat(5)], { numRuns: 100 })(
    'has the short requests of one wait for two batches at most, whatever another one asks for',
    async (greedy, modest, batchesBefore) => {
      const runner = new SteppedRunner();
      for (const [id, tokens] of greedy.entries()) void runner.submit(id, tokens, GREEDY);
      for (let i = 0; i < batchesBefore && runner.running.length > 0; i++) await runner.finish();
      for (const [at, tokens] of modest.entries()) {
        const before = runner.started.length;
        const id = greedy.length + at;
        const answer = runner.submit(id, tokens, MODEST);
        for (let i = 0; i < 2 && runner.running.length > 0; i++) await runner.finish();
        const started = runner.started.slice(before, before + 2).flat();
        expect(started.some((work) => work.submission === id)).toBe(true);
        while (runner.running.some(({ batch }) => batch.some((work) => work.submission === id))) await runner.finish();
        expect((await answer).results).toHaveLength(1);
      }
      await runner.drain();
    },
  );

  it('gives equal time to clients that always wait, however many requests each has', async () => {
    const runner = new SteppedRunner();
    for (let id = 0; id < 60; id++) void runner.submit(id, [50, 50], GREEDY);
    void runner.submit(60, Array(60).fill(90), MODEST);
    for (let i = 0; i < 40; i++) await runner.finish();
    const ms = { greedy: 0, modest: 0 };
    for (const { submission, tokens } of runner.started.flat()) ms[submission < 60 ? 'greedy' : 'modest'] += tokens;
    expect(Math.abs(ms.greedy - ms.modest)).toBeLessThanOrEqual(200);
    await runner.drain();
  });

  it('moves the oldest request of each client on with every second of its batches', async () => {
    const runner = new SteppedRunner();
    for (const [id, caller] of [GREEDY, MODEST].entries()) void runner.submit(id, Array(10).fill(100), caller);
    for (let id = 2; id < 30; id++) void runner.submit(id, [90], id % 2 === 0 ? GREEDY : MODEST);
    await runner.drain();
    const order = runner.started.map((batch) => batch[0]!.submission);
    expect(Math.max(order.lastIndexOf(0), order.lastIndexOf(1))).toBeLessThanOrEqual(4 * 10 + 1);
  });

  it('remembers little of what a client had beside others, so that it does not starve for it later', async () => {
    const runner = new SteppedRunner();
    void runner.submit(0, Array(2_000).fill(10), GREEDY);
    // Nine of ten rows are of the client for which the batch was not made, as no one else has any.
    for (let id = 1; id <= 40; id++) {
      void runner.submit(id, [10], MODEST);
      await runner.finish();
    }
    const before = runner.started.length;
    void runner.submit(100, Array(60).fill(100), MODEST);
    for (let i = 0; i < 5; i++) await runner.finish();
    expect(runner.started.slice(before).flat()).toContainEqual(expect.objectContaining({ submission: 0 }));
    await runner.drain();
  });

  it('lets the short request of one go before several others, each time that it submits', async () => {
    const runner = new SteppedRunner();
    for (let id = 0; id < 8; id++) void runner.submit(id, Array(40).fill(100), { client: `greedy ${id}` });
    for (let i = 0; i < 20; i++) await runner.finish();
    const permit = runner.scheduler.admit(180, MODEST);
    for (const from of [0, 1]) {
      const before = runner.started.length;
      void runner.scheduler.submit(permit, entriesOf({ submission: 100, from }, [90]));
      await runner.finish();
      expect(runner.started.slice(before).flat()).toMatchObject([{ submission: 100 }]);
      await runner.finish();
    }
    runner.scheduler.end(permit);
    await runner.drain();
  });
});

const ramp = (count: number, from: number, to: number) =>
  Array.from({ length: count }, (_, i) => Math.round(from + ((to - from) * i) / Math.max(1, count - 1)));
const LONGEST: PairTokens = { evidence: ramp(340, 25, 70), verdict: ramp(36, 30, 110) };
const LINES: PairTokens = { evidence: ramp(2_224, 12, 20), verdict: ramp(80, 14, 40) };
const TINY: PairTokens = { evidence: [], verdict: [20] };
const SHORT: PairTokens = { evidence: ramp(10, 25, 50), verdict: ramp(4, 30, 60) };

interface Names {
  readonly greedy: string;
  readonly modest: string;
}

interface Drill {
  readonly refused: { modest: number; greedy: number };
  readonly waits: readonly number[];
}

/** One client asks for four times what two workers can do, and another sends short requests next to it. */
async function drill(
  tokens: PairTokens,
  everyMs: number,
  { greedy, modest, seconds, maxBatchMs = 50 }: Names & { seconds: number; maxBatchMs?: number },
): Promise<Drill> {
  const workers = new VirtualWorkers({ workers: 2, maxBatchMs, maxQueueMs: 5_000, queueReserve: 0.25 });
  const refused = { modest: 0, greedy: 0 };
  const waits: number[] = [];
  let [greedyDue, modestDue] = [0, 100];
  while (workers.nowMs < 1000 * seconds) {
    for (; greedyDue <= workers.nowMs; greedyDue += everyMs)
      void workers.request(tokens, greedy).catch(() => refused.greedy++);
    for (; modestDue <= workers.nowMs; modestDue += 450)
      void workers.request(SHORT, modest).then(
        ({ waitedBatches }) => waits.push(waitedBatches),
        () => refused.modest++,
      );
    await workers.pass(1);
  }
  return { refused, waits };
}

describe('a minute of one client at its worst', () => {
  it.each([
    ['longest requests', LONGEST, 225],
    ['many short lines', LINES, 200],
    ['tiny requests, one after the other', TINY, 1.4],
  ])('refuses no short request of another and has it wait for less than 3 batches: %s', async (_, tokens, everyMs) => {
    const { refused, waits } = await drill(tokens, everyMs, { greedy: 'a', modest: 'b', seconds: 60 });
    expect(refused.greedy).toBeGreaterThan(100);
    expect(refused.modest).toBe(0);
    expect(waits.length).toBeGreaterThan(125);
    expect(Math.max(...waits)).toBeLessThan(3);
  });

  it('does so too where a model is so slow that every pair is a batch of its own', async () => {
    const { refused, waits } = await drill(LONGEST, 225, { greedy: 'a', modest: 'b', seconds: 60, maxBatchMs: 10 });
    expect([refused.modest, waits.length > 125, Math.max(...waits) < 3]).toEqual([0, true, true]);
  });

  it('would refuse them, and have them wait, if both were one client', async () => {
    const { refused, waits } = await drill(TINY, 1.4, { greedy: 'a', modest: 'a', seconds: 10 });
    expect(refused.modest).toBeGreaterThan(0);
    expect(Math.max(...waits)).toBeGreaterThanOrEqual(3);
  });
});
