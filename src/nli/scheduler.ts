import { type ServiceError, unavailable } from '../errors.ts';
import { Group } from './scheduler-group.ts';
import type { ScoringTimings } from './types.ts';

/** One unit of work. The scheduler knows its token count and nothing else of it. */
export interface Entry<Work> {
  readonly tokens: number;
  readonly work: Work;
}

export interface SchedulerOptions<Work, Result> {
  /** How many batches may run at once: one a worker. */
  readonly lanes: number;
  /** Rows times the longest row of a batch; a single entry may exceed it. */
  readonly maxBatchTokens: number;
  /** Tokens waiting; a submission that would exceed it is refused, unless nothing waits. */
  readonly maxQueuedTokens: number;
  /** Runs one batch and returns its results in order. */
  readonly run: (batch: readonly Work[]) => Promise<readonly Result[]>;
  /** Milliseconds, monotonic. */
  readonly now: () => number;
}

export interface Submission<Result> extends ScoringTimings {
  readonly results: readonly Result[];
  /** Its place in the order of arrival, for what its request submits next; undefined when there was nothing to run. */
  readonly ticket?: number;
}

export interface SchedulerStats {
  readonly queuedTokens: number;
  readonly queuedEntries: number;
  readonly batches: number;
  readonly batchTokens: number;
  /** Tokens of padding among batchTokens. */
  readonly paddingTokens: number;
  /** Entries of aborted submissions that never ran. */
  readonly droppedEntries: number;
  readonly refused: number;
}

/** The share of the queue above which it counts as full once it was. */
const ROOM_AGAIN = 0.95;

/**
 * Fills batches across concurrent submissions by padded tokens and starts one whenever a lane is idle; there is no
 * flush timer. Lanes take turns between the oldest submission and the one with the least work left: the oldest never
 * starves, and a short request does not wait for a long one. Within a submission entries leave longest first, so
 * that neighbours in a batch are of one length and little is padding.
 */
export class Scheduler<Work, Result> {
  readonly #options: SchedulerOptions<Work, Result>;
  /** Submissions with entries that wait, oldest first. */
  readonly #waiting: Group<Work, Result>[] = [];
  #idleLanes: number;
  #oldestIsNext = false;
  #queuedTokens = 0;
  #arrivals = 0;
  /** Set by a refusal, until a good part of the queue is free again. */
  #overloaded = false;
  #counts = { batches: 0, batchTokens: 0, paddingTokens: 0, droppedEntries: 0, refused: 0 };

  constructor(options: SchedulerOptions<Work, Result>) {
    this.#options = options;
    this.#idleLanes = options.lanes;
  }

