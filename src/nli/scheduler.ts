import { type ServiceError, unavailable } from '../errors.ts';
import { Turn } from './turn.ts';

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
  /** Tokens waiting or announced; a request that would exceed it is refused, unless there are none. */
  readonly maxQueuedTokens: number;
  /** Runs one batch and returns its results in order. */
  readonly run: (batch: readonly Work[]) => Promise<readonly Result[]>;
  /** Milliseconds, monotonic. */
  readonly now: () => number;
}

export interface SchedulerStats {
  readonly queuedTokens: number;
  readonly queuedEntries: number;
  readonly batches: number;
  readonly batchTokens: number;
  /** Tokens of padding among batchTokens. */
  readonly paddingTokens: number;
  /** Entries of aborted requests that never ran. */
  readonly droppedEntries: number;
  readonly refused: number;
}

const ENDED = new Error('The request ended before its pairs were scored.');
/** The share of the queue above which it counts as full once it was. */
const ROOM_AGAIN = 0.95;

/**
 * Fills batches across concurrent requests by padded tokens and starts one whenever a lane is idle; there is no flush
 * timer. Lanes alternate between the oldest request and the one with the least work left: the oldest never starves, and
 * a short request does not wait for a long one. Within a request entries leave longest first, so that neighbours in a
 * batch are of one length and little is padding.
 */
export class Scheduler<Work, Result> {
  readonly #options: SchedulerOptions<Work, Result>;
  /** Requests with entries that wait, oldest first. */
  readonly #waiting: Turn<Work, Result>[] = [];
  /** What ends a turn's watch over its client. */
  readonly #unwatch = new Map<Turn<Work, Result>, () => void>();
  #idleLanes: number;
  #oldestIsNext = false;
  #queuedTokens = 0;
  #announcedTokens = 0;
  #arrivals = 0;
  /** Set by a refusal, until a good part of the queue is free again. */
  #overloaded = false;
  #counts = { batches: 0, batchTokens: 0, paddingTokens: 0, droppedEntries: 0, refused: 0 };

  constructor(options: SchedulerOptions<Work, Result>) {
    this.#options = options;
    this.#idleLanes = options.lanes;
  }

  get stats(): SchedulerStats {
    const queuedEntries = this.#waiting.reduce((sum, turn) => sum + turn.waitingEntries, 0);
    return { ...this.#counts, queuedTokens: this.#queuedTokens, queuedEntries };
  }

  /**
   * A place in the queue for a request that expects to submit so many tokens: it is refused here or never, before any
   * work is put into it, as half a request is work for nothing. Throws `service_unavailable` when the queue is full, and
   * from a refusal on until a good part of it is free again: large requests would otherwise never find room between the
   * small ones. Throws the signal's reason when it has aborted; when it aborts later, what waits is dropped and rejected
   * with it. Whoever is admitted must `end`.
   */
  admit(tokens: number, signal?: AbortSignal): Turn<Work, Result> {
    signal?.throwIfAborted();
    const { maxQueuedTokens } = this.#options;
    this.#overloaded &&= this.#claimedTokens > ROOM_AGAIN * maxQueuedTokens;
    const fits = this.#claimedTokens === 0 || this.#claimedTokens + tokens <= maxQueuedTokens;
    if (this.#overloaded || !fits) throw this.#refuse();
    const turn = new Turn<Work, Result>({ now: this.#options.now, place: this.#arrivals++, announcedTokens: tokens });
    this.#announcedTokens += tokens;
    const abort = () => this.#dropWaiting(turn, signal?.reason);
    signal?.addEventListener('abort', abort, { once: true });
    this.#unwatch.set(turn, () => signal?.removeEventListener('abort', abort));
    return turn;
  }

  /** Results in the order of `entries`. Rejects with the runner's error when a batch of the turn fails. */
  submit(turn: Turn<Work, Result>, entries: readonly Entry<Work>[]): Promise<readonly Result[]> {
    if (turn.failure) return Promise.reject(turn.failure.reason);
    if (entries.length === 0) return Promise.resolve([]);
    const queuedBefore = turn.waitingTokens;
    const done = turn.add(entries);
    const tokens = turn.waitingTokens - queuedBefore;
    this.#queuedTokens += tokens;
    this.#takeBack(turn, tokens);
    if (!this.#waiting.includes(turn))
      this.#waiting.splice(this.#waiting.findLastIndex((other) => other.place < turn.place) + 1, 0, turn);
    this.#fillLanes();
    return done;
  }

  /** Gives the place back; what still waits is dropped. */
  end(turn: Turn<Work, Result>): void {
    this.#unwatch.get(turn)?.();
    this.#unwatch.delete(turn);
    this.#dropWaiting(turn, ENDED);
  }

  /** Tokens that wait or will: what a newcomer has to fit beside. */
  get #claimedTokens(): number {
    return this.#queuedTokens + this.#announcedTokens;
  }

  #refuse(): ServiceError {
    this.#counts.refused++;
    this.#overloaded = true;
    return unavailable('The queue is full; try again shortly.', 1);
  }

  #takeBack(turn: Turn<Work, Result>, tokens: number): void {
    const taken = Math.min(tokens, turn.announcedTokens);
    turn.announcedTokens -= taken;
    this.#announcedTokens -= taken;
  }

  #dropWaiting(turn: Turn<Work, Result>, reason: unknown): void {
    this.#counts.droppedEntries += turn.waitingEntries;
    this.#drop(turn, reason);
  }

  #drop(turn: Turn<Work, Result>, reason: unknown): void {
    this.#queuedTokens -= turn.waitingTokens;
    this.#takeBack(turn, turn.announcedTokens);
    turn.fail(reason);
    const place = this.#waiting.indexOf(turn);
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
    const batch = anchor.takeLongest(this.#options.maxBatchTokens).map((entry) => ({ turn: anchor, entry }));
    const length = batch[0]!.entry.tokens;
    // Those with the least work left first: short requests share a batch instead of queuing for one each.
    const others = this.#waiting.filter((turn) => turn !== anchor).sort((a, b) => a.tokensLeft - b.tokensLeft);
    for (const turn of others) {
      const room = Math.floor(this.#options.maxBatchTokens / length) - batch.length;
      if (room <= 0) break;
      batch.push(...turn.takeFitting(length, room).map((entry) => ({ turn, entry })));
    }
    for (const { entry } of batch) this.#queuedTokens -= entry.tokens;
    for (let i = this.#waiting.length - 1; i >= 0; i--) {
      if (this.#waiting[i]!.waitingEntries === 0) this.#waiting.splice(i, 1);
    }
    this.#count(batch, length);
    return batch;
  }

  #nextAnchor(): Turn<Work, Result> {
    this.#oldestIsNext = !this.#oldestIsNext;
    const oldest = this.#waiting[0]!;
    if (this.#oldestIsNext) return oldest;
    return this.#waiting.reduce((least, turn) => (turn.tokensLeft < least.tokensLeft ? turn : least), oldest);
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
      for (const [i, { turn, entry }] of batch.entries()) turn.settle(entry, results[i]!);
    } catch (error) {
      for (const turn of new Set(batch.map((taken) => taken.turn))) this.#drop(turn, error);
    } finally {
      this.#idleLanes++;
      this.#fillLanes();
    }
  }
}

interface Taken<Work, Result> {
  readonly turn: Turn<Work, Result>;
  readonly entry: ReturnType<Turn<Work, Result>['takeLongest']>[number];
}
