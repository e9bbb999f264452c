import { type ServiceError, unavailable } from '../errors.ts';
import { exactMs } from './exact-ms.ts';
import { FairOrder } from './fair-order.ts';
import { QueueRoom } from './queue-room.ts';
import { Turn, totalMs } from './turn.ts';
import type { Caller, Phase, PhaseStats, Refusal } from './types.ts';

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
  /** A share of that, on top of it, for clients with less than their equal share. */
  readonly queueReserve: number;
  /** Model time that a client has before others after it asked for little: both rounds of a short request go first. */
  readonly headStartMs: number;
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
  readonly refused: Readonly<Record<Refusal, number>>;
  readonly phases: Readonly<Record<Phase, BatchStats>>;
}

const NO_BATCHES = { batches: 0, batchTokens: 0, paddingTokens: 0 };
const ENDED = new Error('The request ended before its pairs were scored.');

/**
 * Fills batches across concurrent requests and starts one whenever a lane is idle; there is no flush timer. A batch
 * holds entries of one phase and is bounded by the time the model takes for it. Whom it is made for is decided by
 * `FairOrder`, who may wait by `QueueRoom`: among clients both share out equally. Within a request the first phase goes
 * before the second, as candidates depend on it, and entries leave longest first, so that neighbours in a batch are of
 * one length and little is padding. A request holds nothing while it waits, so that requests cannot block one another in
 * whatever phase they are.
 */
export class Scheduler<Work, Result> {
  readonly #options: SchedulerOptions<Work, Result>;
  /** Requests with entries that wait, oldest first. */
  readonly #waiting: Turn<Work, Result>[] = [];
  /** What ends a turn's watch over its client. */
  readonly #unwatch = new Map<Turn<Work, Result>, () => void>();
  readonly #room: QueueRoom;
  readonly #order: FairOrder<Work, Result>;
  #idleLanes: number;
  #arrivals = 0;
  #droppedEntries = 0;
  readonly #refused: Record<Refusal, number> = { over_share: 0, queue_full: 0 };
  readonly #batches = { evidence: { ...NO_BATCHES }, verdict: { ...NO_BATCHES } };

  constructor(options: SchedulerOptions<Work, Result>) {
    this.#options = options;
    this.#idleLanes = options.lanes;
    this.#order = new FairOrder(options.headStartMs);
    this.#room = new QueueRoom({ maxMs: options.maxQueueMs * options.workers, reserve: options.queueReserve });
  }

