import { Redis } from 'ioredis';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { randomText } from '../../src/access/key-format.ts';
import { type OnRedisLoss, RedisRateLimiter } from '../../src/access/redis-rate-limiter.ts';
import { CutProxy } from './support/cut-proxy.ts';
import { withServer } from './support/stores.ts';

describe.runIf(withServer('TEST_REDIS_URL', 'rate limits in Redis'))('RedisRateLimiter', () => {
  const url = process.env.TEST_REDIS_URL ?? '';
  let proxy: CutProxy;
  let id: string;
  let open: RedisRateLimiter[];

  beforeEach(async () => {
    proxy = await CutProxy.before(url);
    id = `test:${randomText(10)}`;
    open = [];
  });

  afterEach(async () => {
    for (const limiter of open) await limiter.close();
    await proxy.cut();
  });

  async function replica(onLoss: OnRedisLoss = 'refuse'): Promise<RedisRateLimiter> {
    const limiter = new RedisRateLimiter({ url: proxy.addressOf(url), onLoss, now: Date.now });
    open.push(limiter);
    await limiter.ready(5000);
    return limiter;
  }

  it('allows exactly the limit to the whole fleet, however the requests fall', async () => {
    const replicas = [await replica(), await replica(), await replica()];
    const hits = Array.from({ length: 100 }, (_, n) => replicas[n % 3]!.hit(id, { limit: 60, windowSeconds: 60 }));
    const states = await Promise.all(hits);
    expect(states.filter(({ allowed }) => allowed)).toHaveLength(60);
    expect(new Set(states.map(({ resetAt }) => resetAt)).size).toBe(1);
    expect(
      states
        .map(({ remaining }) => remaining)
        .sort((a, b) => b - a)
        .slice(0, 60),
    ).toEqual(Array.from({ length: 60 }, (_, n) => 59 - n));
    const refused = states.find(({ allowed }) => !allowed);
    expect(refused).toMatchObject({ limit: 60, remaining: 0 });
    expect(refused!.retryAfterSeconds).toBeGreaterThan(30);
  });

  it('counts several at once or nothing, also when replicas ask at the same time', async () => {
    const replicas = [await replica(), await replica(), await replica()];
    const rate = { limit: 60, windowSeconds: 60 };
    const states = await Promise.all(Array.from({ length: 30 }, (_, n) => replicas[n % 3]!.hit(id, rate, 7)));
    expect(states.filter(({ allowed }) => allowed)).toHaveLength(8);
    expect(states.find(({ allowed }) => !allowed)).toMatchObject({ limit: 60, remaining: 4 });
    expect(await replicas[0]!.hit(id, rate, 5)).toMatchObject({ allowed: false, remaining: 4 });
    expect(await replicas[1]!.hit(id, rate, 4)).toMatchObject({ allowed: true, remaining: 0 });
    expect(await replicas[2]!.hit(id, rate)).toMatchObject({ allowed: false, remaining: 0 });
  });

  it('starts a window with its first request and forgets it at its end', async () => {
    const limiter = await replica();
    const first = await limiter.hit(id, { limit: 1, windowSeconds: 1 });
    expect((await limiter.hit(id, { limit: 1, windowSeconds: 1 })).allowed).toBe(false);
    const redis = new Redis(url);
    const endsAt = Number(await redis.hget(`cvs:rate:${id}`, 'ends'));
    expect(Math.ceil(endsAt / 1000)).toBe(first.resetAt);
    expect(await redis.pexpiretime(`cvs:rate:${id}`)).toBe(endsAt);
    // A window that Redis has not removed yet counts as ended all the same.
    await redis.hset(`cvs:rate:${id}`, 'ends', 1);
    expect((await limiter.hit(id, { limit: 1, windowSeconds: 1 })).allowed).toBe(true);
    redis.disconnect();
  });

  it('returns 503 while Redis is down and continues the same window afterwards', async () => {
    const limiter = await replica();
    await limiter.hit(id, { limit: 2, windowSeconds: 60 });
    await proxy.cut();
    await expect(limiter.hit(id, { limit: 2, windowSeconds: 60 })).rejects.toMatchObject({
      code: 'service_unavailable',
      details: { retry_after_seconds: 1 },
    });
    await proxy.restore();
    await limiter.ready(10_000);
    expect(await limiter.hit(id, { limit: 2, windowSeconds: 60 })).toMatchObject({ allowed: true, remaining: 0 });
    expect((await limiter.hit(id, { limit: 2, windowSeconds: 60 })).allowed).toBe(false);
  });

  it('lets each replica count for itself while Redis is lost, where that was chosen', async () => {
    const limiter = await replica('per-replica');
    await proxy.cut();
    expect(await limiter.hit(id, { limit: 4, windowSeconds: 60 }, 3)).toMatchObject({ allowed: true, remaining: 1 });
    expect(await limiter.hit(id, { limit: 4, windowSeconds: 60 }, 2)).toMatchObject({ allowed: false, remaining: 1 });
  });

  it('replaces a connection that no longer answers', async () => {
    const limiter = await replica();
    await limiter.hit(id, { limit: 5, windowSeconds: 60 });
    proxy.silence();
    await expect(limiter.hit(id, { limit: 5, windowSeconds: 60 })).rejects.toMatchObject({
      code: 'service_unavailable',
    });
    await expect
      .poll(() => limiter.hit(id, { limit: 5, windowSeconds: 60 }).catch(() => undefined), { timeout: 120_000 })
      .toMatchObject({
        allowed: true,
      });
  });

  it('survives a Redis that has lost its scripts', async () => {
    const limiter = await replica();
    await limiter.hit(id, { limit: 2, windowSeconds: 60 });
    const redis = new Redis(url);
    await redis.script('FLUSH');
    redis.disconnect();
    expect(await limiter.hit(id, { limit: 2, windowSeconds: 60 })).toMatchObject({ allowed: true, remaining: 0 });
  });
});
