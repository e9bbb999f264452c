import { describe, expect, it } from 'vitest';
import { entriesOf, SteppedRunner } from '../support/stepped-runner.ts';

const REFUSED = { code: 'service_unavailable', details: { retry_after_seconds: 1 } };

describe('a full queue', () => {
  it('refuses at once with service_unavailable and counts it, and takes the next that fits', async () => {
    const runner = new SteppedRunner({ maxQueueMs: 100 });
    const running = runner.submit(0, [90]);
    const waiting = runner.submit(1, [60]);
    await expect(runner.submit(2, [41])).rejects.toMatchObject({
      code: 'service_unavailable',
      details: { retry_after_seconds: 1 },
    });
    const fits = runner.submit(3, [40]);
    expect(runner.scheduler.stats).toMatchObject({ refused: { over_share: 1 }, queuedMs: 100, queuedEntries: 2 });
    await runner.drain();
    expect((await Promise.all([running, waiting, fits])).map(({ results }) => results)).toEqual([
      ['0/0'],
      ['1/0'],
      ['3/0'],
    ]);
  });

  it.each([
    [[1000], 1],
    [[2000, 500], 3],
  ])('says after how many seconds %j ms of work fit', async (tokens, seconds) => {
    const runner = new SteppedRunner({ maxQueueMs: 3000 });
    void runner.submit(0, [90]);
    void runner.submit(1, [1000, 1000, 1000]);
    await expect(runner.submit(2, tokens)).rejects.toMatchObject({ details: { retry_after_seconds: seconds } });
    await runner.drain();
  });

  it('gives requests refused together waits one after the other, at most a queue long', async () => {
    const runner = new SteppedRunner({ maxQueueMs: 3000 });
    void runner.submit(0, [90]);
    void runner.submit(1, [1000, 1000, 1000]);
    const refused = await Promise.allSettled([2, 3, 4, 5, 6, 7].map((id) => runner.submit(id, [1000])));
    const seconds = refused.map((one) => (one.status === 'rejected' ? one.reason.details.retry_after_seconds : 0));
    expect(seconds).toEqual([1, 2, 3, 4, 4, 4]);
    await runner.drain();
  });

  it('names MAX_QUEUE_MS with its value and what waits', async () => {
    const runner = new SteppedRunner({ maxQueueMs: 3000 });
    void runner.submit(0, [90]);
    void runner.submit(1, [2000, 800]);
    await expect(runner.submit(2, [300])).rejects.toThrow(/2800 ms.*MAX_QUEUE_MS.*3000 ms/);
    await runner.drain();
  });

  it('takes a submission of any size when nothing waits, and none beside it', async () => {
    const runner = new SteppedRunner({ maxQueueMs: 100 });
    const running = runner.submit(0, [90]);
    const huge = runner.submit(1, Array(50).fill(50));
    await expect(runner.submit(2, [1])).rejects.toMatchObject({ code: 'service_unavailable' });
    await runner.drain();
    expect((await running).results).toHaveLength(1);
    expect((await huge).results).toHaveLength(50);
  });
});

