import type { RateLimiter, RateLimitState } from '../../access/types.ts';

export const FAILED_LOGIN_WINDOW_SECONDS = 60;
/** What an address over its limit may still have asked, so that a key used for the first time works there soon. */
const QUESTIONS_PER_SECOND = 2;
/** About two megabytes of them. */
const MOST_ADDRESSES = 10_000;

interface OverLimit {
  readonly state: RateLimitState;
  readonly endsAtMs: number;
  second: number;
  questions: number;
}

export interface FailedLoginsOptions {
  readonly rateLimiter: RateLimiter;
  /** Failed logins an address may make in a minute. */
  readonly limit: number;
  /** Milliseconds, monotonic. */
  readonly now?: () => number;
}

/**
 * Counts failed logins by address, and remembers the addresses that are over their limit until their window ends: those
 * cost the stores of keys and limits next to nothing, however often they try.
 */
export class FailedLogins {
  readonly #options: FailedLoginsOptions;
  readonly #now: () => number;
  /** The one learnt first is the first. */
  readonly #over = new Map<string, OverLimit>();

  constructor(options: FailedLoginsOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
  }

  /** Whether the address was over its limit when it was last counted, and is so still. */
  isOver(address: string): boolean {
    return this.#known(address) !== undefined;
  }

  /** Whether the store may be asked about a key that this process has not seen valid. */
  mayAsk(address: string): boolean {
    const over = this.#known(address);
    if (over === undefined) return true;
    const second = Math.floor(this.#now() / 1000);
    if (over.second !== second) Object.assign(over, { second, questions: 0 });
    return over.questions++ < QUESTIONS_PER_SECOND;
  }

  /** Counts one; the state of the window when the address is over its limit. Rejects as the limiter does. */
  async count(address: string): Promise<RateLimitState | undefined> {
    const known = this.#known(address);
    if (known !== undefined) return this.#asOfNow(known);
    const { rateLimiter, limit } = this.#options;
    const state = await rateLimiter.hit(`login:${address}`, limit, FAILED_LOGIN_WINDOW_SECONDS);
    if (state.allowed) return undefined;
    this.#remember(address, state);
    return state;
  }

  #known(address: string): OverLimit | undefined {
    const over = this.#over.get(address);
    if (over === undefined || this.#now() < over.endsAtMs) return over;
    this.#over.delete(address);
    return undefined;
  }

  #asOfNow({ state, endsAtMs }: OverLimit): RateLimitState {
    return { ...state, retryAfterSeconds: Math.max(1, Math.ceil((endsAtMs - this.#now()) / 1000)) };
  }

  #remember(address: string, state: RateLimitState): void {
    const endsAtMs = this.#now() + 1000 * state.retryAfterSeconds;
    this.#over.set(address, { state, endsAtMs, second: Number.NaN, questions: 0 });
    // The one that has been known for longest: its window ends first, about, and is learnt again by one more count.
    const [oldest] = this.#over.size > MOST_ADDRESSES ? this.#over.keys() : [];
    if (oldest !== undefined) this.#over.delete(oldest);
  }
}
