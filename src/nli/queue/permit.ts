import { PHASES, type Phase, type ScoringTimings } from '../types.ts';

export interface Entry<Work> {
  readonly phase: Phase;
  readonly tokens: number;
  /** Milliseconds of one worker's time, proportional to the tokens. */
  readonly costMs: number;
  readonly work: Work;
}

interface WaitingEntry<Work, Result> extends Entry<Work> {
  resolve(result: Result): void;
  reject(reason: unknown): void;
}

export interface Taken<Work, Result> {
  readonly permit: Permit<Work, Result>;
  readonly entry: WaitingEntry<Work, Result>;
}

export interface Batch<Work, Result> {
  readonly phase: Phase;
  /** The first is the longest. */
  readonly taken: readonly Taken<Work, Result>[];
}

export interface PermitOptions {
  readonly now: () => number;
  readonly place: number;
  readonly client: string;
  readonly background: boolean;
  /** Milliseconds of model time that the request is expected to need. */
  readonly reservedMs: number;
}

export class Permit<Work, Result> {
  readonly place: number;
  readonly client: string;
  readonly background: boolean;
  /** Model time that is reserved but not yet submitted. */
  reservedMs: number;
  readonly #now: () => number;
  readonly #waiting: Readonly<Record<Phase, WaitingEntry<Work, Result>[]>> = { evidence: [], verdict: [] };
  readonly #unsettled = new Set<WaitingEntry<Work, Result>>();
  #waitingMs = 0;
  #running = 0;
  #failure: { readonly reason: unknown } | undefined;
  #queueMs = 0;
  #inferenceMs = 0;
  #since = 0;

  constructor({ now, place, client, background, reservedMs }: PermitOptions) {
    this.#now = now;
    this.place = place;
    this.client = client;
    this.background = background;
    this.reservedMs = reservedMs;
  }

  get waitingEntries(): number {
    return PHASES.reduce((sum, phase) => sum + this.#waiting[phase].length, 0);
  }

  get waitingMs(): number {
    return this.#waitingMs;
  }

  get remainingMs(): number {
    return this.#waitingMs + this.reservedMs;
  }

  /** Why the request failed; undefined while it can still succeed. */
  get failure(): { readonly reason: unknown } | undefined {
    return this.#failure;
  }

  /** Time in which entries waited and none ran, and time in which at least one ran. */
  get timings(): ScoringTimings {
    return { queueMs: this.#queueMs, inferenceMs: this.#inferenceMs };
  }

  /** Adds at least one entry and resolves with the results in the order of the entries. Their cost is taken from the reservation. */
  add(entries: readonly Entry<Work>[]): Promise<readonly Result[]> {
    this.#updateTimings();
    const results = entries.map(
      (entry) =>
        new Promise<Result>((resolve, reject) => {
          const waiting = { ...entry, resolve, reject };
          this.#waiting[entry.phase].push(waiting);
          this.#unsettled.add(waiting);
          this.#waitingMs += entry.costMs;
        }),
    );
    this.reservedMs -= Math.min(this.reservedMs, totalMs(entries));
    for (const phase of PHASES) this.#waiting[phase].sort((a, b) => b.tokens - a.tokens);
    return Promise.all(results);
  }

  get nextPhase(): Phase {
    return this.#waiting.evidence.length > 0 ? 'evidence' : 'verdict';
  }

  longest(phase: Phase): Entry<Work> {
    return this.#waiting[phase][0]!;
  }

  take(phase: Phase, count: number): WaitingEntry<Work, Result>[] {
    return this.#take(phase, 0, count);
  }

  takeFitting(phase: Phase, length: number, count: number): WaitingEntry<Work, Result>[] {
    const first = this.#waiting[phase].findIndex((entry) => entry.tokens <= length);
    return first < 0 ? [] : this.#take(phase, first, count);
  }

  #take(phase: Phase, start: number, count: number): WaitingEntry<Work, Result>[] {
    this.#updateTimings();
    const taken = this.#waiting[phase].splice(start, count);
    for (const entry of taken) this.#waitingMs -= entry.costMs;
    this.#running += taken.length;
    return taken;
  }

  settle(entry: WaitingEntry<Work, Result>, result: Result): void {
    if (this.#running === 1) this.#updateTimings();
    this.#running--;
    this.#unsettled.delete(entry);
    entry.resolve(result);
  }

  /** Drops the waiting entries and rejects; results that still arrive are ignored. */
  fail(reason: unknown): void {
    this.#updateTimings();
    this.#failure ??= { reason };
    for (const phase of PHASES) this.#waiting[phase].length = 0;
    this.#waitingMs = 0;
    this.reservedMs = 0;
    for (const { reject } of this.#unsettled) reject(reason);
  }

  #updateTimings(): void {
    const now = this.#now();
    if (this.#running > 0) this.#inferenceMs += now - this.#since;
    else if (this.waitingEntries > 0) this.#queueMs += now - this.#since;
    this.#since = now;
  }
}

/** Rounds up to 1/1024 ms: sums of such costs are exact, so that a queue without entries counts as empty. */
export function exactMs(costMs: number): number {
  return Math.ceil(costMs * 1024) / 1024;
}

export function totalMs(entries: readonly Pick<Entry<unknown>, 'costMs'>[]): number {
  return entries.reduce((sum, { costMs }) => sum + costMs, 0);
}
