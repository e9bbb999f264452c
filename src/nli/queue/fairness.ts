import type { Refusal } from '../types.ts';
import type { Permit } from './permit.ts';

export interface QueueCapacityOptions {
  /** Milliseconds of model time that all clients together may hold; a single client may hold all of it. */
  readonly maxMs: number;
  /** Additional capacity, as a share of `maxMs`, for clients that hold less than their equal share of `maxMs`. */
  readonly reserve: number;
}

/** A refusal with what the caller needs to know: whose requests wait, and for how long. Model time in milliseconds. */
export interface Refused {
  readonly reason: Refusal;
  readonly heldMs: number;
  readonly usedMs: number;
  readonly maxMs: number;
  /** How much of the queue has to run before this request is admitted, after those of the client that were refused before. */
  readonly excessMs: number;
}

/** After a refusal, a client is refused until the queue has fallen below this share of the client's capacity. */
const RECOVERY_THRESHOLD = 0.95;

/**
 * Admission control: how much model time each client holds in the queue, and whether it may hold more. The reserve is
 * added to `maxMs`, so that a single client can fill the queue and still leaves capacity for others. What one client
 * holds beyond `maxMs`, as a single large request may, does not count against the reserve.
 */
export class QueueCapacity {
  readonly #maxMs: number;
  readonly #reserve: number;
  readonly #heldMs = new Map<string, number>();
  /** Clients that were refused and wait for the queue to fall below the recovery threshold, with what they were refused. */
  readonly #refusedMs = new Map<string, number>();

  constructor({ maxMs, reserve }: QueueCapacityOptions) {
    this.#maxMs = maxMs;
    this.#reserve = reserve;
  }

  /**
   * Why a request of a client is refused; undefined when it is admitted. After a refusal the client is refused until the
   * queue falls below the recovery threshold: otherwise its large requests would never fit between its small ones.
   */
  refusalOf(client: string, costMs: number): Refused | undefined {
    const full = this.#refusedMs.has(client) && this.#usedMs > RECOVERY_THRESHOLD * this.#capacityMs(client, costMs);
    if (!full) this.#refusedMs.delete(client);
    return full ? this.#refuse(client, costMs) : this.refusalOfMore(client, costMs);
  }

  /** The same for a request that was admitted already and needs more than it reserved. */
  refusalOfMore(client: string, costMs: number): Refused | undefined {
    const usedMs = this.#usedMs;
    // A client's only request is admitted whatever its size while the queue, or only the reserve, is empty.
    const fitsAnyway = !this.#heldMs.has(client) && usedMs <= (this.#reserve > 0 ? this.#maxMs : 0);
    if (fitsAnyway || usedMs + costMs <= this.#capacityMs(client, costMs)) return undefined;
    return this.#refuse(client, costMs);
  }

  /** Adds milliseconds to what a client holds; negative values release them. */
  add(client: string, ms: number): void {
    const heldMs = (this.#heldMs.get(client) ?? 0) + ms;
    if (heldMs > 0) this.#heldMs.set(client, heldMs);
    else this.#heldMs.delete(client);
    if (this.#heldMs.size === 0) this.#refusedMs.clear();
  }

  get #usedMs(): number {
    let sum = 0;
    for (const ms of this.#heldMs.values()) sum += Math.min(ms, this.#maxMs);
    return sum;
  }

  /** Milliseconds that all clients together may hold when this client's request is admitted. */
  #capacityMs(client: string, costMs: number): number {
    return this.#isUnderShare(client, costMs) ? this.#maxMs * (1 + this.#reserve) : this.#maxMs;
  }

  #isUnderShare(client: string, costMs: number): boolean {
    const heldMs = this.#heldMs.get(client) ?? 0;
    const others = this.#heldMs.size - (heldMs > 0 ? 1 : 0);
    return others > 0 && (heldMs === 0 || heldMs + costMs <= this.#maxMs / (others + 1));
  }

  /** Requests that are refused together get waits one after the other, at most a queue long, so that each finds room then. */
  #refuse(client: string, costMs: number): Refused {
    const refusedMs = this.#refusedMs.get(client) ?? 0;
    this.#refusedMs.set(client, Math.min(refusedMs + costMs, this.#maxMs));
    const reason = this.#isUnderShare(client, costMs) ? 'queue_full' : 'over_share';
    const capacityMs = this.#capacityMs(client, costMs);
    const admittedFrom = Math.max(0, Math.min(capacityMs - costMs, RECOVERY_THRESHOLD * capacityMs));
    return {
      reason,
      heldMs: this.#heldMs.get(client) ?? 0,
      usedMs: this.#usedMs,
      maxMs: this.#maxMs,
      excessMs: this.#usedMs - admittedFrom + refusedMs,
    };
  }
}

interface Account {
  /** Virtual service time: the client with the smallest value is served next. */
  servedMs: number;
  oldestIsNext: boolean;
}

/**
 * Chooses the request that the next batch is made for. Of the clients with waiting requests it takes the one that has had
 * the least model time (start-time fair queueing), so that none waits longer because another sends more or larger
 * requests. Within a client it alternates between the oldest request and the one with the least remaining work: the
 * oldest never starves, and a short request does not wait for a long one. With one client only the second rule applies.
 */
export class FairOrder<Work, Result> {
  readonly #headStartMs: number;
  readonly #accounts = new Map<string, Account>();
  /** Service time of the client that was served last; it never decreases. */
  #nowMs = 0;

