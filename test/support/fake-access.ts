import type { Principal } from '../../src/access/principal.ts';
import type { RateLimiter, RateLimitState } from '../../src/access/rate-limiter.ts';
import type { ServerAccess } from '../../src/server/server-context.ts';

export const VALID_KEY = 'cvs_valid';

export function principal(over: Partial<Principal> = {}): Principal {
  return { keyId: 'k1', keyName: 'test', status: 'active', limit: 60, windowSeconds: 60, ...over };
}

/** Fixed windows that never end, and a record of what was counted. */
export class FakeRateLimiter implements RateLimiter {
  readonly hits = new Map<string, number>();
  readonly resetAt = 1_900_000_000;

  async hit(id: string, limit: number, _windowSeconds: number): Promise<RateLimitState> {
    const count = (this.hits.get(id) ?? 0) + 1;
    this.hits.set(id, count);
    const remaining = Math.max(0, limit - count);
    return { allowed: count <= limit, limit, remaining, resetAt: this.resetAt, retryAfterSeconds: 17 };
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
    billing: undefined,
  } satisfies Partial<FakeAccess> as unknown as FakeAccess;
}
