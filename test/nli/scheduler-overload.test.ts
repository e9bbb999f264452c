import { describe, expect, it } from 'vitest';
import { SteppedRunner } from './support/stepped-runner.ts';

const REFUSED = { code: 'service_unavailable', details: { retry_after_seconds: 1 } };

describe('what a request submits after its first answer', () => {
  it('is never refused, however full the queue is', async () => {
    const runner = new SteppedRunner({ maxQueuedTokens: 100 });
    const begun = runner.submit(0, [90]);
    await runner.finish();
    const { ticket } = await begun;
    void runner.submit(1, [90]);
    void runner.submit(2, [100]);
    await expect(runner.submit(3, [10])).rejects.toMatchObject(REFUSED);
    const further = runner.scheduler.submit(
      [{ tokens: 80, work: { submission: 0, index: 1, tokens: 80 } }],
      undefined,
      ticket,
    );
    expect(runner.scheduler.stats).toMatchObject({ refused: 1, queuedTokens: 180 });
    await runner.drain();
    expect((await further).results).toEqual(['0/1']);
  });

  it('goes before what came after its request, also where that is less work', async () => {
    const runner = new SteppedRunner();
    const begun = runner.submit(0, [90]);
    void runner.submit(1, [90]);
    await runner.finish();
    for (const id of [2, 3, 4, 5]) void runner.submit(id, [70]);
    const { ticket } = await begun;
    const work = [1, 2].map((index) => ({ submission: 0, index, tokens: 100 }));
    void runner.scheduler.submit(
      work.map((one) => ({ tokens: one.tokens, work: one })),
      undefined,
      ticket,
    );
    await runner.drain();
    expect(runner.started.map(([first]) => first!.submission)).toEqual([0, 1, 0, 2, 0, 3, 4, 5]);
  });

  it('keeps the ticket of its request', async () => {
    const runner = new SteppedRunner();
    const first = runner.submit(0, [10]);
    const other = runner.submit(1, [10]);
    await runner.drain();
    const { ticket } = await first;
    expect((await other).ticket).not.toBe(ticket);
    const further = runner.scheduler.submit(
      [{ tokens: 10, work: { submission: 0, index: 1, tokens: 10 } }],
      undefined,
      ticket,
    );
    await runner.drain();
    expect((await further).ticket).toBe(ticket);
  });
});

describe('an overload', () => {
  it('begins with a refusal and ends when a twentieth of the queue is free', async () => {
    const runner = new SteppedRunner({ maxQueuedTokens: 1000 });
    void runner.submit(0, [90]);
    void runner.submit(1, Array(39).fill(25));
    expect(runner.scheduler.overloaded).toBe(false);
    await expect(runner.submit(2, [26])).rejects.toMatchObject(REFUSED);
    expect(runner.scheduler.overloaded).toBe(true);
    expect(runner.scheduler.stats.queuedTokens).toBe(975);
    await runner.finish();
    expect(runner.scheduler.stats.queuedTokens).toBe(875);
    expect(runner.scheduler.overloaded).toBe(false);
    await runner.drain();
  });

  it('goes on while less than that is free, and counts whom it turns away', async () => {
    const runner = new SteppedRunner({ maxQueuedTokens: 1000 });
    void runner.submit(0, [90]);
    void runner.submit(1, [...Array(9).fill(100), 40, 40]);
    await expect(runner.submit(2, [26])).rejects.toMatchObject(REFUSED);
    expect(runner.scheduler.refuse()).toMatchObject(REFUSED);
    expect(runner.scheduler.stats).toMatchObject({ refused: 2, queuedTokens: 980 });
    expect(runner.scheduler.overloaded).toBe(true);
    await runner.drain();
    expect(runner.scheduler.overloaded).toBe(false);
  });
});
