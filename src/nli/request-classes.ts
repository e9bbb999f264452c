import { BackgroundFloor } from './background-floor.ts';
import { BackgroundTurns } from './background-turns.ts';
import { RequestClass } from './request-class.ts';

export interface RequestClassesOptions {
  /** Maximum model time that interactive requests may hold in the queue, of all workers together. */
  readonly maxQueueMs: number;
  readonly queueReserve: number;
  readonly headStartMs: number;
  readonly workers: number;
  readonly maxBatchMs: number;
  /** Share of the time of workers and main thread that background requests have at least. */
  readonly jobFloor: number;
  /** Milliseconds, monotonic. */
  readonly now: () => number;
}

/**
 * Requests that somebody waits for, and background ones. Background work begins when no interactive request asks for the
 * same, or when its floor is due: a batch, when no interactive entry waits and, while an interactive request is admitted,
 * another slot stays free for it, so that it waits for no batch but those that run; a stretch of work on texts, when no
 * interactive request is admitted.
 */
export class RequestClasses<Work, Result> {
  readonly interactive: RequestClass<Work, Result>;
  readonly #background: RequestClass<Work, Result>;
  readonly #floor: BackgroundFloor;
  readonly #turns: BackgroundTurns;

  constructor({ maxQueueMs, queueReserve, headStartMs, workers, maxBatchMs, jobFloor, now }: RequestClassesOptions) {
    const capacity = { maxMs: maxQueueMs, reserve: queueReserve };
    this.interactive = new RequestClass({ capacity, headStartMs });
    this.#background = new RequestClass({ capacity: { maxMs: Number.POSITIVE_INFINITY, reserve: 0 }, headStartMs });
    this.#floor = new BackgroundFloor({ share: jobFloor * workers, portionMs: maxBatchMs, now });
    this.#turns = new BackgroundTurns({ isFree: () => this.interactive.open.size === 0, floor: jobFloor, now });
  }

  of({ background }: { readonly background: boolean }): RequestClass<Work, Result> {
    return background ? this.#background : this.interactive;
  }

  /** The class that a batch may be made for now; undefined when none. */
  next(freeSlots: number): RequestClass<Work, Result> | undefined {
    const { open, waiting } = this.interactive;
    const isFree = waiting.length === 0 && (open.size === 0 || freeSlots > 1);
    if (this.#background.waiting.length > 0 && (isFree || this.#floor.isDue)) return this.#background;
    return waiting.length > 0 ? this.interactive : undefined;
  }

  /** Counts the time of a batch of a class. */
  count(requests: RequestClass<Work, Result>, ms: number): void {
    if (requests === this.#background) this.#floor.take(ms);
  }

  /** Resolves when work on the texts of a request may begin or go on; rejects with the signal's reason. */
  async turn({ background }: { readonly background: boolean }, signal?: AbortSignal): Promise<void> {
    if (background) await this.#turns.next(signal);
  }

  /** To be called when a request has ended. */
  ended(): void {
    if (this.interactive.open.size === 0) this.#turns.release();
  }
}
