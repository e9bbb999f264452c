import { type ServiceError, unavailable } from '../errors.ts';
import { Turn } from './turn.ts';
import type { Phase, PhaseStats } from './types.ts';

/** One unit of work. The scheduler knows its phase and what it costs, and nothing else of it. */
export interface Entry<Work> {
  readonly phase: Phase;
  readonly tokens: number;
  /** Milliseconds of one worker's time, in proportion to the tokens of its phase. */
  readonly costMs: number;
  readonly work: Work;
}

export interface SchedulerOptions<Work, Result> {
  /** How many batches may be out at once. */
  readonly lanes: number;
  /** How many batches run at once. */
  readonly workers: number;
  /** Rows of a batch times the cost of its longest row; a single entry may exceed it. */
  readonly maxBatchMs: number;
  /** Rows of a batch times its longest row; a single entry may exceed it. */
  readonly maxBatchTokens: number;
  /** Model time waiting or announced, a worker; a request that would exceed it is refused, unless there is none. */
  readonly maxQueueMs: number;
  /** Runs one batch with the model of the phase and returns its results in order. */
  readonly run: (phase: Phase, batch: readonly Work[]) => Promise<readonly Result[]>;
  /** Milliseconds, monotonic. */
  readonly now: () => number;
}

export type BatchStats = Pick<PhaseStats, 'batches' | 'batchTokens' | 'paddingTokens'>;

export interface SchedulerStats {
  readonly queuedMs: number;
  readonly queuedEntries: number;
  /** Entries of aborted requests that never ran. */
  readonly droppedEntries: number;
  readonly refused: number;
  readonly phases: Readonly<Record<Phase, BatchStats>>;
}

const NO_BATCHES = { batches: 0, batchTokens: 0, paddingTokens: 0 };
const ENDED = new Error('The request ended before its pairs were scored.');
/** The share of the queue above which it counts as full once it was. */
const FULL_UNTIL = 0.95;

/**
 * Fills batches across concurrent requests and starts one whenever a lane is idle; there is no flush timer. A batch
 * holds entries of one phase and is bounded by the time the model takes for it. Lanes alternate between the oldest
 * request and the one with the least work left: the oldest never starves, and a short request does not wait for a long
 * one. Within a request the first phase goes before the second, as candidates depend on it, and entries leave longest
 * first, so that neighbours in a batch are of one length and little is padding. A request holds nothing while it waits,
 * so that requests cannot block one another in whatever phase they are.
 */
export class Scheduler<Work, Result> {
  readonly #options: SchedulerOptions<Work, Result>;
  /** Requests with entries that wait, oldest first. */
  readonly #waiting: Turn<Work, Result>[] = [];
  /** What ends a turn's watch over its client. */
  readonly #unwatch = new Map<Turn<Work, Result>, () => void>();
  #idleLanes: number;
  #oldestIsNext = false;
  #queuedMs = 0;
  #announcedMs = 0;
  #arrivals = 0;
  /** Set by a refusal, until a part of the queue is free again. */
  #overloaded = false;
  #counts = { droppedEntries: 0, refused: 0 };
  readonly #batches = { evidence: { ...NO_BATCHES }, verdict: { ...NO_BATCHES } };

  constructor(options: SchedulerOptions<Work, Result>) {
    this.#options = options;
    this.#idleLanes = options.lanes;
  }

