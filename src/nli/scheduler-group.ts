import type { Entry, Submission } from './scheduler.ts';

type Waiting<Work> = Entry<Work> & { readonly index: number };

export interface GroupOptions {
  /** Milliseconds, monotonic. */
  readonly now: () => number;
  /** Place of its request in the order of arrival. */
  readonly ticket: number;
}

/** The entries of one submission: those that wait, longest first, and the results that have come. */
export class Group<Work, Result> {
  readonly done: Promise<Submission<Result>>;
  readonly ticket: number;
  readonly #waiting: Waiting<Work>[];
  readonly #results: Result[];
  readonly #now: () => number;
  readonly #submittedAt: number;
  #startedAt: number | undefined;
  #missing: number;
  #waitingTokens: number;
  #resolve!: (submission: Submission<Result>) => void;
  #reject!: (reason: unknown) => void;

  /** @param entries one at least. */
  constructor(entries: readonly Entry<Work>[], { now, ticket }: GroupOptions) {
    this.ticket = ticket;
    this.#now = now;
    this.#submittedAt = now();
    this.#waiting = entries
      .map(({ tokens, work }, index) => ({ tokens, work, index }))
      .sort((a, b) => b.tokens - a.tokens);
    this.#results = new Array(entries.length);
    this.#missing = entries.length;
    this.#waitingTokens = entries.reduce((sum, entry) => sum + entry.tokens, 0);
    this.done = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  get waitingEntries(): number {
    return this.#waiting.length;
  }

  get waitingTokens(): number {
    return this.#waitingTokens;
  }

  /** The longest entry that waits and as many of the next longest as stay within the padded budget. */
  takeLongest(maxBatchTokens: number): Waiting<Work>[] {
    const longest = this.#waiting[0]!.tokens;
    return this.#take(0, Math.max(1, Math.floor(maxBatchTokens / longest)));
  }

  /** At most `room` entries not longer than `length`, the longest of them first. */
  takeFitting(length: number, room: number): Waiting<Work>[] {
    const first = this.#waiting.findIndex((entry) => entry.tokens <= length);
    return first < 0 ? [] : this.#take(first, room);
  }

  #take(start: number, count: number): Waiting<Work>[] {
    const taken = this.#waiting.splice(start, count);
    for (const entry of taken) this.#waitingTokens -= entry.tokens;
    this.#startedAt ??= this.#now();
    return taken;
  }

  settle(index: number, result: Result): void {
    this.#results[index] = result;
    this.#missing--;
    if (this.#missing > 0) return;
    const startedAt = this.#startedAt!;
    this.#resolve({
      results: this.#results,
      ticket: this.ticket,
      queueMs: startedAt - this.#submittedAt,
      inferenceMs: this.#now() - startedAt,
    });
  }

  /** Forgets what waits and rejects; results that still arrive are ignored. */
  fail(reason: unknown): void {
    this.#waiting.length = 0;
    this.#waitingTokens = 0;
    this.#reject(reason);
  }
}
