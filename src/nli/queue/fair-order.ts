import type { Permit } from './permit.ts';

/** How much model time a client has had, and which of its requests is next. */
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
