import { fc, it } from '@fast-check/vitest';
import { describe, expect, vi } from 'vitest';
import { resultOf, SteppedRunner, settle, type Work } from '../support/stepped-runner.ts';

const tokenCounts = fc.array(fc.integer({ min: 1, max: 130 }), { minLength: 1, maxLength: 25 });
/** Submissions, each with the number of batches that end before it comes. */
const traffic = fc.array(fc.record({ tokens: tokenCounts, pause: fc.nat(3), abort: fc.boolean() }), {
  minLength: 1,
  maxLength: 8,
});
const names = (count: number, submission: number) =>
  Array.from({ length: count }, (_, index) => `${submission}/${index}`);

describe('the scheduler', () => {
  it.prop([traffic, fc.integer({ min: 1, max: 3 }), fc.infiniteStream(fc.nat(9))], { numRuns: 60 })(
    'answers every entry exactly once, in the order of its submission, within budget and maxInFlightBatches',
    async (submissions, maxInFlightBatches, choices) => {
      const runner = new SteppedRunner({ maxInFlightBatches });
      const answers: Promise<unknown>[] = [];
      for (const [id, { tokens, pause }] of submissions.entries()) {
        for (let i = 0; i < pause && runner.running.length > 0; i++) await runner.finish(choices.next().value);
        answers.push(runner.submit(id, tokens).then(({ results }) => results));
        expect(runner.running.length).toBeLessThanOrEqual(maxInFlightBatches);
      }
      while (runner.running.length > 0) await runner.finish(choices.next().value);

      expect(await Promise.all(answers)).toEqual(submissions.map(({ tokens }, id) => names(tokens.length, id)));
      const ran = runner.started.flat().map(resultOf);
      expect(ran.toSorted()).toEqual(submissions.flatMap(({ tokens }, id) => names(tokens.length, id)).toSorted());
      for (const batch of runner.started) {
        const padded = batch.length * Math.max(...batch.map((work) => work.tokens));
        if (batch.length > 1) expect(padded).toBeLessThanOrEqual(100);
      }
      expect(runner.scheduler.stats).toEqual({
        phases: {
          evidence: { batches: 0, batchTokens: 0, paddingTokens: 0 },
          verdict: countsOf(runner.started),
        },
        queuedMs: 0,
        queuedEntries: 0,
        droppedEntries: 0,
        refused: { over_share: 0, queue_full: 0 },
      });
    },
  );

  it.prop([traffic, fc.integer({ min: 1, max: 3 })], { numRuns: 60 })(
    'moves the oldest submission on with every second batch at least',
    async (submissions, maxInFlightBatches) => {
      const runner = new SteppedRunner({ maxInFlightBatches });
      const arrivedBefore: number[] = [];
      for (const [id, { tokens, pause }] of submissions.entries()) {
        for (let i = 0; i < pause && runner.running.length > 0; i++) await runner.finish();
        arrivedBefore.push(runner.started.length);
        void runner.submit(id, tokens);
      }
      await runner.drain();

      const left = submissions.map(({ tokens }) => tokens.length);
      for (const [at, batch] of runner.started.entries()) {
        const oldest = left.findIndex((count, id) => count > 0 && arrivedBefore[id]! <= at);
        const next = [...batch, ...(runner.started[at + 1] ?? [])];
        expect(next.some((work) => work.submission === oldest)).toBe(true);
        for (const work of batch) left[work.submission]!--;
      }
    },
  );

  const longOnes = fc.array(fc.array(fc.integer({ min: 20, max: 60 }), { minLength: 10, maxLength: 40 }), {
    minLength: 1,
    maxLength: 5,
  });

  it.prop([longOnes, fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 3 }), fc.nat(5)], {
    numRuns: 60,
  })('starts a short submission within three batches, whatever long ones wait', async (long, short, batchesBefore) => {
    const runner = new SteppedRunner();
    for (const [id, tokens] of long.entries()) void runner.submit(id, tokens);
    for (let i = 0; i < batchesBefore; i++) await runner.finish();
    const before = runner.started.length;
    void runner.submit(long.length, short);
    for (let i = 0; i < 3; i++) await runner.finish();
    const ran = runner.started
      .slice(before, before + 3)
      .flat()
      .filter((work) => work.submission === long.length);
    expect(ran).toHaveLength(short.length);
    await runner.drain();
  });

  it('lets short submissions share batches while a long one runs', async () => {
    const runner = new SteppedRunner({ maxBatchMs: 512 });
    void runner.submit(0, Array(900).fill(20));
    for (let id = 1; id <= 20; id++) void runner.submit(id, [30, 30, 28, 25, 20]);
    const lastShort = () => runner.started.findLastIndex((batch) => batch.some((work) => work.submission > 0));
    await runner.drain();
    expect(lastShort()).toBeLessThanOrEqual(14);
  });

  it('puts neighbours in length into one batch', async () => {
    const runner = new SteppedRunner();
    void runner.submit(0, [10, 50, 9, 49, 11, 48]);
    await runner.drain();
    expect(runner.started.map((batch) => batch.map((work) => work.tokens))).toEqual([
      [50, 49],
      [48, 11],
      [10, 9],
    ]);
  });

  it('runs an entry that exceeds the budget alone', async () => {
    const runner = new SteppedRunner();
    const answer = runner.submit(0, [30, 250, 30]);
    await runner.drain();
    expect(runner.started.map((batch) => batch.map((work) => work.tokens))).toEqual([[250], [30, 30]]);
    expect((await answer).results).toEqual(['0/0', '0/1', '0/2']);
  });

  it('answers nothing with nothing, at once', async () => {
    const runner = new SteppedRunner();
    expect(await runner.submit(0, [])).toEqual({ results: [], queueMs: 0, inferenceMs: 0 });
    expect(runner.started).toEqual([]);
  });

  it('reports how long a submission waited and ran', async () => {
    let now = 100;
    const runner = new SteppedRunner({ now: () => now });
    const busy = runner.submit(0, [100]);
    now = 110;
    const answer = runner.submit(1, [90, 90]);
    now = 125;
    await runner.finish();
    expect(await busy).toMatchObject({ queueMs: 0, inferenceMs: 25 });
    now = 131;
    await runner.finish();
    now = 140;
    await runner.finish();
    expect(await answer).toMatchObject({ queueMs: 15, inferenceMs: 15 });
  });
});

