import type { Entry } from './scheduler.ts';
import type { ScoringTimings } from './types.ts';

type Waiting<Work, Result> = Entry<Work> & { readonly index: number; readonly answer: Answer<Result> };

export interface TurnOptions {
  /** Milliseconds, monotonic. */
  readonly now: () => number;
  /** Its place in the order of arrival. */
  readonly place: number;
  /** Tokens it is expected to submit. */
  readonly announcedTokens: number;
}

/** One request in the queue: its entries that wait, longest first, and the answers it was promised. */
export class Turn<Work, Result> {
  readonly place: number;
  /** Tokens that were announced and have not been submitted yet. */
  announcedTokens: number;
  readonly #now: () => number;
  readonly #waiting: Waiting<Work, Result>[] = [];
  readonly #answers = new Set<Answer<Result>>();
  #waitingTokens = 0;
  #running = 0;
  #failure: { readonly reason: unknown } | undefined;
  #queueMs = 0;
  #inferenceMs = 0;
  #since = 0;

  constructor({ now, place, announcedTokens }: TurnOptions) {
    this.#now = now;
    this.place = place;
    this.announcedTokens = announcedTokens;
  }

  get waitingEntries(): number {
    return this.#waiting.length;
  }

  get waitingTokens(): number {
    return this.#waitingTokens;
  }

  /** Tokens that wait or are still to come. */
  get tokensLeft(): number {
    return this.#waitingTokens + this.announcedTokens;
  }

  /** Why nothing more can come of it, once that is so. */
  get failure(): { readonly reason: unknown } | undefined {
    return this.#failure;
  }

  /** Time in which entries waited and none ran, and time in which at least one ran. */
  get timings(): ScoringTimings {
    return { queueMs: this.#queueMs, inferenceMs: this.#inferenceMs };
  }

  /** Resolves with the results in the order of the entries, one at least. */
  add(entries: readonly Entry<Work>[]): Promise<readonly Result[]> {
    this.#passTime();
    const answer = new Answer<Result>(entries.length);
    this.#answers.add(answer);
    for (const [index, { tokens, work }] of entries.entries()) {
      this.#waiting.push({ tokens, work, index, answer });
      this.#waitingTokens += tokens;
    }
    this.#waiting.sort((a, b) => b.tokens - a.tokens);
    return answer.done;
  }

  /** The longest entry that waits and as many of the next longest as stay within the padded budget. */
  takeLongest(maxBatchTokens: number): Waiting<Work, Result>[] {
    const longest = this.#waiting[0]!.tokens;
    return this.#take(0, Math.max(1, Math.floor(maxBatchTokens / longest)));
  }

  /** At most `room` entries not longer than `length`, the longest of them first. */
  takeFitting(length: number, room: number): Waiting<Work, Result>[] {
    const first = this.#waiting.findIndex((entry) => entry.tokens <= length);
    return first < 0 ? [] : this.#take(first, room);
  }

  #take(start: number, count: number): Waiting<Work, Result>[] {
    this.#passTime();
    const taken = this.#waiting.splice(start, count);
    for (const entry of taken) this.#waitingTokens -= entry.tokens;
    this.#running += taken.length;
    return taken;
  }

  settle({ answer, index }: Waiting<Work, Result>, result: Result): void {
    if (this.#running === 1) this.#passTime();
    this.#running--;
    if (answer.settle(index, result)) this.#answers.delete(answer);
  }

  /** Forgets what waits and rejects; results that still arrive are ignored. */
  fail(reason: unknown): void {
    this.#passTime();
    this.#failure ??= { reason };
    this.#waiting.length = 0;
    this.#waitingTokens = 0;
    for (const answer of this.#answers) answer.fail(reason);
  }

  #passTime(): void {
    const now = this.#now();
    if (this.#running > 0) this.#inferenceMs += now - this.#since;
    else if (this.#waiting.length > 0) this.#queueMs += now - this.#since;
    this.#since = now;
  }
}

/** The results of one submission, as they come. */
class Answer<Result> {
  readonly done: Promise<readonly Result[]>;
  readonly #results: Result[];
  #missing: number;
  #resolve!: (results: readonly Result[]) => void;
  #reject!: (reason: unknown) => void;

  constructor(count: number) {
    this.#results = new Array(count);
    this.#missing = count;
    this.done = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  /** Whether that was the last one. */
  settle(index: number, result: Result): boolean {
    this.#results[index] = result;
    this.#missing--;
    if (this.#missing === 0) this.#resolve(this.#results);
    return this.#missing === 0;
  }

  fail(reason: unknown): void {
    this.#reject(reason);
  }
}