  /**
   * @param headStartMs how far the service time of a client with few requests may lie behind the current one. Such a client
   * gets this much model time before the others. Rows that fill other clients' batches put a client at most this far ahead.
   */
  constructor(headStartMs: number) {
    this.#headStartMs = headStartMs;
  }

  /** The next of the waiting requests, which are given oldest first, at least one. */
  next(waiting: readonly Permit<Work, Result>[]): Permit<Work, Result> {
    const { client } = waiting.reduce((first, permit) => (this.#isBefore(permit, first) ? permit : first));
    const account = this.#accountOf(client);
    this.#nowMs = Math.max(this.#nowMs, account.servedMs);
    account.oldestIsNext = !account.oldestIsNext;
    const own = waiting.filter((permit) => permit.client === client);
    if (account.oldestIsNext) return own[0]!;
    return own.reduce((least, permit) => (permit.remainingMs < least.remainingMs ? permit : least));
  }

  /** The other requests, to fill the batch: clients by the same rule, within a client the least remaining work first. */
  others(waiting: readonly Permit<Work, Result>[], anchor: Permit<Work, Result>): Permit<Work, Result>[] {
    return waiting
      .filter((permit) => permit !== anchor)
      .sort((a, b) => this.#servedMs(a.client) - this.#servedMs(b.client) || a.remainingMs - b.remainingMs);
  }

  /** Charges a request's client for its share of a batch that was made for `anchor`. */
  serve({ client }: Permit<Work, Result>, ms: number, anchor: Permit<Work, Result>): void {
    const account = this.#accountOf(client);
    const maxMs = client === anchor.client ? Number.POSITIVE_INFINITY : this.#nowMs + this.#headStartMs;
    account.servedMs = Math.max(account.servedMs, Math.min(account.servedMs + ms, maxMs));
  }

  /** Forgets clients whose account equals that of a new client. */
  forget(): void {
    for (const [client, { servedMs }] of this.#accounts)
      if (servedMs <= this.#nowMs - this.#headStartMs) this.#accounts.delete(client);
  }

  #isBefore({ client }: Permit<Work, Result>, other: Permit<Work, Result>): boolean {
    return this.#servedMs(client) < this.#servedMs(other.client);
  }

  #servedMs(client: string): number {
    const minMs = this.#nowMs - this.#headStartMs;
    return Math.max(minMs, this.#accounts.get(client)?.servedMs ?? minMs);
  }

  #accountOf(client: string): Account {
    const account = { oldestIsNext: false, ...this.#accounts.get(client), servedMs: this.#servedMs(client) };
    this.#accounts.set(client, account);
    return account;
  }
}