describe('an aborted submission', () => {
  it.prop([traffic, fc.integer({ min: 1, max: 3 })], { numRuns: 60 })(
    'is rejected with its reason, and what had not run is dropped and counted; others get their answers',
    async (submissions, maxInFlightBatches) => {
      const runner = new SteppedRunner({ maxInFlightBatches });
      const controllers = submissions.map(() => new AbortController());
      const answers: Promise<unknown>[] = [];
      for (const [id, { tokens, pause }] of submissions.entries()) {
        answers.push(
          runner.submit(id, tokens, { signal: controllers[id]!.signal }).then(
            ({ results }) => results,
            (reason) => reason,
          ),
        );
        for (let i = 0; i < pause && runner.running.length > 0; i++) await runner.finish();
        if (submissions[id]!.abort) controllers[id]!.abort(`gone ${id}`);
      }
      await runner.drain();

      const outcomes = await Promise.all(answers);
      const ranOf = (id: number) => runner.started.flat().filter((work) => work.submission === id).length;
      let dropped = 0;
      for (const [id, { tokens, abort }] of submissions.entries()) {
        const whole = names(tokens.length, id);
        if (abort) expect([`gone ${id}`, whole]).toContainEqual(outcomes[id]);
        else expect(outcomes[id]).toEqual(whole);
        dropped += tokens.length - ranOf(id);
      }
      expect(runner.scheduler.stats).toMatchObject({ droppedEntries: dropped, queuedMs: 0, queuedEntries: 0 });
    },
  );

  it('is not taken in when it was aborted before', async () => {
    const runner = new SteppedRunner();
    await expect(runner.submit(0, [10], { signal: AbortSignal.abort('gone') })).rejects.toBe('gone');
    expect(runner.started).toEqual([]);
    expect(runner.scheduler.stats).toMatchObject({ queuedEntries: 0, droppedEntries: 0 });
  });

  it('frees its place in the queue at once', async () => {
    const runner = new SteppedRunner({ maxQueueMs: 100 });
    const controller = new AbortController();
    void runner.submit(0, [90]);
    const aborted = runner.submit(1, [100], { signal: controller.signal });
    controller.abort('gone');
    const next = runner.submit(2, [100]);
    await expect(aborted).rejects.toBe('gone');
    await runner.drain();
    expect((await next).results).toEqual(['2/0']);
    expect(runner.started.flat().map((work) => work.submission)).toEqual([0, 2]);
  });

  it('is rejected while its batch runs, whose result is then ignored', async () => {
    const runner = new SteppedRunner();
    const controller = new AbortController();
    const answer = runner.submit(0, [100, 100], { signal: controller.signal });
    controller.abort('gone');
    await expect(answer).rejects.toBe('gone');
    await runner.drain();
    expect(runner.scheduler.stats).toMatchObject({ phases: { verdict: { batches: 1 } }, droppedEntries: 1 });
  });

  it('leaves no listener behind on a signal that serves many submissions', async () => {
    const controller = new AbortController();
    const { signal } = controller;
    const added = vi.spyOn(signal, 'addEventListener');
    const removed = vi.spyOn(signal, 'removeEventListener');
    const runner = new SteppedRunner();
    const answers = [runner.submit(0, [10], { signal }), runner.submit(1, [10], { signal })];
    expect(added).toHaveBeenCalledTimes(2);
    await runner.drain();
    await Promise.all(answers);
    expect(removed.mock.calls.map(([, listener]) => listener)).toEqual(
      added.mock.calls.map(([, listener]) => listener),
    );
  });
});

