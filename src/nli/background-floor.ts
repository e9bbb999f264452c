export interface FloorOptions {
  /** Share of passing time that is saved up, in milliseconds per millisecond. */
  readonly share: number;
  /** Most that is saved up; background work is due once it has so much. */
  readonly portionMs: number;
  /** Milliseconds, monotonic. */
  readonly now: () => number;
}

/**
 * Time that background work has whatever others ask for, so that it ends: a token bucket that holds one portion. What it
 * gets while nobody else asks is taken from the bucket too, so that it is due only after it had less than its share; but
 * what it had long ago does not count, so that the bucket is never more than one portion below empty.
 */
export class BackgroundFloor {
  readonly #options: FloorOptions;
  #savedMs = 0;
  #since: number;

  constructor(options: FloorOptions) {
    this.#options = options;
    this.#since = options.now();
  }

  get isDue(): boolean {
    this.#save();
    return this.#savedMs >= this.#options.portionMs;
  }

  /** Counts time that background work has had. */
  take(ms: number): void {
    this.#save();
    this.#savedMs = Math.max(this.#savedMs - ms, -this.#options.portionMs);
  }

  #save(): void {
    const { share, portionMs, now } = this.#options;
    const nowMs = now();
    this.#savedMs = Math.min(portionMs, this.#savedMs + share * (nowMs - this.#since));
    this.#since = nowMs;
  }
}