describe('an admitted request', () => {
  it('is never refused what it announced, however full the queue is', async () => {
    const runner = new SteppedRunner({ maxQueueMs: 100 });
    const permit = runner.scheduler.admit(80);
    void runner.submit(1, [20]);
    void runner.submit(2, [20]);
    await expect(runner.submit(3, [10])).rejects.toMatchObject(REFUSED);
    const results = runner.scheduler.submit(permit, entriesOf({ submission: 0 }, [80]));
    expect(runner.scheduler.stats).toMatchObject({ refused: { over_share: 1 }, queuedMs: 100 });
    await runner.drain();
    expect(await results).toEqual(['0/0']);
  });

  it('goes before what came after it, also where that is less work', async () => {
    const runner = new SteppedRunner();
    const permit = runner.scheduler.admit(0);
    void runner.scheduler.submit(permit, entriesOf({ submission: 0 }, [90]));
    void runner.submit(1, [90]);
    await runner.finish();
    for (const id of [2, 3, 4, 5]) void runner.submit(id, [70]);
    void runner.scheduler.submit(permit, entriesOf({ submission: 0, from: 1 }, [100, 100]));
    await runner.drain();
    expect(runner.started.map(([first]) => first!.submission)).toEqual([0, 1, 0, 2, 0, 3, 4, 5]);
  });

  it('may submit more before the first is answered: the longest of all go first, each to its own answer', async () => {
    const runner = new SteppedRunner();
    const busy = runner.submit(1, [100]);
    const permit = runner.scheduler.admit(200);
    const first = runner.scheduler.submit(permit, entriesOf({ submission: 0 }, [20, 60]));
    const second = runner.scheduler.submit(permit, entriesOf({ submission: 0, from: 2 }, [70, 30]));
    await runner.drain();
    expect(runner.started.map((batch) => batch.map(({ tokens }) => tokens))).toEqual([[100], [70], [60], [30, 20]]);
    expect([await busy, await first, await second]).toMatchObject([
      { results: ['1/0'] },
      ['0/0', '0/1'],
      ['0/2', '0/3'],
    ]);
    runner.scheduler.end(permit);
  });

  it('keeps a place for what it has announced until that comes or it ends', async () => {
    const runner = new SteppedRunner({ maxQueueMs: 100 });
    const permit = runner.scheduler.admit(80);
    await expect(runner.submit(1, [30])).rejects.toMatchObject(REFUSED);
    void runner.scheduler.submit(permit, entriesOf({ submission: 0 }, [50]));
    // 50 run, 30 are still announced.
    await expect(runner.submit(2, [71])).rejects.toMatchObject(REFUSED);
    const fits = runner.submit(3, [70]);
    await runner.drain();
    runner.scheduler.end(permit);
    const whole = runner.submit(4, [60, 40]);
    await runner.drain();
    expect([(await fits).results, (await whole).results]).toEqual([['3/0'], ['4/0', '4/1']]);
  });

  it('that announced too little counts with what it submits', async () => {
    const runner = new SteppedRunner({ maxQueueMs: 100 });
    const permit = runner.scheduler.admit(1);
    void runner.scheduler.submit(permit, entriesOf({ submission: 0 }, [90, 90]));
    await expect(runner.submit(1, [11])).rejects.toMatchObject(REFUSED);
    await runner.drain();
    runner.scheduler.end(permit);
  });

  it('that announced too little is refused the rest where that would take the room of others', async () => {
    const runner = new SteppedRunner({ maxQueueMs: 100 });
    const busy = runner.submit(1, [90]);
    const permit = runner.scheduler.admit(10);
    const others = runner.submit(2, [60]);
    await expect(runner.scheduler.submit(permit, entriesOf({ submission: 0 }, [20, 21]))).rejects.toMatchObject(
      REFUSED,
    );
    expect(runner.scheduler.stats).toMatchObject({ refused: { over_share: 1 }, queuedMs: 60, queuedEntries: 1 });
    await runner.drain();
    expect([(await busy).results, (await others).results]).toEqual([['1/0'], ['2/0']]);
  });

  it('may announce more once it knows, as far as there is room, and gives back what it does not need', async () => {
    const runner = new SteppedRunner({ maxQueueMs: 100 });
    void runner.submit(1, [90]);
    const permits = [runner.scheduler.admit(40), runner.scheduler.admit(40)];
    runner.scheduler.reserve(permits[0]!, 60);
    expect(() => runner.scheduler.reserve(permits[1]!, 41)).toThrow(expect.objectContaining(REFUSED));
    // The refused one has left, and what it held is free.
    runner.scheduler.reserve(permits[0]!, 100);
    runner.scheduler.reserve(permits[0]!, 30);
    const next = runner.submit(2, [70]);
    await expect(runner.scheduler.submit(permits[1]!, entriesOf({ submission: 3 }, [1]))).rejects.toMatchObject(
      REFUSED,
    );
    for (const permit of permits) runner.scheduler.end(permit);
    await runner.drain();
    expect((await next).results).toEqual(['2/0']);
  });

  it('that ends early has what still waits dropped, and nothing after it is answered', async () => {
    const runner = new SteppedRunner();
    const permit = runner.scheduler.admit(200);
    const answer = runner.scheduler.submit(permit, entriesOf({ submission: 0 }, [100, 100]));
    runner.scheduler.end(permit);
    await expect(answer).rejects.toThrow('The request ended before its pairs were scored.');
    await expect(runner.scheduler.submit(permit, entriesOf({ submission: 0 }, [10]))).rejects.toThrow('ended');
    expect(runner.scheduler.stats).toMatchObject({ droppedEntries: 1, queuedMs: 0 });
    await runner.drain();
  });

  it('that was aborted before it submits is answered with the reason', async () => {
    const runner = new SteppedRunner({ maxQueueMs: 100 });
    const controller = new AbortController();
    const permit = runner.scheduler.admit(100, { signal: controller.signal });
    controller.abort('gone');
    const next = runner.submit(1, [100]);
    await expect(runner.scheduler.submit(permit, entriesOf({ submission: 0 }, [10]))).rejects.toBe('gone');
    await runner.drain();
    expect((await next).results).toEqual(['1/0']);
  });
});

describe('an overload', () => {
  it('begins with a refusal and ends when a twentieth of the queue is free', async () => {
    const runner = new SteppedRunner({ maxQueueMs: 1000 });
    void runner.submit(0, [90]);
    void runner.submit(1, Array(39).fill(25));
    await expect(runner.submit(2, [26])).rejects.toMatchObject(REFUSED);
    await expect(runner.submit(3, [25])).rejects.toMatchObject(REFUSED);
    expect(runner.scheduler.stats).toMatchObject({ queuedMs: 975, refused: { over_share: 2 } });
    await runner.finish();
    expect(runner.scheduler.stats.queuedMs).toBe(875);
    const next = runner.submit(4, [25]);
    await runner.drain();
    expect((await next).results).toEqual(['4/0']);
  });

  it('goes on while less than that is free', async () => {
    const runner = new SteppedRunner({ maxQueueMs: 1000 });
    void runner.submit(0, [90]);
    void runner.submit(1, [...Array(9).fill(100), 40, 40]);
    await expect(runner.submit(2, [26])).rejects.toMatchObject(REFUSED);
    await expect(runner.submit(3, [1])).rejects.toMatchObject(REFUSED);
    expect(runner.scheduler.stats).toMatchObject({ refused: { over_share: 2 }, queuedMs: 980 });
    await runner.drain();
    const next = runner.submit(4, [1]);
    await runner.drain();
    expect((await next).results).toEqual(['4/0']);
  });
});
