import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { type ErrorCode, ServiceError, unavailable } from '../../contract/errors.ts';
import type { PaddedBatch } from '../batch.ts';
import type { Phase, ProviderInUse } from '../types.ts';
import type { WorkerOptions } from './onnx-session.ts';

/** Threads run the compiled worker, also when tests run this file from its source (see "imports" in package.json). */
const WORKER_FILE = createRequire(import.meta.url).resolve('#nli-worker');

export interface PhaseBatch {
  readonly phase: Phase;
  readonly batch: PaddedBatch;
}

/** A batch to run, or the request to stop once all earlier batches are answered. */
export type ToWorker = PhaseBatch | 'stop';

export type FromWorker =
  | { readonly kind: 'ready'; readonly provider: ProviderInUse; readonly fallbackReason: string | undefined }
  | { readonly kind: 'logits'; readonly logits: Float32Array }
  | { readonly kind: 'failed'; readonly code: ErrorCode; readonly message: string };

/** Rejection of a batch whose thread exited before starting it: another thread may take it. */
export const NOT_STARTED = new Error('The thread exited before it started this batch.');

export class WorkerThread {
  readonly provider: ProviderInUse;
  readonly fallbackReason: string | undefined;
  readonly exited: Promise<number>;
  readonly #worker: Worker;
  /** Batches sent and not answered, in order: the thread runs the first. */
  readonly #pending: { resolve(logits: Float32Array): void; reject(error: unknown): void }[] = [];
  #alive = true;

  private constructor(worker: Worker, exited: Promise<number>, ready: FromWorker & { kind: 'ready' }) {
    this.#worker = worker;
    this.provider = ready.provider;
    this.fallbackReason = ready.fallbackReason;
    this.exited = exited;
    worker.on('message', (message: FromWorker) => this.#receive(message));
    // An error is always followed by the exit event; the thread is removed then.
    let cause: unknown;
    worker.on('error', (error) => {
      cause = error;
    });
    void exited.then(() => this.#onExit(cause));
  }

  /** Rejects with `invalid_model` or `invalid_configuration` when the session cannot be opened. */
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

  get alive(): boolean {
    return this.#alive;
  }

  get load(): number {
    return this.#pending.length;
  }

  /** Sends a copy of the batch, which the thread runs after earlier ones; resolves with rows x 3 logits. */
  run(batch: PhaseBatch): Promise<Float32Array> {
    if (!this.#alive) return Promise.reject(workerExited(undefined));
    return new Promise((resolve, reject) => {
      this.#pending.push({ resolve, reject });
      this.#worker.postMessage(batch);
    });
  }

  /** Stops the thread once it has answered its batches: terminating it during a native run would abort the process. */
  async stop(): Promise<void> {
    if (this.#alive) this.#worker.postMessage('stop' satisfies ToWorker);
    await this.exited;
  }

  /**
   * For a thread that does not answer: rejects its batches and lets the process exit without it. Node waits for all
   * threads on exit, even for a native run that never finishes, so the process is aborted then.
   */
  abandon(): void {
    for (const { reject } of this.#pending)
      reject(unavailable('The model did not finish in time; the service is restarting.', 5));
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

  #onExit(cause: unknown): void {
    this.#alive = false;
    const [running, ...ready] = this.#pending.splice(0);
    running?.reject(workerExited(cause));
    for (const { reject } of ready) reject(NOT_STARTED);
  }
}

function workerExited(cause: unknown): ServiceError {
  return unavailable('The worker that ran this request exited; try again.', 1, cause);
}