describe('a failed batch', () => {
  it('rejects exactly the submissions in it, and the others go on', async () => {
    const runner = new SteppedRunner();
    const outcome = (id: number, tokens: number[]) =>
      runner.submit(id, tokens).then(
        ({ results }) => results,
        (error: Error) => error.message,
      );
    const first = outcome(0, [50]);
    const both = [outcome(1, [50, 50, 50]), outcome(2, [40])];
    const spared = outcome(3, [45, 45, 45, 45]);
    await runner.finish();
    const failing = new Set(runner.running[0]!.batch.map((work: Work) => work.submission));
    await runner.fail(new Error('lost'));
    await runner.drain();
    expect(await first).toEqual(['0/0']);
    const outcomes = [await first, ...(await Promise.all(both)), await spared];
    expect(failing.size).toBeGreaterThan(0);
    for (const [id, result] of outcomes.entries()) {
      if (failing.has(id)) expect(result).toBe('lost');
      else expect(result).toEqual(names([1, 3, 1, 4][id]!, id));
    }
    expect(runner.scheduler.stats).toMatchObject({ queuedMs: 0, queuedEntries: 0, droppedEntries: 0 });
  });

  it('gives its lane back', async () => {
    const runner = new SteppedRunner({ run: () => Promise.reject(new Error('always')) });
    await expect(runner.submit(0, [10])).rejects.toThrow('always');
    await expect(runner.submit(1, [10])).rejects.toThrow('always');
  });

  it('is one whose runner throws before it returns a promise', async () => {
    const runner = new SteppedRunner({
      run: () => {
        throw new Error('at once');
      },
    });
    await expect(runner.submit(0, [10])).rejects.toThrow('at once');
    await settle();
    expect(runner.scheduler.stats.queuedEntries).toBe(0);
  });

  it('is one that brings fewer results than it had entries: no answer is made up', async () => {
    const runner = new SteppedRunner({ run: () => Promise.resolve(['one']) });
    await expect(runner.submit(0, [10, 10])).rejects.toThrow(
      'The runner returned 1 results for 2 entries. This is a bug.',
    );
  });
});

function countsOf(batches: readonly (readonly Work[])[]) {
  const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0);
  const padded = sum(batches.map((batch) => batch.length * Math.max(...batch.map((work) => work.tokens))));
  const real = sum(batches.flat().map((work) => work.tokens));
  return { batches: batches.length, batchTokens: padded, paddingTokens: padded - real };
}
