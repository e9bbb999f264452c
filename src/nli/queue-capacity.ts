import type { Refusal } from './types.ts';

export interface QueueRoomOptions {
  /** Milliseconds of model time that all clients together may hold; one alone may hold them all. */
  readonly maxMs: number;
  /** As much again, as a share of `maxMs`, that only clients with less than their equal share of `maxMs` may enter. */
  readonly reserve: number;
}

/** The share of its room above which the queue counts as full for a client that it refused. */
const FULL_UNTIL = 0.95;

/**
 * How much model time each client holds in the queue, and who may hold more. The reserve lies on top of `maxMs`, so that
 * a client that is alone fills the queue as if there were no others, and still leaves room for them. What one client
 * holds beyond `maxMs`, as a single request may, takes nothing of the reserve.
 */
export class QueueRoom {
  readonly #maxMs: number;
  readonly #reserve: number;
  readonly #heldMs = new Map<string, number>();
  /** Clients that were refused since a part of their room was free. */
  readonly #refused = new Set<string>();

  constructor({ maxMs, reserve }: QueueRoomOptions) {
    this.#maxMs = maxMs;
    this.#reserve = reserve;
  }

  /**
   * Why a request of a client may not come in; undefined when it may. From a refusal on the client is refused until a
   * part of its room is free: large requests would otherwise never fit between its small ones.
   */
  refusalOf(client: string, costMs: number): Refusal | undefined {
    const full = this.#refused.has(client) && this.#takenMs > FULL_UNTIL * this.#roomMs(client, costMs);
    if (!full) this.#refused.delete(client);
    return full ? this.#reasonOf(client, costMs) : this.refusalOfMore(client, costMs);
  }

  /** The same for a request that was let in already and turns out larger. */
  refusalOfMore(client: string, costMs: number): Refusal | undefined {
    const takenMs = this.#takenMs;
    // Whatever its size, a client's only request has its place while nothing is held, or nothing of the reserve.
    const fitsAnyway = !this.#heldMs.has(client) && takenMs <= (this.#reserve > 0 ? this.#maxMs : 0);
    if (fitsAnyway || takenMs + costMs <= this.#roomMs(client, costMs)) return undefined;
    this.#refused.add(client);
    return this.#reasonOf(client, costMs);
  }

  /** Counts so many milliseconds more for a client, or fewer. */
  add(client: string, ms: number): void {
    const heldMs = (this.#heldMs.get(client) ?? 0) + ms;
    if (heldMs > 0) this.#heldMs.set(client, heldMs);
    else this.#heldMs.delete(client);
    if (this.#heldMs.size === 0) this.#refused.clear();
  }

  get #takenMs(): number {
    let sum = 0;
    for (const ms of this.#heldMs.values()) sum += Math.min(ms, this.#maxMs);
    return sum;
  }

  /** What all together may hold once the client has come in. */
  #roomMs(client: string, costMs: number): number {
    return this.#isUnderShare(client, costMs) ? this.#maxMs * (1 + this.#reserve) : this.#maxMs;
  }

  #isUnderShare(client: string, costMs: number): boolean {
    const heldMs = this.#heldMs.get(client) ?? 0;
    const others = this.#heldMs.size - (heldMs > 0 ? 1 : 0);
    return others > 0 && (heldMs === 0 || heldMs + costMs <= this.#maxMs / (others + 1));
  }

  #reasonOf(client: string, costMs: number): Refusal {
    return this.#isUnderShare(client, costMs) ? 'queue_full' : 'over_share';
  }
}
