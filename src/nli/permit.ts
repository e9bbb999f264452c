import type { Entry } from './scheduler.ts';
import { PHASES, type Phase, type ScoringTimings } from './types.ts';

type Waiting<Work, Result> = Entry<Work> & { readonly index: number; readonly answer: Answer<Result> };

export interface TurnOptions {
  /** Milliseconds, monotonic. */
  readonly now: () => number;
  /** Its place in the order of arrival. */
  readonly place: number;
  /** Whose request it is. */
  readonly client: string;
  /** Milliseconds of model time that it is expected to submit. */
  readonly announcedMs: number;
}

/** One request in the queue: its entries that wait, longest of a phase first, and the answers it was promised. */
export class Turn<Work, Result> {
  readonly place: number;
  readonly client: string;
  /** Model time that was announced and has not been submitted yet. */
  announcedMs: number;
  readonly #now: () => number;
  readonly #waiting: Readonly<Record<Phase, Waiting<Work, Result>[]>> = { evidence: [], verdict: [] };
  readonly #answers = new Set<Answer<Result>>();
  #waitingMs = 0;
  #running = 0;
  #failure: { readonly reason: unknown } | undefined;
  #queueMs = 0;
  #inferenceMs = 0;
  #since = 0;

  constructor({ now, place, client, announcedMs }: TurnOptions) {
    this.#now = now;
    this.place = place;
    this.client = client;
    this.announcedMs = announcedMs;
  }

  get waitingEntries(): number {
    return PHASES.reduce((sum, phase) => sum + this.#waiting[phase].length, 0);
  }

  get waitingMs(): number {
    return this.#waitingMs;
  }

  /** Model time that waits or is still to come. */
  get leftMs(): number {
    return this.#waitingMs + this.announcedMs;
  }

  /** Why nothing more can come of it, once that is so. */
  get failure(): { readonly reason: unknown } | undefined {
    return this.#failure;
  }

  /** Time in which entries waited and none ran, and time in which at least one ran. */
  get timings(): ScoringTimings {
    return { queueMs: this.#queueMs, inferenceMs: this.#inferenceMs };
  }

  /** Resolves with the results in the order of the entries, one at least; what they cost is no longer to come. */
  add(entries: readonly Entry<Work>[]): Promise<readonly Result[]> {
    this.#passTime();
    const answer = new Answer<Result>(entries.length);
    this.#answers.add(answer);
    for (const [index, entry] of entries.entries()) {
      this.#waiting[entry.phase].push({ ...entry, index, answer });
      this.#waitingMs += entry.costMs;
    }
    this.announcedMs -= Math.min(this.announcedMs, totalMs(entries));
    for (const phase of PHASES) this.#waiting[phase].sort((a, b) => b.tokens - a.tokens);
    return answer.done;
  }

  /** The phase that its next batch is to be of; it must have entries that wait. */
  get nextPhase(): Phase {
    return this.#waiting.evidence.length > 0 ? 'evidence' : 'verdict';
  }

  /** The longest entry of a phase that has entries. */
  longest(phase: Phase): Entry<Work> {
    return this.#waiting[phase][0]!;
  }

  /** At most so many entries of a phase, the longest first. */
  take(phase: Phase, count: number): Waiting<Work, Result>[] {
    return this.#take(phase, 0, count);
  }

  /** At most so many entries of a phase that are not longer than `length`, the longest of them first. */
  takeFitting(phase: Phase, length: number, count: number): Waiting<Work, Result>[] {
    const first = this.#waiting[phase].findIndex((entry) => entry.tokens <= length);
    return first < 0 ? [] : this.#take(phase, first, count);
  }

  #take(phase: Phase, start: number, count: number): Waiting<Work, Result>[] {
    this.#passTime();
    const taken = this.#waiting[phase].splice(start, count);
    for (const entry of taken) this.#waitingMs -= entry.costMs;
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
    for (const phase of PHASES) this.#waiting[phase].length = 0;
    this.#waitingMs = 0;
    this.announcedMs = 0;
    for (const answer of this.#answers) answer.fail(reason);
  }

  #passTime(): void {
    const now = this.#now();
    if (this.#running > 0) this.#inferenceMs += now - this.#since;
    else if (this.waitingEntries > 0) this.#queueMs += now - this.#since;
    this.#since = now;
  }
}

export function totalMs(entries: readonly Pick<Entry<unknown>, 'costMs'>[]): number {
  return entries.reduce((sum, { costMs }) => sum + costMs, 0);
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
