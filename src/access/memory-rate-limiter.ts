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
  /** Counts `count` (1 by default) if all of it fits into the rest of the window, else nothing. */
  hit(id: string, rate: RateLimit, count?: number): Promise<RateLimitState>;
}

interface Window {
  count: number;
  endsAt: number;
}

const FIRST_SWEEP_SIZE = 1000;

export class MemoryRateLimiter implements RateLimiter {
  readonly #windows = new Map<string, Window>();
  readonly #now: () => number;
  #sweepSize = FIRST_SWEEP_SIZE;

  /** `now` gives Unix milliseconds. */
  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  async hit(id: string, { limit, windowSeconds }: RateLimit, count = 1): Promise<RateLimitState> {
    const now = this.#now();
    const window = this.#current(id, now, windowSeconds * 1000);
    const allowed = window.count + count <= limit;
    if (allowed) window.count += count;
    return rateLimitState({ allowed, count: window.count, endsAt: window.endsAt, limit, now });
  }

  /** A window that ends too far ahead means that the clock was set back: a new window starts. */
  #current(id: string, now: number, lengthMs: number): Window {
    const known = this.#windows.get(id);
    if (known && now < known.endsAt && known.endsAt - now <= lengthMs) return known;
    this.#sweep(now);
    const window = { count: 0, endsAt: now + lengthMs };
    this.#windows.set(id, window);
    return window;
  }

  /** Runs when the number of windows has doubled, so that its cost per request stays constant. */
  #sweep(now: number): void {
    if (this.#windows.size < this.#sweepSize) return;
    for (const [id, window] of this.#windows) if (window.endsAt <= now) this.#windows.delete(id);
    this.#sweepSize = Math.max(FIRST_SWEEP_SIZE, 2 * this.#windows.size);
  }
}

/** `count` was allowed in the window that ends at `endsAt`; times in Unix milliseconds. */
export function rateLimitState(window: {
  allowed: boolean;
  count: number;
  endsAt: number;
  limit: number;
  now: number;
}): RateLimitState {
  return {
    allowed: window.allowed,
    limit: window.limit,
    remaining: Math.max(0, window.limit - window.count),
    resetAt: Math.ceil(window.endsAt / 1000),
    retryAfterSeconds: Math.max(1, Math.ceil((window.endsAt - window.now) / 1000)),
  };
}
