import type { Turn } from './turn.ts';

/** What a client has had of the models, and whose turn it is among its requests. */
interface Account {
  /** On a clock that runs with the client that had least: the client whose clock is furthest behind comes next. */
  servedMs: number;
  oldestIsNext: boolean;
}

/**
 * Whose request a batch is made for. Of the clients with requests that wait it is the one that had least model time
 * (start-time fair queueing), so that none waits longer because another asks for more, or in other sizes. Among the
 * requests of that client the oldest and the one with the least work left alternate: the oldest never starves, and a
 * short request does not wait for a long one. With one client in the queue only the second rule is left.
 */
export class FairOrder<Work, Result> {
  readonly #headStartMs: number;
  readonly #accounts = new Map<string, Account>();
  /** The clock of the client that was served last, never turned back. */
  #nowMs = 0;

  /**
   * How far the clock of a client that asked for little may lie behind: it then has so much model time before the others.
   * Rows that ride along in others' batches put it no further ahead either.
   */
  constructor(headStartMs: number) {
    this.#headStartMs = headStartMs;
  }

  /** Of requests that wait, oldest first, one at least. */
  next(waiting: readonly Turn<Work, Result>[]): Turn<Work, Result> {
    const { client } = waiting.reduce((first, turn) => (this.#isBefore(turn, first) ? turn : first));
    const account = this.#accountOf(client);
    this.#nowMs = Math.max(this.#nowMs, account.servedMs);
    account.oldestIsNext = !account.oldestIsNext;
    const own = waiting.filter((turn) => turn.client === client);
    if (account.oldestIsNext) return own[0]!;
    return own.reduce((least, turn) => (turn.leftMs < least.leftMs ? turn : least));
  }

  /** The others by the same rule, those with the least work left first within a client, to fill a batch with. */
  others(waiting: readonly Turn<Work, Result>[], anchor: Turn<Work, Result>): Turn<Work, Result>[] {
    return waiting
      .filter((turn) => turn !== anchor)
      .sort((a, b) => this.#servedMs(a.client) - this.#servedMs(b.client) || a.leftMs - b.leftMs);
  }

  /** Counts what a turn was given of a batch that was made for `anchor`. */
  serve({ client }: Turn<Work, Result>, ms: number, anchor: Turn<Work, Result>): void {
    const account = this.#accountOf(client);
    const mostMs = client === anchor.client ? Number.POSITIVE_INFINITY : this.#nowMs + this.#headStartMs;
    account.servedMs = Math.max(account.servedMs, Math.min(account.servedMs + ms, mostMs));
  }

  /** Forgets clients of whom nothing is known that a new one would not start with. */
  forget(): void {
    for (const [client, { servedMs }] of this.#accounts)
      if (servedMs <= this.#nowMs - this.#headStartMs) this.#accounts.delete(client);
  }

  #isBefore({ client }: Turn<Work, Result>, other: Turn<Work, Result>): boolean {
    return this.#servedMs(client) < this.#servedMs(other.client);
  }

  #servedMs(client: string): number {
    const leastMs = this.#nowMs - this.#headStartMs;
    return Math.max(leastMs, this.#accounts.get(client)?.servedMs ?? leastMs);
  }

  #accountOf(client: string): Account {
    const account = { oldestIsNext: false, ...this.#accounts.get(client), servedMs: this.#servedMs(client) };
    this.#accounts.set(client, account);
    return account;
  }
}
