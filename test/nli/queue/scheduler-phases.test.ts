import { fc, it } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import type { Phase } from '../../../src/nli/types.ts';
import { entriesOf, MS_PER_TOKEN, SteppedRunner, settle, type Work } from '../support/stepped-runner.ts';
import { VirtualWorkers } from '../support/virtual-workers.ts';

const MAX_BATCH_MS = 50;
const tokenCounts = fc.array(fc.integer({ min: 1, max: 130 }), { maxLength: 12 });
const request = fc.record({
  evidence: tokenCounts,
  verdict: tokenCounts,
  /** The verdict pairs come next to those of evidence instead of after their answers. */
  together: fc.boolean(),
  /** Batches that end before it comes. */
  pause: fc.nat(3),
  abort: fc.boolean(),
});
type Request = typeof request extends fc.Arbitrary<infer Value> ? Value : never;
const traffic = fc.array(request, { minLength: 1, maxLength: 8 });

const costOf = (work: Work) => work.tokens * MS_PER_TOKEN[work.phase];
const paddedMs = (batch: readonly Work[]) => batch.length * Math.max(...batch.map(costOf));
const paddedTokens = (batch: readonly Work[]) => batch.length * Math.max(...batch.map((work) => work.tokens));

interface Played {
  readonly runner: SteppedRunner;
  /** Results of evidence and verdict, or the reason of the abort. */
  readonly outcomes: Promise<unknown>[];
  /** Entries that were given to the scheduler, a request. */
  readonly submitted: number[];
}

async function submitBoth({ runner, submitted }: Played, id: number, one: Request & { signal: AbortSignal }) {
  const permit = runner.scheduler.admit(500, { signal: one.signal });
  const submit = (phase: Phase) => {
    if (permit.failure === undefined) submitted[id]! += one[phase].length;
    return runner.scheduler.submit(permit, entriesOf({ submission: id, phase }, one[phase]));
  };
  try {
    if (one.together) return await Promise.all([submit('evidence'), submit('verdict')]);
    return [await submit('evidence'), await submit('verdict')];
  } finally {
    runner.scheduler.end(permit);
  }
}

/** Requests come, some clients disconnect, and batches end in any order until none runs. */
async function play(
  requests: readonly Request[],
  maxInFlightBatches: number,
  choices: Iterator<number>,
): Promise<Played> {
  const runner = new SteppedRunner({ maxInFlightBatches, maxBatchMs: MAX_BATCH_MS, maxBatchTokens: 300 });
  const played: Played = { runner, outcomes: [], submitted: requests.map(() => 0) };
  for (const [id, one] of requests.entries()) {
    const controller = new AbortController();
    const answer = submitBoth(played, id, { ...one, signal: controller.signal });
    played.outcomes.push(answer.catch((reason) => reason));
    for (let i = 0; i < one.pause && runner.running.length > 0; i++) await runner.finish(choices.next().value);
    if (one.abort) controller.abort(`gone ${id}`);
  }
  // A request without evidence submits its verdict pairs once the call has returned.
  await settle();
  while (runner.running.length > 0) await runner.finish(choices.next().value);
  return played;
}

const anyOrder: [typeof traffic, fc.Arbitrary<number>, fc.Arbitrary<fc.Stream<number>>] = [
  traffic,
  fc.integer({ min: 1, max: 3 }),
  fc.infiniteStream(fc.nat(9)),
];
const names = (count: number, id: number) => Array.from({ length: count }, (_, index) => `${id}/${index}`);

