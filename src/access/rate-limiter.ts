/** How much may be counted within a window. */
export interface RateLimit {
  /** Requests per window. A request may cost several. */
  readonly limit: number;
  readonly windowSeconds: number;
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
