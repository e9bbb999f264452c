import { unavailable } from '../../contract/errors.ts';
import { PROVIDERS, type ProviderInUse } from '../providers.ts';
import type { WorkerOptions } from './onnx-session.ts';
import { NOT_STARTED, type PhaseBatch, WorkerThread } from './thread.ts';

export interface PoolOptions {
  readonly worker: WorkerOptions;
  /** Inference timeout: a run that takes longer makes the pool unhealthy for good. */
  readonly runTimeoutMs: number;
}

/**
 * Worker threads: one at first, more after `grow`. A thread that exits is replaced; the batch it ran is rejected, and
 * the batch queued after it goes to another thread. A native run cannot be interrupted, so a run that does not finish
 * makes the pool unhealthy for good, and the process must be restarted.
 */
export class WorkerPool {
  readonly provider: ProviderInUse;
  readonly fallbackReason: string | undefined;
  readonly #options: PoolOptions;
  readonly #threads = new Set<WorkerThread>();
  /** Resolvers of `run` calls that wait for a free thread, oldest first. */
  readonly #waiters: (() => void)[] = [];
  /** Settled when the thread has exited and, unless the pool is closing, was replaced. */
  readonly #replacements = new Map<WorkerThread, Promise<void>>();
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

  get size(): number {
    return this.#size;
  }

  get capacity(): number {
    return this.size * this.#batchesPerThread;
  }

  get #batchesPerThread(): number {
    return PROVIDERS[this.provider].batchesPerThread;
  }

  get restarts(): number {
    return this.#restarts;
  }

  async run(batch: PhaseBatch): Promise<Float32Array> {
    for (;;) {
      this.#assertHealthy();
      const thread = this.#leastBusy();
      if (thread === undefined) {
        await new Promise<void>((resolve) => this.#waiters.push(resolve));
        continue;
      }
      try {
        return await this.#runWithTimeout(thread, batch);
      } catch (error) {
        if (error !== NOT_STARTED) throw error;
      } finally {
        this.#waiters.shift()?.();
      }
    }
  }

  /** Refuses waiting batches, lets running ones finish, and resolves when all threads have exited, except those that timed out. */
  async close(): Promise<void> {
    this.#closing = true;
    this.fail('The service is shutting down.');
    await Promise.all([...this.#replacements.keys()].map((thread) => thread.stop()));
    await Promise.all(this.#replacements.values());
  }

  async #runWithTimeout(thread: WorkerThread, batch: PhaseBatch): Promise<Float32Array> {
    const { runTimeoutMs } = this.#options;
    // Each batch that the thread already holds may take as long.
    const deadlineMs = runTimeoutMs * (thread.load + 1);
    const timer = setTimeout(() => {
      this.fail(`The model did not finish within ${runTimeoutMs} ms; the service must be restarted.`);
      this.#replacements.delete(thread);
      this.#threads.delete(thread);
      thread.abandon();
    }, deadlineMs);
    try {
      return await thread.run(batch);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Makes the pool unhealthy for good: waiting and later batches are refused with this reason. */
  fail(fault: string): void {
    this.#fault ??= fault;
    for (const wake of this.#waiters.splice(0)) wake();
  }

  #assertHealthy(): void {
    if (this.#fault !== undefined) throw unavailable(this.#fault, 5);
  }

  #leastBusy(): WorkerThread | undefined {
    const ready = [...this.#threads].filter(({ alive, load }) => alive && load < this.#batchesPerThread);
    return ready.length === 0 ? undefined : ready.reduce((least, one) => (one.load < least.load ? one : least));
  }

  #adopt(thread: WorkerThread): void {
    this.#threads.add(thread);
    for (const wake of this.#waiters.splice(0, this.#batchesPerThread)) wake();
    const watch = thread.exited.then(() => this.#replace(thread)).finally(() => this.#replacements.delete(thread));
    this.#replacements.set(thread, watch);
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
      // The model could be opened at start and cannot now: continuing with fewer workers would hide that.
      this.fail(`A worker could not be replaced: ${(error as Error).message}`);
    }
  }
}