  get stats(): SchedulerStats {
    const queuedEntries = this.#waiting.reduce((sum, turn) => sum + turn.waitingEntries, 0);
    const queuedMs = this.#waiting.reduce((sum, turn) => sum + turn.waitingMs, 0);
    const phases = { evidence: { ...this.#batches.evidence }, verdict: { ...this.#batches.verdict } };
    return { queuedMs, queuedEntries, droppedEntries: this.#droppedEntries, refused: { ...this.#refused }, phases };
  }

  /**
   * A place in the queue for a request that expects to cost so many milliseconds, before any work is put into it. Throws
   * `service_unavailable` when the client has no room left, and from a refusal on until a part of it is free again.
   * Throws the signal's reason when it has aborted; when it aborts later, what waits is dropped and rejected with it.
   * Whoever is admitted must `end`.
   */
  admit(costMs: number, { client = '', signal }: Caller = {}): Turn<Work, Result> {
    signal?.throwIfAborted();
    const announcedMs = exactMs(costMs);
    const refusal = this.#room.refusalOf(client, announcedMs);
    if (refusal !== undefined) throw this.#refuse(refusal);
    const turn = new Turn<Work, Result>({ now: this.#options.now, place: this.#arrivals++, client, announcedMs });
    this.#room.add(client, announcedMs);
    const abort = () => this.#dropWaiting(turn, signal?.reason);
    signal?.addEventListener('abort', abort, { once: true });
    this.#unwatch.set(turn, () => signal?.removeEventListener('abort', abort));
    return turn;
  }

  /**
   * Replaces what the turn still expects to cost by the most that it can. Throws `service_unavailable`, and ends what
   * there is of the turn, when that is more and the client has no room for it: nothing larger comes in under a small name.
   */
  announce(turn: Turn<Work, Result>, costMs: number): void {
    if (turn.failure) throw turn.failure.reason;
    const announcedMs = exactMs(costMs);
    if (announcedMs > turn.announcedMs) this.#makeRoom(turn, announcedMs);
    this.#recount(turn, () => {
      turn.announcedMs = announcedMs;
    });
  }

  /**
   * Results in the order of `entries`. Rejects with the runner's error when a batch of the turn fails, and with
   * `service_unavailable` when they cost more than was announced and the client has no room for it.
   */
  async submit(turn: Turn<Work, Result>, entries: readonly Entry<Work>[]): Promise<readonly Result[]> {
    if (turn.failure) throw turn.failure.reason;
    if (entries.length === 0) return [];
    const exact = entries.map((entry) => ({ ...entry, costMs: exactMs(entry.costMs) }));
    const costMs = totalMs(exact);
    if (costMs > turn.announcedMs) this.#makeRoom(turn, costMs);
    const done = this.#recount(turn, () => turn.add(exact));
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

  /** Throws, and ends what there is of the turn, unless the client has room for so much in place of what was announced. */
  #makeRoom(turn: Turn<Work, Result>, costMs: number): void {
    this.#room.add(turn.client, -turn.announcedMs);
    const refusal = this.#room.refusalOfMore(turn.client, costMs);
    this.#room.add(turn.client, turn.announcedMs);
    if (refusal === undefined) return;
    const reason = this.#refuse(refusal);
    this.#dropWaiting(turn, reason);
    throw reason;
  }

  /** Keeps the client's part of the room in step with what the turn waits for and expects. */
  #recount<Returned>(turn: Turn<Work, Result>, change: () => Returned): Returned {
    const before = turn.leftMs;
    const returned = change();
    this.#room.add(turn.client, turn.leftMs - before);
    return returned;
  }

  #refuse(refusal: Refusal): ServiceError {
    this.#refused[refusal]++;
    return unavailable('The queue is full; try again shortly.', 1);
  }

  #dropWaiting(turn: Turn<Work, Result>, reason: unknown): void {
    this.#droppedEntries += turn.waitingEntries;
    this.#drop(turn, reason);
  }

  #drop(turn: Turn<Work, Result>, reason: unknown): void {
    this.#recount(turn, () => turn.fail(reason));
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
    const anchor = this.#order.next(this.#waiting);
    const phase = anchor.nextPhase;
    const maxRows = this.#maxRows(anchor.longest(phase));
    const taken = this.#take(anchor, anchor, () => anchor.take(phase, maxRows));
    const length = taken[0]!.entry.tokens;
    for (const turn of this.#order.others(this.#waiting, anchor)) {
      if (taken.length >= maxRows) break;
      const rows = maxRows - taken.length;
      taken.push(...this.#take(turn, anchor, () => turn.takeFitting(phase, length, rows)));
    }
    this.#order.forget();
    for (let i = this.#waiting.length - 1; i >= 0; i--) {
      if (this.#waiting[i]!.waitingEntries === 0) this.#waiting.splice(i, 1);
    }
    this.#count(phase, taken);
    return { phase, taken };
  }

  /** Takes entries of a turn into a batch that is made for `anchor`. */
  #take(
    turn: Turn<Work, Result>,
    anchor: Turn<Work, Result>,
    take: () => Taken<Work, Result>['entry'][],
  ): Taken<Work, Result>[] {
    const entries = this.#recount(turn, take);
    this.#order.serve(turn, totalMs(entries), anchor);
    return entries.map((entry) => ({ turn, entry }));
  }

  /** How many rows as long as this one a batch may have. */
  #maxRows({ costMs, tokens }: Entry<Work>): number {
    const { maxBatchMs, maxBatchTokens } = this.#options;
    return Math.max(1, Math.floor(Math.min(maxBatchMs / costMs, maxBatchTokens / tokens)));
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
