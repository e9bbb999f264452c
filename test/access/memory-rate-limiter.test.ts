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
    for (let request = 0; request < 3; request += 1) remaining.push((await limiter.hit('a', 3, 60)).remaining);
    expect(remaining).toEqual([2, 1, 0]);
    clock.time += 10_000;
    expect(await limiter.hit('a', 3, 60)).toEqual({
      allowed: false,
      limit: 3,
      remaining: 0,
      resetAt: Math.ceil((START + 60_000) / 1000),
      retryAfterSeconds: 50,
    });
  });

  it('starts a window with its first request and the next one with the first request after it', async () => {
    const { clock, limiter } = limiterAt(START);
    await limiter.hit('a', 1, 60);
    clock.time = START + 59_999;
    expect((await limiter.hit('a', 1, 60)).allowed).toBe(false);
    clock.time = START + 75_000;
    expect(await limiter.hit('a', 1, 60)).toMatchObject({
      allowed: true,
      resetAt: Math.ceil((START + 135_000) / 1000),
    });
  });

  it('keeps one count per id', async () => {
    const { limiter } = limiterAt(START);
    await limiter.hit('a', 1, 60);
    expect((await limiter.hit('b', 1, 60)).allowed).toBe(true);
  });

  it('starts anew when the clock was set back rather than refusing until it has caught up', async () => {
    const { clock, limiter } = limiterAt(START);
    await limiter.hit('a', 1, 60);
    clock.time = START - 3_600_000;
    expect((await limiter.hit('a', 1, 60)).allowed).toBe(true);
  });

  it('never allows more than the limit in a window, and is open again when it said it would be', async () => {
    const gaps = fc.array(fc.integer({ min: 0, max: 30_000 }), { minLength: 1, maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(gaps, fc.integer({ min: 1, max: 5 }), async (waits, limit) => {
        const { clock, limiter } = limiterAt(START);
        const allowedPerWindow = new Map<number, number>();
        for (const wait of waits) {
          clock.time += wait;
          const state = await limiter.hit('a', limit, 60);
          expect(state.remaining).toBeLessThan(limit);
          if (state.allowed) allowedPerWindow.set(state.resetAt, (allowedPerWindow.get(state.resetAt) ?? 0) + 1);
        }
        for (const count of allowedPerWindow.values()) expect(count).toBeLessThanOrEqual(limit);
        const last = await limiter.hit('a', limit, 60);
        clock.time += last.retryAfterSeconds * 1000;
        expect((await limiter.hit('a', limit, 60)).allowed).toBe(true);
      }),
      { numRuns: 50 },
    );
  });
});
