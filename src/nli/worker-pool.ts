import { unavailable } from '../errors.ts';
import type { PaddedBatch } from './batch.ts';
import type { SessionOptions } from './onnx-session.ts';
import type { ProviderInUse } from './types.ts';
import { NOT_BEGUN, WorkerThread } from './worker-thread.ts';

export interface PoolOptions {
  /** How many threads to run, once the first has told which provider it got. */
  readonly workers: (provider: ProviderInUse) => number;
  readonly session: SessionOptions;
  /** A run longer than this is taken for hung. */
  readonly runTimeoutMs: number;
}

/** A thread holds one batch more than it runs: it has the next when it is done, however busy the main thread is. */
const BATCHES_A_THREAD = 2;

/**
 * A fixed number of worker threads. A thread that exits is replaced; the batch it ran is
 * rejected, never answered, and the one it held ready goes to another thread. A native run
 * cannot be interrupted from outside, so one that hangs makes the pool unhealthy for good and the process must go.
 */
export class WorkerPool {
  readonly provider: ProviderInUse;
  readonly fallbackReason: string | undefined;
  readonly #options: PoolOptions;
  readonly #threads = new Set<WorkerThread>();
  /** Callers for whose batches no thread has room, oldest first. */
  readonly #waiters: (() => void)[] = [];
  /** Settled when the thread is gone and, unless the pool is closing, another has taken its place. */
  readonly #watches = new Map<WorkerThread, Promise<void>>();
  #restarts = 0;
  #fault: string | undefined;
  #closing = false;

  private constructor(options: PoolOptions, first: WorkerThread) {
    this.#options = options;
    this.provider = first.provider;
    this.fallbackReason = first.fallbackReason;
    this.#adopt(first);
  }

  /** The first worker decides the provider; the others must follow it. */
  static async open(options: PoolOptions): Promise<WorkerPool> {
    const first = await WorkerThread.start(options.session);
    const decided = { ...options, session: { ...options.session, provider: first.provider } };
    const pool = new WorkerPool(decided, first);
    const others = Array.from({ length: options.workers(first.provider) - 1 }, () =>
      WorkerThread.start(decided.session),
    );
    const started = await Promise.allSettled(others);
    for (const one of started) if (one.status === 'fulfilled') pool.#adopt(one.value);
    const failed = started.find((one) => one.status === 'rejected');
    if (!failed) return pool;
    await pool.close();
    throw failed.reason;
  }

  /** Why the pool cannot serve, or undefined when it can. */
  get fault(): string | undefined {
    return this.#fault;
  }

  /** Threads when none is being replaced. */
  get size(): number {
    return this.#options.workers(this.provider);
  }

  /** Batches that can be with the threads at once. */
  get capacity(): number {
    return this.size * BATCHES_A_THREAD;
  }

  get restarts(): number {
    return this.#restarts;
  }

  async run(batch: PaddedBatch): Promise<Float32Array> {
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

  /** Refuses what waits, lets what runs finish, and resolves when no thread is left but those that hang. */
  async close(): Promise<void> {
    this.#closing = true;
    this.#giveUp('The service is shutting down.');
    await Promise.all([...this.#watches.keys()].map((thread) => thread.stop()));
    await Promise.all(this.#watches.values());
  }

  async #beforeDeadline(thread: WorkerThread, batch: PaddedBatch): Promise<Float32Array> {
    const { runTimeoutMs } = this.#options;
    // What the thread was given before may take as long.
    const deadlineMs = runTimeoutMs * (thread.load + 1);
    const timer = setTimeout(() => {
      this.#giveUp(`A run of the network took longer than ${runTimeoutMs} ms; this process must be replaced.`);
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

  #giveUp(fault: string): void {
    this.#fault ??= fault;
    for (const wake of this.#waiters.splice(0)) wake();
  }

  #assertSound(): void {
    if (this.#fault !== undefined) throw unavailable(this.#fault, 5);
  }

  /** The thread with the least to do, if any has room. */
  #freest(): WorkerThread | undefined {
    const roomy = [...this.#threads].filter(({ alive, load }) => alive && load < BATCHES_A_THREAD);
    return roomy.length === 0 ? undefined : roomy.reduce((least, one) => (one.load < least.load ? one : least));
  }

  #adopt(thread: WorkerThread): void {
    this.#threads.add(thread);
    for (const wake of this.#waiters.splice(0, BATCHES_A_THREAD)) wake();
    const watch = thread.exited.then(() => this.#replace(thread)).finally(() => this.#watches.delete(thread));
    this.#watches.set(thread, watch);
  }

  async #replace(lost: WorkerThread): Promise<void> {
    this.#threads.delete(lost);
    if (this.#closing) return;
    this.#restarts++;
    try {
      const thread = await WorkerThread.start(this.#options.session);
      if (this.#closing) await thread.stop();
      else this.#adopt(thread);
    } catch (error) {
      // The model was fine at start and is not now: serving on with fewer workers would hide it.
      this.#giveUp(`A worker could not be replaced: ${(error as Error).message}`);
    }
  }
}
