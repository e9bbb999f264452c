import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { ServiceError, unavailable } from '../errors.ts';
import type { ProviderInUse } from './types.ts';
import type { FromWorker, PhaseBatch, ToWorker } from './worker-messages.ts';
import type { WorkerOptions } from './worker-sessions.ts';

/** Threads run the compiled worker, also when this file runs from its source under test (package.json, imports). */
const WORKER_FILE = createRequire(import.meta.url).resolve('#nli-worker');

interface Pending {
  resolve(logits: Float32Array): void;
  reject(error: unknown): void;
}

/** What a batch is rejected with when its thread was lost before it got to it: another thread may take it. */
export const NOT_BEGUN = new Error('The thread was lost before it began this batch.');

/** One worker thread with a session of each model, seen from the main thread. */
export class WorkerThread {
  readonly provider: ProviderInUse;
  readonly fallbackReason: string | undefined;
  /** Resolves with the exit code when the thread is gone, whatever the reason. */
  readonly exited: Promise<number>;
  readonly #worker: Worker;
  /** Batches given and not answered, in order: the thread runs the first. */
  readonly #pending: Pending[] = [];
  #alive = true;

  private constructor(worker: Worker, exited: Promise<number>, ready: FromWorker & { kind: 'ready' }) {
    this.#worker = worker;
    this.provider = ready.provider;
    this.fallbackReason = ready.fallbackReason;
    this.exited = exited;
    worker.on('message', (message: FromWorker) => this.#receive(message));
    // An error is followed by the exit, and only then is the thread off the list of idle ones.
    let cause: unknown;
    worker.on('error', (error) => {
      cause = error;
    });
    void exited.then(() => this.#lose(cause));
  }

  /** Rejects with `invalid_model` or `invalid_configuration` when the session cannot be made. */
  static async start(options: WorkerOptions): Promise<WorkerThread> {
    const worker = new Worker(WORKER_FILE, { workerData: options });
    const exited = new Promise<number>((resolve) => worker.once('exit', resolve));
    const first = await new Promise<FromWorker>((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
      void exited.then((code) => reject(new Error(`The worker exited with code ${code} before it was ready.`)));
    });
    if (first.kind === 'ready') return new WorkerThread(worker, exited, first);
    if (first.kind === 'failed') throw new ServiceError(first.code, first.message);
    throw new Error(`The worker's first message was ${first.kind}. This is a bug.`);
  }

  /** False once the thread is gone. */
  get alive(): boolean {
    return this.#alive;
  }

  /** Batches that it runs or holds ready to run next. */
  get load(): number {
    return this.#pending.length;
  }

  /** Gives the thread a copy of the batch, which it runs after those it was given before; resolves with rows x 3 logits. */
  run(batch: PhaseBatch): Promise<Float32Array> {
    if (!this.#alive) return Promise.reject(lost(undefined));
    return new Promise((resolve, reject) => {
      this.#pending.push({ resolve, reject });
      this.#worker.postMessage(batch);
    });
  }

  /**
   * Ends the thread once it has answered its batches. Ending it by force would bring the whole process down: the native
   * run returns into a thread that is no more, and aborts.
   */
  async stop(): Promise<void> {
    if (this.#alive) this.#worker.postMessage('stop' satisfies ToWorker);
    await this.exited;
  }

  /**
   * For a thread that will not answer: what it was given is rejected, and the process may end without it. A process
   * that exits waits for all its threads, for a native run that does not end too, so that one is ended by force.
   */
  abandon(): void {
    for (const { reject } of this.#pending) reject(unavailable('A run of the model did not end.', 5));
    this.#worker.unref();
    process.once('exit', () => {
      if (this.load > 0) process.abort();
    });
  }

  #receive(message: FromWorker): void {
    const pending = this.#pending.shift();
    if (message.kind === 'logits') pending?.resolve(message.logits);
    if (message.kind === 'failed') pending?.reject(new ServiceError(message.code, message.message));
  }

  #lose(cause: unknown): void {
    this.#alive = false;
    const [running, ...ready] = this.#pending.splice(0);
    running?.reject(lost(cause));
    for (const { reject } of ready) reject(NOT_BEGUN);
  }
}

function lost(cause: unknown): ServiceError {
  return unavailable('A worker was lost while it ran this request; try again.', 1, cause);
}
