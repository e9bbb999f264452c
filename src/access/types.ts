export const SUBSCRIPTION_STATUSES = ['active', 'trialing', 'past_due', 'unpaid', 'canceled', 'expired'] as const;
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];

/** How much may be counted within a window. */
export interface RateLimit {
  /** Requests per window. A request may cost several. */
  readonly limit: number;
  readonly windowSeconds: number;
}

/** The owner of a valid key. A revoked, expired or unknown key has no principal. */
export interface Principal extends RateLimit {
  readonly keyId: string;
  readonly keyName: string;
  readonly status: SubscriptionStatus;
  /** Id under which requests are counted: the same for all keys of a rotation group. `keyId` when absent. */
  readonly rateLimitId?: string;
}

export interface AuthenticateOptions {
  /** Do not query the store for a key that was not valid when it was last read; such a key has no owner. */
  readonly onlyKnown?: boolean;
}

/** Rejects with `service_unavailable` when the store is unreachable: it never lets a request pass. */
export interface KeyAuthenticator {
  authenticate(key: string, options?: AuthenticateOptions): Promise<Principal | undefined>;
}

export interface RateLimitState {
  readonly allowed: boolean;
  readonly limit: number;
  /** Requests left in the window, never below zero. */
  readonly remaining: number;
  /** Unix time in whole seconds at which the window ends. */
  readonly resetAt: number;
  /** Whole seconds until as much is allowed as was asked for; at least 1. */
  readonly retryAfterSeconds: number;
}

/** A fixed window per id that starts with its first request. Counting and checking are one atomic step. */
export interface RateLimiter {
  /**
   * Counts `count` (1 by default) if all of it fits into the rest of the window, else nothing. A count above the limit
   * never fits: ask for at most the limit, or `retryAfterSeconds` is not true.
   */
  hit(id: string, rate: RateLimit, count?: number): Promise<RateLimitState>;
}
