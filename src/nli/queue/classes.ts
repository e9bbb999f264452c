import { FairOrder, QueueCapacity, type QueueCapacityOptions } from './fairness.ts';
import type { Permit } from './permit.ts';

export interface RequestClassesOptions {
  /** Maximum model time waiting or reserved, per worker; a request that would exceed it is refused unless the queue is empty. */
  readonly maxQueueMs: number;
  /** Additional share of `maxQueueMs` for clients that hold less than their equal share. */
  readonly queueReserve: number;
  /** Share of the time of workers and main thread that background requests have at least. */
  readonly jobFloor: number;
  /** Model time that a client has before others after it asked for little: both rounds of a short request go first. */
  readonly headStartMs: number;
  readonly workers: number;
  /** Maximum of rows times the cost of the longest row of a batch; a single entry may exceed it. */
  readonly maxBatchMs: number;
  readonly now: () => number;
}

/**
 * Requests that someone waits for, and background ones. Background work begins when no interactive request asks for the
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
    const capacity = { maxMs: maxQueueMs * workers, reserve: queueReserve };
    this.interactive = new RequestClass(capacity, headStartMs);
    this.#background = new RequestClass({ maxMs: Number.POSITIVE_INFINITY, reserve: 0 }, headStartMs);
    this.#floor = new BackgroundFloor({ share: jobFloor * workers, portionMs: maxBatchMs, now });
    this.#turns = new BackgroundTurns(() => this.interactive.open.size === 0, jobFloor, now);
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

  count(requests: RequestClass<Work, Result>, ms: number): void {
    if (requests === this.#background) this.#floor.take(ms);
  }

  /** Resolves when work on the texts of a request may begin or continue; rejects with the signal's reason. */
  async turn({ background }: { readonly background: boolean }, signal?: AbortSignal): Promise<void> {
    if (background) await this.#turns.next(signal);
  }

  ended(): void {
    if (this.interactive.open.size === 0) this.#turns.release();
  }
}

export class RequestClass<Work, Result> {
  /** Permits that have not been given back. */
  readonly open = new Set<Permit<Work, Result>>();
  /** Those with entries that wait, oldest first. */
  readonly waiting: Permit<Work, Result>[] = [];
  readonly capacity: QueueCapacity;
  readonly order: FairOrder<Work, Result>;

  constructor(capacity: QueueCapacityOptions, headStartMs: number) {
    this.capacity = new QueueCapacity(capacity);
    this.order = new FairOrder(headStartMs);
  }

  enqueue(permit: Permit<Work, Result>): void {
    if (this.waiting.includes(permit)) return;
    this.waiting.splice(this.waiting.findLastIndex((other) => other.place < permit.place) + 1, 0, permit);
  }

  /** Removes the permits that wait for nothing any more. */
  prune(): void {
    for (let i = this.waiting.length - 1; i >= 0; i--) {
      if (this.waiting[i]!.waitingEntries === 0) this.waiting.splice(i, 1);
    }
  }
}

/** Time that a turn is taken to last: the stretch after which work on texts lets the event loop turn. */
const TURN_MS = 1;
const MAX_PAUSE_MS = 1_000;

/** When background requests may work on their texts: all texts are read on the main thread, where others would wait. */
class BackgroundTurns {
  readonly #isFree: () => boolean;
  readonly #floor: BackgroundFloor;
  readonly #pauseMs: number;
  readonly #paused = new Set<() => void>();

  /** @param floor share of the main thread's time that background requests have at least */
  constructor(isFree: () => boolean, floor: number, now: () => number) {
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

interface FloorOptions {
  /** Share of passing time that is saved up, in milliseconds per millisecond. */
  readonly share: number;
  /** Most that is saved up; background work is due once it has so much. */
  readonly portionMs: number;
  readonly now: () => number;
}

/**
 * Time that background work has whatever others ask for, so that it ends: a token bucket that holds one portion. What it
 * gets while no one else asks is taken from the bucket too, so that it is due only after it had less than its share; but
 * what it had long ago does not count, so that the bucket is never more than one portion below empty.
 */
class BackgroundFloor {
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
