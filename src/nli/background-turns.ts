import { BackgroundFloor } from './background-floor.ts';

export interface TurnsOptions {
  /** Whether no interactive request is admitted. */
  readonly isFree: () => boolean;
  /** Share of the main thread's time that background requests have at least. */
  readonly floor: number;
  /** Milliseconds, monotonic. */
  readonly now: () => number;
}

/** Time that a turn is taken to last: the stretch after which work on texts lets the event loop turn. */
const TURN_MS = 1;
const MAX_PAUSE_MS = 1_000;

/** When background requests may work on their texts: all texts are read on the main thread, where others would wait. */
export class BackgroundTurns {
  readonly #isFree: () => boolean;
  readonly #floor: BackgroundFloor;
  readonly #pauseMs: number;
  /** Ends a pause. */
  readonly #paused = new Set<() => void>();

  constructor({ isFree, floor, now }: TurnsOptions) {
    this.#isFree = isFree;
    this.#floor = new BackgroundFloor({ share: floor, portionMs: TURN_MS, now });
    this.#pauseMs = Math.min(TURN_MS / floor, MAX_PAUSE_MS);
  }

  /** Resolves when the next turn may begin; rejects with the signal's reason. */
  async next(signal?: AbortSignal): Promise<void> {
    while (!this.#isFree()) {
      if (this.#floor.isDue) return this.#floor.take(TURN_MS);
      await this.#pause();
      signal?.throwIfAborted();
    }
  }

  /** To be called when the last interactive request has ended. */
  release(): void {
    for (const end of this.#paused) end();
  }

  #pause(): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        this.#paused.delete(end);
        resolve();
      };
      const timer = setTimeout(end, this.#pauseMs);
      this.#paused.add(end);
    });
  }
}
