import { once } from 'node:events';
import { Redis } from 'ioredis';
import { unavailable } from '../contract/errors.ts';
import type { RateLimit, RateLimiter, RateLimitState } from './memory-rate-limiter.ts';
import { MemoryRateLimiter, rateLimitState } from './memory-rate-limiter.ts';

const KEY_PREFIX = 'cvs:rate:';
const COMMAND_TIMEOUT_MS = 500;
const CONNECT_TIMEOUT_MS = 1000;
/** A connection without an answer for this long is replaced: its peer may have gone without closing it. */
const SOCKET_TIMEOUT_MS = 1000;
const MAX_RETRY_DELAY_MS = 1000;

/** While Redis is unreachable, answer 503 or let every replica count its own requests. */
export type OnRedisLoss = 'refuse' | 'per-replica';

/**
 * One step inside Redis, by Redis' own clock, so that all replicas share one count and one end of the window.
 * %.0f: Lua would write a time in milliseconds as 1.9e+12.
 */
const HIT = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local limit, length, asked = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local known = redis.call('HMGET', KEYS[1], 'count', 'ends')
local count, ends = tonumber(known[1]), tonumber(known[2])
if not count or not ends or ends <= now or ends - now > length then
  count, ends = 0, now + length
end
local allowed = 0
if count + asked <= limit then
  allowed, count = 1, count + asked
  redis.call('HSET', KEYS[1], 'count', count, 'ends', string.format('%.0f', ends))
  redis.call('PEXPIREAT', KEYS[1], string.format('%.0f', ends))
end
return { allowed, count, ends, now }`;

type Hit = (key: string, ...limitLengthMsAsked: number[]) => Promise<[number, number, number, number]>;

/** One count for all replicas. Connects in the background and reconnects whenever the connection is lost. */
export class RedisRateLimiter implements RateLimiter {
  readonly #redis: Redis;
  /** Says more than the error of a command on a lost connection. */
  #connectionError: Error | undefined;
  readonly #local: MemoryRateLimiter | undefined;

  constructor(options: { readonly url: string; readonly onLoss: OnRedisLoss; readonly now: () => number }) {
    this.#local = options.onLoss === 'per-replica' ? new MemoryRateLimiter(options.now) : undefined;
    this.#redis = new Redis(options.url, {
      commandTimeout: COMMAND_TIMEOUT_MS,
      connectTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: SOCKET_TIMEOUT_MS,
      // A request is refused at once rather than kept for a Redis that may come back, and never counted late.
      enableOfflineQueue: false,
      autoResendUnfulfilledCommands: false,
      maxRetriesPerRequest: 0,
      retryStrategy: (attempt) => Math.min(50 * 2 ** attempt, MAX_RETRY_DELAY_MS),
      reconnectOnError: (error) => error.message.startsWith('READONLY'),
      scripts: { cvsHit: { lua: HIT, numberOfKeys: 1 } },
    });
    // Without a listener every lost connection would be printed; the commands themselves reject.
    this.#redis.on('error', (error) => {
      this.#connectionError = error;
    });
  }

  /** Resolves when Redis answers for the first time, or after `timeoutMs`, whichever is sooner. */
  async ready(timeoutMs: number): Promise<void> {
    if (this.#redis.status === 'ready') return;
    await once(this.#redis, 'ready', { signal: AbortSignal.timeout(timeoutMs) }).catch(() => undefined);
  }

  async hit(id: string, rate: RateLimit, count = 1): Promise<RateLimitState> {
    const { limit, windowSeconds } = rate;
    try {
      const script = this.#redis as unknown as { cvsHit: Hit };
      const [allowed, counted, endsAt, now] = await script.cvsHit(KEY_PREFIX + id, limit, windowSeconds * 1000, count);
      return rateLimitState({ allowed: allowed === 1, count: counted, endsAt, limit, now });
    } catch (error) {
      if (this.#local) return this.#local.hit(id, rate, count);
      throw unavailable('Requests cannot be counted: Redis is unreachable.', 1, error);
    }
  }

  /** Rejects when Redis is unreachable. */
  async check(): Promise<void> {
    await this.#redis.ping().catch((error) => {
      throw unavailable('Redis is unreachable.', 1, this.#connectionError ?? error);
    });
  }

  async close(): Promise<void> {
    this.#redis.disconnect();
  }
}
