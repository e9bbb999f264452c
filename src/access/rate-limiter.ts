export interface RateLimitState {
  readonly allowed: boolean;
  readonly limit: number;
  /** Requests left in the window, never below zero. */
  readonly remaining: number;
  /** Unix time in whole seconds at which the window ends. */
  readonly resetAt: number;
  /** Whole seconds until the next request is allowed; at least 1. */
  readonly retryAfterSeconds: number;
}

/** A fixed window per id that starts with its first request. Counting and checking are one atomic step. */
export interface RateLimiter {
  hit(id: string, limit: number, windowSeconds: number): Promise<RateLimitState>;
}
