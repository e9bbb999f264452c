import { unavailable } from '../errors.ts';
import type { PaddedBatch } from './batch.ts';
import type { SessionOptions } from './onnx-session.ts';
import type { ProviderInUse } from './types.ts';
import { WorkerThread } from './worker-thread.ts';

export interface PoolOptions {
  /** How many threads to run, once the first has told which provider it got. */
  readonly workers: (provider: ProviderInUse) => number;
  readonly session: SessionOptions;
  /** A run longer than this is taken for hung. */
  readonly runTimeoutMs: number;
}

/**
 * A fixed number of worker threads. A thread that exits is replaced; its batch is rejected, never answered. A native run
 * cannot be interrupted from outside, so one that hangs makes the pool unhealthy for good and the process must go.
 */
export class WorkerPool {
  readonly provider: ProviderInUse;
  readonly fallbackReason: string | undefined;
  readonly #options: PoolOptions;
  readonly #idle: WorkerThread[] = [];
  readonly #waiters: { resolve(thread: WorkerThread): void; reject(error: unknown): void }[] = [];
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

  get restarts(): number {
    return this.#restarts;
  }

  async run(batch: PaddedBatch): Promise<Float32Array> {
    this.#assertSound();
    // Taken at once where one is idle, so that closing finds the batch on its thread.
    const thread = this.#idle.pop() ?? (await this.#nextIdle());
    try {
      this.#assertSound();
      return await this.#beforeDeadline(thread, batch);
    } finally {
      if (thread.alive) this.#offer(thread);
    }
  }

  /** Refuses what waits, lets what runs finish, and resolves when no thread is left but those that hang. */
  async close(): Promise<void> {
    this.#closing = true;
    this.#giveUp('The service is shutting down.');
    await Promise.all([...this.#watches.keys()].map((thread) => thread.stop()));
    await Promise.all(this.#watches.values());
  }

  #beforeDeadline(thread: WorkerThread, batch: PaddedBatch): Promise<Float32Array> {
    const { runTimeoutMs } = this.#options;
    const run = thread.run(batch);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        thread.abandon();
        this.#watches.delete(thread);
        this.#giveUp(`A run of the network took longer than ${runTimeoutMs} ms; this process must be replaced.`);
        reject(unavailable('The network hangs.', 5));
      }, runTimeoutMs);
      void run.then(resolve, reject).finally(() => clearTimeout(timer));
    });
  }

  #giveUp(fault: string): void {
    this.#fault ??= fault;
    for (const waiter of this.#waiters.splice(0)) waiter.reject(unavailable(this.#fault, 5));
  }

  #assertSound(): void {
    if (this.#fault !== undefined) throw unavailable(this.#fault, 5);
  }

  #nextIdle(): Promise<WorkerThread> {
    return new Promise((resolve, reject) => this.#waiters.push({ resolve, reject }));
  }

  #offer(thread: WorkerThread): void {
    const waiter = this.#waiters.shift();
    if (waiter) waiter.resolve(thread);
    else this.#idle.push(thread);
  }

  #adopt(thread: WorkerThread): void {
    this.#offer(thread);
    const watch = thread.exited.then(() => this.#replace(thread)).finally(() => this.#watches.delete(thread));
    this.#watches.set(thread, watch);
  }

  async #replace(lost: WorkerThread): Promise<void> {
    const place = this.#idle.indexOf(lost);
    if (place >= 0) this.#idle.splice(place, 1);
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
