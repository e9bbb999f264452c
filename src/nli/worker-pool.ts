import { unavailable } from '../errors.ts';
import type { ProviderInUse } from './types.ts';
import type { PhaseBatch } from './worker-messages.ts';
import type { WorkerOptions } from './worker-sessions.ts';
import { NOT_BEGUN, WorkerThread } from './worker-thread.ts';

export interface PoolOptions {
  readonly worker: WorkerOptions;
  /** A run longer than this is taken for one that does not end. */
  readonly runTimeoutMs: number;
}

/**
 * Batches that a thread runs or holds ready. A device ends a batch in a few milliseconds and must have the next at hand,
 * however busy the main thread is. On a CPU a batch takes long beside that, and one held ready could not be overtaken: a
 * short request would wait for it in both phases (100 ms more in the median, for 3 % more pairs a second).
 */
const BATCHES_A_THREAD: Readonly<Record<ProviderInUse, number>> = { cpu: 1, cuda: 2 };

/**
 * Worker threads: one at first, as many as it is told once that is known. A thread that exits is replaced; the batch it
 * ran is rejected, never answered, and the one it held ready goes to another thread. A native run cannot be interrupted
 * from outside, so one that does not end makes the pool unhealthy for good and the process must go.
 */
export class WorkerPool {
  readonly provider: ProviderInUse;
  readonly fallbackReason: string | undefined;
  readonly #options: PoolOptions;
  readonly #threads = new Set<WorkerThread>();
  /** Callers whose batches no thread can take yet, oldest first. */
  readonly #waiters: (() => void)[] = [];
  /** Settled when the thread is gone and, unless the pool is closing, another has taken its place. */
  readonly #watches = new Map<WorkerThread, Promise<void>>();
  #size = 1;
  #restarts = 0;
  #fault: string | undefined;
  #closing = false;

  private constructor(options: PoolOptions, first: WorkerThread) {
    this.#options = options;
    this.provider = first.provider;
    this.fallbackReason = first.fallbackReason;
    this.#adopt(first);
  }

  /** Starts the first thread, which decides the provider: the others must follow it. */
  static async open(options: PoolOptions): Promise<WorkerPool> {
    const first = await WorkerThread.start(options.worker);
    return new WorkerPool({ ...options, worker: { ...options.worker, provider: first.provider } }, first);
  }

  /** Starts threads until there are `size`. When one cannot be started, closes the pool and throws its reason. */
  async grow(size: number): Promise<void> {
    const others = Array.from({ length: size - this.#size }, () => WorkerThread.start(this.#options.worker));
    this.#size = size;
    const started = await Promise.allSettled(others);
    for (const one of started) if (one.status === 'fulfilled') this.#adopt(one.value);
    const failed = started.find((one) => one.status === 'rejected');
    if (!failed) return;
    await this.close();
    throw failed.reason;
  }

  /** Why the pool cannot serve, or undefined when it can. */
  get fault(): string | undefined {
    return this.#fault;
  }

  /** Threads when none is being replaced. */
  get size(): number {
    return this.#size;
  }

  /** Batches that can be with the threads at once. */
  get capacity(): number {
    return this.size * this.#batchesAThread;
  }

  get #batchesAThread(): number {
    return BATCHES_A_THREAD[this.provider];
  }

  get restarts(): number {
    return this.#restarts;
  }

  async run(batch: PhaseBatch): Promise<Float32Array> {
    for (;;) {
      this.#assertSound();
      const thread = this.#freest();
      if (thread === undefined) {
        await new Promise<void>((resolve) => this.#waiters.push(resolve));
        continue;
      }
      try {
        return await this.#beforeDeadline(thread, batch);
      } catch (error) {
        if (error !== NOT_BEGUN) throw error;
      } finally {
        this.#waiters.shift()?.();
      }
    }
  }

  /** Refuses what waits, lets what runs finish, and resolves when no thread is left but those whose run does not end. */
  async close(): Promise<void> {
    this.#closing = true;
    this.fail('The service is shutting down.');
    await Promise.all([...this.#watches.keys()].map((thread) => thread.stop()));
    await Promise.all(this.#watches.values());
  }

  async #beforeDeadline(thread: WorkerThread, batch: PhaseBatch): Promise<Float32Array> {
    const { runTimeoutMs } = this.#options;
    // What the thread was given before may take as long.
    const deadlineMs = runTimeoutMs * (thread.load + 1);
    const timer = setTimeout(() => {
      this.fail(`A run of the model took longer than ${runTimeoutMs} ms; this process must be replaced.`);
      this.#watches.delete(thread);
      this.#threads.delete(thread);
      thread.abandon();
    }, deadlineMs);
    try {
      return await thread.run(batch);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Makes the pool unhealthy for good: what waits and what comes is refused with the reason. */
  fail(fault: string): void {
    this.#fault ??= fault;
    for (const wake of this.#waiters.splice(0)) wake();
  }

  #assertSound(): void {
    if (this.#fault !== undefined) throw unavailable(this.#fault, 5);
  }

  /** The thread with the least to do, if any can take one. */
  #freest(): WorkerThread | undefined {
    const ready = [...this.#threads].filter(({ alive, load }) => alive && load < this.#batchesAThread);
    return ready.length === 0 ? undefined : ready.reduce((least, one) => (one.load < least.load ? one : least));
  }

  #adopt(thread: WorkerThread): void {
    this.#threads.add(thread);
    for (const wake of this.#waiters.splice(0, this.#batchesAThread)) wake();
    const watch = thread.exited.then(() => this.#replace(thread)).finally(() => this.#watches.delete(thread));
    this.#watches.set(thread, watch);
  }

  async #replace(lost: WorkerThread): Promise<void> {
    this.#threads.delete(lost);
    if (this.#closing) return;
    this.#restarts++;
    try {
      const thread = await WorkerThread.start(this.#options.worker);
      if (this.#closing) await thread.stop();
      else this.#adopt(thread);
    } catch (error) {
      // The model was fine at start and is not now: serving on with fewer workers would hide it.
      this.fail(`A worker could not be replaced: ${(error as Error).message}`);
    }
  }
}
