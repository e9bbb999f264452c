import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MemoryRateLimiter } from '../../src/access/memory-rate-limiter.ts';

const START = 1_900_000_000_250;

function limiterAt(start: number) {
  const clock = { time: start };
  return { clock, limiter: new MemoryRateLimiter(() => clock.time) };
}

describe('MemoryRateLimiter', () => {
  it('allows exactly the limit within a window and then says when to come back', async () => {
    const { clock, limiter } = limiterAt(START);
    const remaining = [];
    for (let request = 0; request < 3; request += 1)
      remaining.push((await limiter.hit('a', { limit: 3, windowSeconds: 60 })).remaining);
    expect(remaining).toEqual([2, 1, 0]);
    clock.time += 10_000;
    expect(await limiter.hit('a', { limit: 3, windowSeconds: 60 })).toEqual({
      allowed: false,
      limit: 3,
      remaining: 0,
      resetAt: Math.ceil((START + 60_000) / 1000),
      retryAfterSeconds: 50,
    });
  });

  it('starts a window with its first request and the next one with the first request after it', async () => {
    const { clock, limiter } = limiterAt(START);
    await limiter.hit('a', { limit: 1, windowSeconds: 60 });
    clock.time = START + 59_999;
    expect((await limiter.hit('a', { limit: 1, windowSeconds: 60 })).allowed).toBe(false);
    clock.time = START + 75_000;
    expect(await limiter.hit('a', { limit: 1, windowSeconds: 60 })).toMatchObject({
      allowed: true,
      resetAt: Math.ceil((START + 135_000) / 1000),
    });
  });

  it('keeps one count per id', async () => {
    const { limiter } = limiterAt(START);
    await limiter.hit('a', { limit: 1, windowSeconds: 60 });
    expect((await limiter.hit('b', { limit: 1, windowSeconds: 60 })).allowed).toBe(true);
  });

  it('starts a new window when the clock was set back', async () => {
    const { clock, limiter } = limiterAt(START);
    await limiter.hit('a', { limit: 1, windowSeconds: 60 });
    clock.time = START - 3_600_000;
    expect((await limiter.hit('a', { limit: 1, windowSeconds: 60 })).allowed).toBe(true);
  });

  it('counts several at once or nothing, and then says when they will fit', async () => {
    const { clock, limiter } = limiterAt(START);
    const rate = { limit: 10, windowSeconds: 60 };
    const taken = [];
    for (const count of [6, 5, 3, 2, 1]) {
      const { allowed, remaining } = await limiter.hit('a', rate, count);
      taken.push([count, allowed, remaining]);
    }
    expect(taken).toEqual([
      [6, true, 4],
      [5, false, 4],
      [3, true, 1],
      [2, false, 1],
      [1, true, 0],
    ]);
    clock.time += 59_000;
    const { allowed, retryAfterSeconds } = await limiter.hit('a', rate, 10);
    expect([allowed, retryAfterSeconds]).toEqual([false, 1]);
    clock.time += 1_000;
    expect(await limiter.hit('a', rate, 10)).toMatchObject({ allowed: true, remaining: 0 });
  });

  it('never allows more than the limit in a window, and has room for as much as was asked when it said it would', async () => {
    const requests = fc.array(fc.tuple(fc.integer({ min: 0, max: 30_000 }), fc.nat()), { minLength: 1, maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(requests, fc.integer({ min: 1, max: 5 }), async (asked, limit) => {
        const { clock, limiter } = limiterAt(START);
        const rate = { limit, windowSeconds: 60 };
        const allowedPerWindow = new Map<number, number>();
        for (const [wait, number] of asked) {
          clock.time += wait;
          const count = 1 + (number % limit);
          const state = await limiter.hit('a', rate, count);
          const counted = (allowedPerWindow.get(state.resetAt) ?? 0) + (state.allowed ? count : 0);
          allowedPerWindow.set(state.resetAt, counted);
          expect(state.remaining).toBe(limit - counted);
          if (!state.allowed) expect(state.remaining).toBeLessThan(count);
        }
        for (const count of allowedPerWindow.values()) expect(count).toBeLessThanOrEqual(limit);
        const last = await limiter.hit('a', rate, limit);
        clock.time += last.retryAfterSeconds * 1000;
        expect((await limiter.hit('a', rate, limit)).allowed).toBe(true);
      }),
      { numRuns: 50 },
    );
  });
});