  get stats(): SchedulerStats {
    const queuedEntries = this.#waiting.reduce((sum, turn) => sum + turn.waitingEntries, 0);
    const phases = { evidence: { ...this.#batches.evidence }, verdict: { ...this.#batches.verdict } };
    return { ...this.#counts, queuedMs: this.#queuedMs, queuedEntries, phases };
  }

  /**
   * A place in the queue for a request that expects to cost so many milliseconds: it is refused here or never, before any
   * work is put into it, as half a request is work for nothing. Throws `service_unavailable` when the queue is full, and
   * from a refusal on until a part of it is free again: large requests would otherwise never fit between the small ones.
   * Throws the signal's reason when it has aborted; when it aborts later, what waits is dropped and rejected with it.
   * Whoever is admitted must `end`.
   */
  admit(costMs: number, signal?: AbortSignal): Turn<Work, Result> {
    signal?.throwIfAborted();
    const announcedMs = exactMs(costMs);
    const maxClaimedMs = this.#options.maxQueueMs * this.#options.workers;
    this.#overloaded &&= this.#claimedMs > FULL_UNTIL * maxClaimedMs;
    const fits = this.#claimedMs === 0 || this.#claimedMs + announcedMs <= maxClaimedMs;
    if (this.#overloaded || !fits) throw this.#refuse();
    const turn = new Turn<Work, Result>({ now: this.#options.now, place: this.#arrivals++, announcedMs });
    this.#announcedMs += announcedMs;
    const abort = () => this.#dropWaiting(turn, signal?.reason);
    signal?.addEventListener('abort', abort, { once: true });
    this.#unwatch.set(turn, () => signal?.removeEventListener('abort', abort));
    return turn;
  }

  /** Results in the order of `entries`. Rejects with the runner's error when a batch of the turn fails. */
  submit(turn: Turn<Work, Result>, entries: readonly Entry<Work>[]): Promise<readonly Result[]> {
    if (turn.failure) return Promise.reject(turn.failure.reason);
    if (entries.length === 0) return Promise.resolve([]);
    const queuedBefore = turn.waitingMs;
    const done = turn.add(entries.map((entry) => ({ ...entry, costMs: exactMs(entry.costMs) })));
    const costMs = turn.waitingMs - queuedBefore;
    this.#queuedMs += costMs;
    this.#takeBack(turn, costMs);
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

  /** Model time that waits or will: what a newcomer has to fit beside. */
  get #claimedMs(): number {
    return this.#queuedMs + this.#announcedMs;
  }

  #refuse(): ServiceError {
    this.#counts.refused++;
    this.#overloaded = true;
    return unavailable('The queue is full; try again shortly.', 1);
  }

  #takeBack(turn: Turn<Work, Result>, costMs: number): void {
    const taken = Math.min(costMs, turn.announcedMs);
    turn.announcedMs -= taken;
    this.#announcedMs -= taken;
  }

  #dropWaiting(turn: Turn<Work, Result>, reason: unknown): void {
    this.#counts.droppedEntries += turn.waitingEntries;
    this.#drop(turn, reason);
  }

  #drop(turn: Turn<Work, Result>, reason: unknown): void {
    this.#queuedMs -= turn.waitingMs;
    this.#takeBack(turn, turn.announcedMs);
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

  #nextBatch(): Batch<Work, Result> {
    const anchor = this.#nextAnchor();
    const phase = anchor.nextPhase;
    const maxRows = this.#maxRows(anchor.longest(phase));
    const taken = anchor.take(phase, maxRows).map((entry) => ({ turn: anchor, entry }));
    const length = taken[0]!.entry.tokens;
    // Those with the least work left first: short requests share a batch instead of queuing for one each.
    const others = this.#waiting.filter((turn) => turn !== anchor).sort((a, b) => a.leftMs - b.leftMs);
    for (const turn of others) {
      if (taken.length >= maxRows) break;
      taken.push(...turn.takeFitting(phase, length, maxRows - taken.length).map((entry) => ({ turn, entry })));
    }
    for (const { entry } of taken) this.#queuedMs -= entry.costMs;
    for (let i = this.#waiting.length - 1; i >= 0; i--) {
      if (this.#waiting[i]!.waitingEntries === 0) this.#waiting.splice(i, 1);
    }
    this.#count(phase, taken);
    return { phase, taken };
  }

  /** How many rows as long as this one a batch may have. */
  #maxRows({ costMs, tokens }: Entry<Work>): number {
    const { maxBatchMs, maxBatchTokens } = this.#options;
    return Math.max(1, Math.floor(Math.min(maxBatchMs / costMs, maxBatchTokens / tokens)));
  }

  #nextAnchor(): Turn<Work, Result> {
    this.#oldestIsNext = !this.#oldestIsNext;
    const oldest = this.#waiting[0]!;
    if (this.#oldestIsNext) return oldest;
    return this.#waiting.reduce((least, turn) => (turn.leftMs < least.leftMs ? turn : least), oldest);
  }

  #count(phase: Phase, taken: readonly Taken<Work, Result>[]): void {
    const tokens = taken.reduce((sum, { entry }) => sum + entry.tokens, 0);
    const padded = taken.length * taken[0]!.entry.tokens;
    const counts = this.#batches[phase];
    counts.batches++;
    counts.batchTokens += padded;
    counts.paddingTokens += padded - tokens;
  }

  async #runBatch({ phase, taken }: Batch<Work, Result>): Promise<void> {
    try {
      const results = await this.#options.run(
        phase,
        taken.map(({ entry }) => entry.work),
      );
      if (results.length !== taken.length) {
        throw new Error(`The runner returned ${results.length} results for ${taken.length} entries. This is a bug.`);
      }
      for (const [i, { turn, entry }] of taken.entries()) turn.settle(entry, results[i]!);
    } catch (error) {
      for (const turn of new Set(taken.map((one) => one.turn))) this.#drop(turn, error);
    } finally {
      this.#idleLanes++;
      this.#fillLanes();
    }
  }
}

interface Batch<Work, Result> {
  readonly phase: Phase;
  /** The first is the longest. */
  readonly taken: readonly Taken<Work, Result>[];
}

interface Taken<Work, Result> {
  readonly turn: Turn<Work, Result>;
  readonly entry: ReturnType<Turn<Work, Result>['take']>[number];
}

/** Costs in steps of 1/1024 ms: their sums are exact, so that a queue whose entries all left counts as empty. */
function exactMs(costMs: number): number {
  return Math.ceil(costMs * 1024) / 1024;
}
