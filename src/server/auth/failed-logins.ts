import { LRUCache } from 'lru-cache';
import type { RateLimiter, RateLimitState } from '../../access/index.ts';

export const FAILED_LOGIN_WINDOW_SECONDS = 60;
/** Store queries granted to a client over its limit, so that a key used there for the first time soon works. */
const STORE_QUERIES_PER_SECOND = 2;
/** Clients over their limit that are remembered; together they take about two megabytes. */
const MAX_CLIENTS = 10_000;

interface OverLimit {
  readonly state: RateLimitState;
  readonly endsAtMs: number;
  second: number;
  queries: number;
}

export interface FailedLoginsOptions {
  readonly rateLimiter: RateLimiter;
  readonly limit: number;
  readonly now?: () => number;
}

/** Counts failed logins by client key; those of clients over the limit cost the stores almost nothing. */
export class FailedLogins {
  readonly #options: FailedLoginsOptions;
  readonly #now: () => number;
  /** Read by `peek`: the oldest entry is dropped first, as its window ends about first and one more count would add it again. */
  readonly #overLimit = new LRUCache<string, OverLimit>({ max: MAX_CLIENTS });

  constructor(options: FailedLoginsOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
  }

  /** True if the client was over its limit when last counted, and its window has not ended. */
  isOverLimit(client: string): boolean {
    return this.#current(client) !== undefined;
  }

  /** True if the store may be queried for a key that this process has not seen valid. */
  mayQueryStore(client: string): boolean {
    const over = this.#current(client);
    if (over === undefined) return true;
    const second = Math.floor(this.#now() / 1000);
    if (over.second !== second) Object.assign(over, { second, queries: 0 });
    return over.queries++ < STORE_QUERIES_PER_SECOND;
  }

  /** Counts a failed login. Returns the state of the window if the client is over its limit. Rejects as the limiter does. */
  async count(client: string): Promise<RateLimitState | undefined> {
    const over = this.#current(client);
    if (over !== undefined) return this.#stateNow(over);
    const { rateLimiter, limit } = this.#options;
    const state = await rateLimiter.hit(`login:${client}`, { limit, windowSeconds: FAILED_LOGIN_WINDOW_SECONDS });
    if (state.allowed) return undefined;
    this.#remember(client, state);
    return state;
  }

  #current(client: string): OverLimit | undefined {
    const over = this.#overLimit.peek(client);
    if (over === undefined || this.#now() < over.endsAtMs) return over;
    this.#overLimit.delete(client);
    return undefined;
  }

  #stateNow({ state, endsAtMs }: OverLimit): RateLimitState {
    return { ...state, retryAfterSeconds: Math.max(1, Math.ceil((endsAtMs - this.#now()) / 1000)) };
  }

  #remember(client: string, state: RateLimitState): void {
    const endsAtMs = this.#now() + 1000 * state.retryAfterSeconds;
    this.#overLimit.set(client, { state, endsAtMs, second: Number.NaN, queries: 0 });
  }
}
