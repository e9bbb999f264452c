import { setTimeout as sleep } from 'node:timers/promises';
import { every } from '../background.ts';
import { ServiceError } from '../contract/errors.ts';
import type { AnswerLimits, Verifier } from '../index.ts';
import { answersWithin, CLAIMS, type RowKind } from '../rows/row-kind.ts';
import { LEASE_MS } from './chunk-queue.ts';
import type { ChunkLease, ChunkResult, ChunkWork } from './chunk-work.ts';
import type { JobKind } from './job.ts';
import { ChunkLines, verifyChunk } from './verify-chunk.ts';

const POLL_MS = 1000;
/** Also how much work is lost at most when the process is killed. */
const RENEW_MS = LEASE_MS / 4;
const MAX_PAUSE_MS = 5000;

export interface JobRunnerOptions {
  readonly work: ChunkWork;
  readonly verifier: Verifier;
  readonly answerLimits: AnswerLimits;
  readonly concurrency: number;
  readonly log: { warn(fields: object, message: string): void; info(fields: object, message: string): void };
  /** Asked before each chunk; rejects while none may be begun for want of room. */
  readonly assertRoom: () => Promise<void>;
  /** After each chunk: its rows with a result, and those with an error. */
  readonly onRows?: ((counts: { readonly answered: number; readonly failed: number }) => void) | undefined;
}

/** Works through chunks of all jobs until it is stopped; waits while the database is out of reach or of room. */
export class JobRunner {
  readonly #options: JobRunnerOptions;
  readonly #kinds: Readonly<Record<JobKind, RowKind>>;
  readonly #stopping = new AbortController();
  #running: Promise<void> | undefined;

  constructor(options: JobRunnerOptions) {
    this.#options = options;
    this.#kinds = { claims: CLAIMS, answers: answersWithin(options.answerLimits) };
  }

  start(): void {
    this.#running ??= this.#run();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    let failures = 0;
    while (!this.#stopping.signal.aborted) {
      try {
        const found = await this.#step();
        if (failures > 0) this.#options.log.info({}, 'jobs resumed');
        failures = 0;
        if (!found) await this.#pause(POLL_MS);
      } catch (error) {
        if (this.#stopping.signal.aborted) return;
        failures += 1;
        if (failures === 1) this.#options.log.warn({ error: sentenceOf(error) }, 'jobs paused');
        await this.#pause(pauseMs(failures));
      }
    }
  }

  async #step(): Promise<boolean> {
    const { work, verifier, assertRoom } = this.#options;
    if (verifier.fault !== undefined) return false;
    await assertRoom();
    const lease = await work.lease();
    if (lease === undefined) return false;
    await this.#workThrough(lease);
    return true;
  }

  async #workThrough(lease: ChunkLease): Promise<void> {
    const { work, verifier, onRows } = this.#options;
    const { workerRestarts } = verifier.stats;
    const obsolete = new AbortController();
    const lines = new ChunkLines(lease.progress);
    const stopRenewing = every(RENEW_MS, () => this.#renew(lease, lines, obsolete));
    try {
      const signal = AbortSignal.any([this.#stopping.signal, obsolete.signal]);
      const result = await this.#verify(lease, lines, signal);
      await this.#untilDone(() => work.finish(lease, result));
      const failed = Object.values(result.errors).reduce((sum, rows) => sum + rows, 0);
      onRows?.({ answered: lease.rows.length - failed, failed });
    } catch (error) {
      if (obsolete.signal.aborted) return;
      // Rows that were refused because the models were busy are not at fault; those that ended a worker may be.
      const fault = !this.#stopping.signal.aborted && verifier.stats.workerRestarts > workerRestarts;
      await this.#giveBack(lease, lines, fault).catch(() => undefined);
      throw error;
    } finally {
      stopRenewing();
    }
  }

  #verify(lease: ChunkLease, lines: ChunkLines, signal: AbortSignal): Promise<ChunkResult> {
    const { work, verifier, concurrency } = this.#options;
    return verifyChunk(lease, {
      concurrency,
      signal,
      lines,
      verifier,
      // In model time that no one waits for.
      caller: { client: lease.client, background: true },
      kind: this.#kinds[lease.kind],
      beginRow: (progress) => this.#untilDone(() => work.beginRow(lease, progress)),
    });
  }

  async #giveBack(lease: ChunkLease, lines: ChunkLines, fault: boolean): Promise<void> {
    await this.#keep(lease, lines);
    await this.#options.work.giveBack(lease, { fault });
  }

  /** A lease that could not be renewed may end: then another replica verifies the chunk too, and one result is kept. */
  async #renew(lease: ChunkLease, lines: ChunkLines, obsolete: AbortController): Promise<void> {
    const isOpen = await this.#options.work.renew(lease).catch(() => true);
    if (!isOpen) return obsolete.abort();
    await this.#keep(lease, lines).catch(() => undefined);
  }

  async #keep(lease: ChunkLease, { kept }: ChunkLines): Promise<void> {
    if (kept.row > lease.progress.row) await this.#options.work.keep(lease, kept);
  }

  /** Tries until the database has it; throws when the runner is stopped. */
  async #untilDone(store: () => Promise<void>): Promise<void> {
    for (let failures = 1; ; failures += 1) {
      try {
        return await store();
      } catch (error) {
        if (!(error instanceof ServiceError) || error.code !== 'service_unavailable') throw error;
        if (failures === 1) this.#options.log.warn({ error: sentenceOf(error) }, 'a result waits for the database');
      }
      this.#stopping.signal.throwIfAborted();
      await this.#pause(pauseMs(failures));
    }
  }

  async #pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
  }
}

function pauseMs(failures: number): number {
  return Math.min(MAX_PAUSE_MS, 100 * 2 ** failures);
}

/** Without the cause of an unexpected error, which may quote texts. */
function sentenceOf(error: unknown): string {
  return error instanceof ServiceError ? error.message : 'An unexpected error.';
}
