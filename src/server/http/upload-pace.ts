import { ServiceError } from '../../errors.ts';

/** The least that a sender delivers while it is waited for. */
export interface Pace {
  readonly bytesPerSecond: number;
  /** Time of waiting, in milliseconds, over which it is measured. */
  readonly windowMs: number;
}

/**
 * Whether the sender of a body keeps a pace. Only the time counts in which the service waited for more of it: a sender that
 * is held back, because what it sent before is being worked on, is not slow.
 */
export class PaceOfSender {
  readonly #pace: Pace;
  #waitedMs = 0;
  #bytes = 0;

  constructor(pace: Pace) {
    this.#pace = pace;
  }

  /** Waiting time, in milliseconds, until `waited` looks at the pace next. */
  get leftMs(): number {
    return this.#pace.windowMs - this.#waitedMs;
  }

  received(bytes: number): void {
    this.#bytes += bytes;
  }

  /** Throws `request_timeout` when too little came in a whole window. */
  waited(ms: number): void {
    this.#waitedMs += ms;
    const { windowMs, bytesPerSecond } = this.#pace;
    if (this.#waitedMs < windowMs) return;
    const expected = (bytesPerSecond * windowMs) / 1_000;
    if (this.#bytes < expected) {
      const message = `Expected at least ${expected} bytes of the body in ${windowMs / 1_000} seconds of waiting, got ${this.#bytes}.`;
      throw new ServiceError('request_timeout', message, { details: { limit: expected, received: this.#bytes } });
    }
    this.#waitedMs = 0;
    this.#bytes = 0;
  }
}