  get stats(): SchedulerStats {
    const queuedEntries = this.#waiting.reduce((sum, group) => sum + group.waitingEntries, 0);
    return { ...this.#counts, queuedTokens: this.#queuedTokens, queuedEntries };
  }

  /**
   * Whether a submission has been refused and the queue is still nearly full: what comes now is best turned away before
   * any work is put into it. Large submissions would otherwise never find room between the small ones.
   */
  get overloaded(): boolean {
    this.#overloaded &&= this.#queuedTokens > ROOM_AGAIN * this.#options.maxQueuedTokens;
    return this.#overloaded;
  }

  /** Counts what was turned away because of `overloaded`. */
  refuse(): ServiceError {
    this.#counts.refused++;
    this.#overloaded = true;
    return unavailable('The queue is full; try again shortly.', 1);
  }

  /**
   * Results in the order of `entries`. Rejects with `service_unavailable` at once when the queue is full, with the
   * runner's error when a batch fails, and with the signal's reason when it aborts: what waits is then dropped.
   * The `ticket` of an earlier submission of the same request keeps its place and is never refused: half a request
   * is work for nothing.
   */
  submit(entries: readonly Entry<Work>[], signal?: AbortSignal, ticket?: number): Promise<Submission<Result>> {
    if (signal?.aborted) return Promise.reject(signal.reason);
    if (entries.length === 0) return Promise.resolve({ results: [], queueMs: 0, inferenceMs: 0 });
    const group = new Group<Work, Result>(entries, { now: this.#options.now, ticket: ticket ?? this.#arrivals++ });
    const fits = this.#queuedTokens + group.waitingTokens <= this.#options.maxQueuedTokens;
    if (ticket === undefined && this.#queuedTokens > 0 && !fits) return Promise.reject(this.refuse());
    this.#queuedTokens += group.waitingTokens;
    this.#waiting.splice(this.#waiting.findLastIndex((other) => other.ticket < group.ticket) + 1, 0, group);
    const abort = () => {
      this.#counts.droppedEntries += group.waitingEntries;
      this.#drop(group, signal?.reason);
    };
    signal?.addEventListener('abort', abort, { once: true });
    this.#fillLanes();
    return group.done.finally(() => signal?.removeEventListener('abort', abort));
  }

  #drop(group: Group<Work, Result>, reason: unknown): void {
    this.#queuedTokens -= group.waitingTokens;
    group.fail(reason);
    const place = this.#waiting.indexOf(group);
    if (place >= 0) this.#waiting.splice(place, 1);
  }

  #fillLanes(): void {
    while (this.#idleLanes > 0 && this.#waiting.length > 0) {
      const batch = this.#nextBatch();
      this.#idleLanes--;
      void this.#runBatch(batch);
    }
  }

  #nextBatch(): Taken<Work, Result>[] {
    const anchor = this.#nextAnchor();
    const batch = anchor.takeLongest(this.#options.maxBatchTokens).map((entry) => ({ group: anchor, entry }));
    const length = batch[0]!.entry.tokens;
    // Those with the least work left first: short requests share a batch instead of queuing for one each.
    const others = this.#waiting.filter((group) => group !== anchor).sort((a, b) => a.waitingTokens - b.waitingTokens);
    for (const group of others) {
      const room = Math.floor(this.#options.maxBatchTokens / length) - batch.length;
      if (room <= 0) break;
      batch.push(...group.takeFitting(length, room).map((entry) => ({ group, entry })));
    }
    for (const { entry } of batch) this.#queuedTokens -= entry.tokens;
    for (let i = this.#waiting.length - 1; i >= 0; i--) {
      if (this.#waiting[i]!.waitingEntries === 0) this.#waiting.splice(i, 1);
    }
    this.#count(batch, length);
    return batch;
  }

  #nextAnchor(): Group<Work, Result> {
    this.#oldestIsNext = !this.#oldestIsNext;
    const oldest = this.#waiting[0]!;
    if (this.#oldestIsNext) return oldest;
    return this.#waiting.reduce((least, group) => (group.waitingTokens < least.waitingTokens ? group : least), oldest);
  }

  #count(batch: readonly Taken<Work, Result>[], length: number): void {
    const tokens = batch.reduce((sum, { entry }) => sum + entry.tokens, 0);
    this.#counts.batches++;
    this.#counts.batchTokens += batch.length * length;
    this.#counts.paddingTokens += batch.length * length - tokens;
  }

  async #runBatch(batch: readonly Taken<Work, Result>[]): Promise<void> {
    try {
      const results = await this.#options.run(batch.map(({ entry }) => entry.work));
      if (results.length !== batch.length) {
        throw new Error(`The runner returned ${results.length} results for ${batch.length} entries. This is a bug.`);
      }
      for (const [i, { group, entry }] of batch.entries()) group.settle(entry.index, results[i]!);
    } catch (error) {
      for (const group of new Set(batch.map((taken) => taken.group))) this.#drop(group, error);
    } finally {
      this.#idleLanes++;
      this.#fillLanes();
    }
  }
}

interface Taken<Work, Result> {
  readonly group: Group<Work, Result>;
  readonly entry: Entry<Work> & { readonly index: number };
}