describe('requests of two phases', () => {
  it.prop(anyOrder, { numRuns: 100 })(
    'never wait for one another for ever: all are answered once no batch runs',
    async (requests, maxInFlightBatches, choices) => {
      const staying = requests.map((one) => ({ ...one, abort: false }));
      const { runner, outcomes } = await play(staying, maxInFlightBatches, choices);
      expect(runner.scheduler.stats).toMatchObject({ queuedMs: 0, queuedEntries: 0, droppedEntries: 0 });
      const answers = await Promise.race([Promise.all(outcomes), settle().then(() => 'some are unanswered')]);
      expect(answers).toEqual(
        staying.map(({ evidence, verdict }, id) => [names(evidence.length, id), names(verdict.length, id)]),
      );
    },
  );

  it.prop(anyOrder, { numRuns: 100 })(
    'never share a batch across phases, nor exceed its time or its tokens, unless a pair does so alone',
    async (requests, maxInFlightBatches, choices) => {
      const { runner } = await play(requests, maxInFlightBatches, choices);
      for (const batch of runner.started) {
        expect(new Set(batch.map((work) => work.phase)).size).toBe(1);
        if (batch.length === 1) continue;
        expect(paddedMs(batch)).toBeLessThanOrEqual(MAX_BATCH_MS);
        expect(paddedTokens(batch)).toBeLessThanOrEqual(300);
      }
    },
  );

  it.prop(anyOrder, { numRuns: 100 })(
    'have what waits dropped in both phases when clients disconnect, and counted',
    async (requests, maxInFlightBatches, choices) => {
      const { runner, outcomes, submitted } = await play(requests, maxInFlightBatches, choices);
      const answers = await Promise.all(outcomes);
      const ran = requests.map((_, id) => runner.started.flat().filter((work) => work.submission === id).length);
      for (const [id, { evidence, verdict }] of requests.entries()) {
        if (answers[id] === `gone ${id}`) continue;
        expect(answers[id]).toEqual([names(evidence.length, id), names(verdict.length, id)]);
        expect(ran[id]).toBe(submitted[id]);
      }
      const dropped = submitted.reduce((sum, count, id) => sum + count - ran[id]!, 0);
      expect(runner.scheduler.stats).toMatchObject({ droppedEntries: dropped, queuedMs: 0, queuedEntries: 0 });
    },
  );

  it('drop the pairs of both phases at once', async () => {
    const runner = new SteppedRunner();
    const busy = runner.submit(0, [90]);
    const controller = new AbortController();
    const permit = runner.scheduler.admit(100, { signal: controller.signal });
    const answers = (['evidence', 'verdict'] as const).map((phase) =>
      runner.scheduler.submit(permit, entriesOf({ submission: 1, phase }, [40, 40])),
    );
    expect(runner.scheduler.stats).toMatchObject({ queuedMs: 90, queuedEntries: 4 });
    controller.abort('gone');
    for (const answer of answers) await expect(answer).rejects.toBe('gone');
    expect(runner.scheduler.stats).toMatchObject({ queuedMs: 0, queuedEntries: 0, droppedEntries: 4 });
    await runner.drain();
    expect((await busy).results).toEqual(['0/0']);
    expect(runner.started).toHaveLength(1);
  });

  it('have their evidence read first, and share batches of one phase with others', async () => {
    const runner = new SteppedRunner();
    void runner.submit(0, [100]);
    const permits = [1, 2].map((id) => ({ id, permit: runner.scheduler.admit(200) }));
    for (const { id, permit } of permits) {
      void runner.scheduler.submit(permit, entriesOf({ submission: id, phase: 'verdict' }, [50]));
      void runner.scheduler.submit(permit, entriesOf({ submission: id, phase: 'evidence' }, [80, 70]));
    }
    await runner.drain();
    expect(runner.started.slice(1).map((batch) => batch.map(({ phase, tokens }) => [phase, tokens]))).toEqual([
      [
        ['evidence', 80],
        ['evidence', 70],
        ['evidence', 80],
        ['evidence', 70],
      ],
      [
        ['verdict', 50],
        ['verdict', 50],
      ],
    ]);
    expect(runner.scheduler.stats.phases).toEqual({
      evidence: { batches: 1, batchTokens: 320, paddingTokens: 20 },
      verdict: { batches: 2, batchTokens: 200, paddingTokens: 0 },
    });
  });
});

describe('the queue in milliseconds', () => {
  it('is divided among the workers', async () => {
    const runner = new SteppedRunner({ workers: 2, maxQueueMs: 100 });
    void runner.submit(0, [90]);
    const fits = [runner.submit(1, [90]), runner.submit(2, [90])];
    await expect(runner.submit(3, [21])).rejects.toMatchObject({ code: 'service_unavailable' });
    await runner.drain();
    expect((await Promise.all(fits)).map(({ results }) => results)).toEqual([['1/0'], ['2/0']]);
  });

  it('is empty again once everything left it, whatever fractions the costs had', async () => {
    const runner = new SteppedRunner({ maxQueueMs: 1 });
    const fractions = entriesOf({ submission: 0 }, [1, 2, 3, 4, 5, 6, 7]).map((entry) => ({
      ...entry,
      costMs: entry.tokens * 0.7,
    }));
    const permit = runner.scheduler.admit(0);
    void runner.scheduler.submit(permit, fractions);
    expect(runner.scheduler.stats.queuedMs).toBe(0);
    const huge = runner.submit(1, [1000]);
    await runner.drain();
    expect((await huge).results).toEqual(['1/0']);
    runner.scheduler.end(permit);
  });
});

describe('a short request beside longest ones', () => {
  const ramp = (count: number, from: number, to: number) =>
    Array.from({ length: count }, (_, i) => Math.round(from + ((to - from) * i) / (count - 1)));
  const longest = { evidence: ramp(340, 25, 70), verdict: ramp(36, 30, 110) };
  const short = { evidence: ramp(10, 25, 50), verdict: ramp(4, 30, 60) };

  it('waits 200 ms of model time at most, both phases together', async () => {
    const workers = new VirtualWorkers({ workers: 2, maxBatchMs: MAX_BATCH_MS });
    let over = false;
    const repeat = async () => {
      while (!over) await workers.request(longest);
    };
    for (let i = 0; i < 4; i++) void repeat();
    const waits: number[] = [];
    for (let i = 0; i < 60; i++) {
      await workers.pass(37 * (i % 11));
      waits.push((await workers.until(workers.request(short))).queueMs);
    }
    over = true;
    expect(Math.max(...waits)).toBeLessThanOrEqual(200);
    expect(Math.max(...waits)).toBeGreaterThan(50);
  });
});
