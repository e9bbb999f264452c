import { ServiceError } from '../../contract/errors.ts';
import type { Caller, CrossEncoderStats, Phase, PhaseStats, Refusal } from '../types.ts';
import { type RequestClass, RequestClasses, type RequestClassesOptions } from './classes.ts';
import type { Refused } from './fairness.ts';
import { type Batch, type Entry, exactMs, Permit, type Taken, totalMs } from './permit.ts';

export interface SchedulerOptions<Work, Result> extends RequestClassesOptions {
  /** Batches that may be with the workers at once, queued batches of a GPU included. */
  readonly maxInFlightBatches: number;
  /** Maximum of rows times the longest row of a batch; a single entry may exceed it. */
  readonly maxBatchTokens: number;
  readonly run: (phase: Phase, batch: readonly Work[]) => Promise<readonly Result[]>;
}

export type SchedulerStats = Omit<CrossEncoderStats, 'workerRestarts' | 'phases'> & {
  readonly phases: Readonly<Record<Phase, Pick<PhaseStats, 'batches' | 'batchTokens' | 'paddingTokens'>>>;
};

const NO_BATCHES = { batches: 0, batchTokens: 0, paddingTokens: 0 };
const REQUEST_ENDED = new Error('The request ended before its pairs were scored.');

/**
 * Fills batches across concurrent requests and starts a batch whenever a slot is free; there is no flush timer. A batch
 * contains entries of one phase and is bounded by the time the model needs for it. `FairOrder` decides which request a
 * batch is made for, `QueueCapacity` decides which requests are admitted; both treat clients equally. Within a request
 * the evidence phase runs before the verdict phase, which depends on it, and entries run longest first, so that the rows
 * of a batch have similar lengths and little padding. A waiting request holds no worker, so requests cannot block one
 * another.
 *
 * A batch is of interactive requests or of background ones: `RequestClasses` decides of which.
 */
export class Scheduler<Work, Result> {
  readonly #options: SchedulerOptions<Work, Result>;
  readonly #classes: RequestClasses<Work, Result>;
  readonly #removeAbortListener = new Map<Permit<Work, Result>, () => void>();
  #freeSlots: number;
  #arrivals = 0;
  #droppedEntries = 0;
  readonly #refused: Record<Refusal, number> = { over_share: 0, queue_full: 0 };
  readonly #batches = { evidence: { ...NO_BATCHES }, verdict: { ...NO_BATCHES } };

  constructor(options: SchedulerOptions<Work, Result>) {
    this.#options = options;
    this.#freeSlots = options.maxInFlightBatches;
    this.#classes = new RequestClasses(options);
  }

