import type { Principal } from '../../src/access/authenticator.ts';
import type { RateLimit, RateLimiter, RateLimitState } from '../../src/access/memory-rate-limiter.ts';
import type { ServerAccess } from '../../src/server/server-context.ts';

export const VALID_KEY = 'cvs_valid';

export function principal(over: Partial<Principal> = {}): Principal {
  return { keyId: 'k1', keyName: 'test', status: 'active', limit: 60, windowSeconds: 60, ...over };
}

/** Fixed windows that never end, and a record of what was asked of them. */
export class FakeRateLimiter implements RateLimiter {
  /** By id, what was refused included. */
  readonly hits = new Map<string, number>();
  readonly resetAt = 1_900_000_000;
  readonly #counted = new Map<string, number>();

  async hit(id: string, { limit }: RateLimit, count = 1): Promise<RateLimitState> {
    this.hits.set(id, (this.hits.get(id) ?? 0) + count);
    const before = this.#counted.get(id) ?? 0;
    const allowed = before + count <= limit;
    const counted = allowed ? before + count : before;
    this.#counted.set(id, counted);
    return { allowed, limit, remaining: limit - counted, resetAt: this.resetAt, retryAfterSeconds: 17 };
  }
}

export interface FakeAccess extends ServerAccess {
  readonly rateLimiter: FakeRateLimiter;
}

/** Knows one key, `VALID_KEY`, which belongs to `owner`. It has no accounts: for those take `realAccess()`. */
export function fakeAccess(owner: Principal = principal()): FakeAccess {
  return {
    authenticator: { authenticate: async (key) => (key === VALID_KEY ? owner : undefined) },
    rateLimiter: new FakeRateLimiter(),
    usageRecorder: { record: () => undefined, flush: async () => undefined },
    stores: [],
  } satisfies Partial<FakeAccess> as unknown as FakeAccess;
}