  get stats(): SchedulerStats {
    const { waiting } = this.#classes.interactive;
    const queuedEntries = waiting.reduce((sum, permit) => sum + permit.waitingEntries, 0);
    const queuedMs = waiting.reduce((sum, permit) => sum + permit.waitingMs, 0);
    const phases = { evidence: { ...this.#batches.evidence }, verdict: { ...this.#batches.verdict } };
    return { queuedMs, queuedEntries, droppedEntries: this.#droppedEntries, refused: { ...this.#refused }, phases };
  }

  /** See `CrossEncoder.admit`. Background requests are always admitted and take no capacity. */
  admit(costMs: number, { client = '', signal, background = false }: Caller = {}): Permit<Work, Result> {
    signal?.throwIfAborted();
    const reservedMs = exactMs(costMs);
    const { capacity, open } = this.#classes.of({ background });
    const refusal = capacity.refusalOf(client, reservedMs);
    if (refusal !== undefined) throw this.#refuse(refusal);
    const { now } = this.#options;
    const permit = new Permit<Work, Result>({ now, place: this.#arrivals++, client, background, reservedMs });
    capacity.add(client, reservedMs);
    open.add(permit);
    const abort = () => this.#dropWaiting(permit, signal?.reason);
    signal?.addEventListener('abort', abort, { once: true });
    this.#removeAbortListener.set(permit, () => signal?.removeEventListener('abort', abort));
    return permit;
  }

  /** See `ScoringPermit.reserve`: no request can start with a too small estimate. A refusal drops its entries. */
  reserve(permit: Permit<Work, Result>, costMs: number): void {
    if (permit.failure) throw permit.failure.reason;
    const reservedMs = exactMs(costMs);
    if (reservedMs > permit.reservedMs) this.#ensureCapacity(permit, reservedMs);
    this.#updateHeld(permit, () => {
      permit.reservedMs = reservedMs;
    });
  }

  /** Results in the order of `entries`. Rejects as `ScoringPermit.score` does, and with the runner's error. */
  async submit(permit: Permit<Work, Result>, entries: readonly Entry<Work>[]): Promise<readonly Result[]> {
    if (permit.failure) throw permit.failure.reason;
    if (entries.length === 0) return [];
    const exact = entries.map((entry) => ({ ...entry, costMs: exactMs(entry.costMs) }));
    const costMs = totalMs(exact);
    if (costMs > permit.reservedMs) this.#ensureCapacity(permit, costMs);
    const done = this.#updateHeld(permit, () => permit.add(exact));
    this.#classes.of(permit).enqueue(permit);
    this.#startBatches();
    return done;
  }

  /** Resolves when work on the texts of a request may begin or continue; rejects with the signal's reason. */
  turn(permit: Permit<Work, Result>, signal?: AbortSignal): Promise<void> {
    return this.#classes.turn(permit, signal);
  }

  end(permit: Permit<Work, Result>): void {
    this.#removeAbortListener.get(permit)?.();
    this.#removeAbortListener.delete(permit);
    this.#dropWaiting(permit, REQUEST_ENDED);
    this.#classes.of(permit).open.delete(permit);
    this.#classes.ended();
    this.#startBatches();
  }

  /** Drops the request's entries and throws unless the client has capacity for `costMs` in place of its reservation. */
  #ensureCapacity(permit: Permit<Work, Result>, costMs: number): void {
    const { capacity } = this.#classes.of(permit);
    capacity.add(permit.client, -permit.reservedMs);
    const refusal = capacity.refusalOfMore(permit.client, costMs);
    capacity.add(permit.client, permit.reservedMs);
    if (refusal === undefined) return;
    const reason = this.#refuse(refusal);
    this.#dropWaiting(permit, reason);
    throw reason;
  }

  #updateHeld<Returned>(permit: Permit<Work, Result>, change: () => Returned): Returned {
    const before = permit.remainingMs;
    const returned = change();
    this.#classes.of(permit).capacity.add(permit.client, permit.remainingMs - before);
    return returned;
  }

  #refuse(refused: Refused): ServiceError {
    const { reason } = refused;
    this.#refused[reason]++;
    const retryAfterSeconds = Math.max(1, Math.ceil(refused.excessMs / this.#options.workers / 1000));
    const details = { retry_after_seconds: retryAfterSeconds };
    const message = `${fullQueue(refused)} Try again in ${retryAfterSeconds} s.`;
    return new ServiceError('service_unavailable', message, { details, refusal: reason });
  }

  #dropWaiting(permit: Permit<Work, Result>, reason: unknown): void {
    this.#droppedEntries += permit.waitingEntries;
    this.#drop(permit, reason);
  }

  #drop(permit: Permit<Work, Result>, reason: unknown): void {
    this.#updateHeld(permit, () => permit.fail(reason));
    this.#classes.of(permit).prune();
  }

  #startBatches(): void {
    while (this.#freeSlots > 0) {
      const requests = this.#classes.next(this.#freeSlots);
      if (requests === undefined) return;
      const batch = this.#nextBatch(requests);
      this.#freeSlots--;
      void this.#runBatch(batch);
    }
  }

  #nextBatch(requests: RequestClass<Work, Result>): Batch<Work, Result> {
    const { order, waiting } = requests;
    const anchor = order.next(waiting);
    const phase = anchor.nextPhase;
    const maxRows = this.#maxRows(anchor.longest(phase));
    const taken = this.#take(anchor, anchor, () => anchor.take(phase, maxRows));
    const length = taken[0]!.entry.tokens;
    for (const permit of order.others(waiting, anchor)) {
      if (taken.length >= maxRows) break;
      const rows = maxRows - taken.length;
      taken.push(...this.#take(permit, anchor, () => permit.takeFitting(phase, length, rows)));
    }
    order.forget();
    requests.prune();
    this.#classes.count(requests, totalMs(taken.map(({ entry }) => entry)));
    this.#count(phase, taken);
    return { phase, taken };
  }

  /** Takes entries of a request into a batch that is made for `anchor`. */
  #take(
    permit: Permit<Work, Result>,
    anchor: Permit<Work, Result>,
    take: () => Taken<Work, Result>['entry'][],
  ): Taken<Work, Result>[] {
    const entries = this.#updateHeld(permit, take);
    this.#classes.of(anchor).order.serve(permit, totalMs(entries), anchor);
    return entries.map((entry) => ({ permit, entry }));
  }

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
      for (const [i, { permit, entry }] of taken.entries()) permit.settle(entry, results[i]!);
    } catch (error) {
      for (const permit of new Set(taken.map((one) => one.permit))) this.#drop(permit, error);
    } finally {
      this.#freeSlots++;
      this.#startBatches();
    }
  }
}

function fullQueue({ reason, heldMs, usedMs, maxMs }: Refused): string {
  const held = Math.round(reason === 'over_share' ? heldMs : usedMs);
  const whose = reason === 'over_share' ? "this client's waiting requests" : 'the waiting requests of all clients';
  return `The queue is full: ${whose} need ${held} ms of model time, and MAX_QUEUE_MS allows ${maxMs} ms on this machine.`;
}
