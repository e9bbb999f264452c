import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { WorkerOptions } from '../../src/nli/workers/onnx-session.ts';
import type { PhaseBatch } from '../../src/nli/workers/thread.ts';
import type { BareRun } from './bare-worker.ts';

/** The models on bare threads, without queue, cache or messages: the maximum of the machine. Runs from dist only. */
export class BareThreads {
  readonly #workers: readonly Worker[];

  private constructor(workers: readonly Worker[]) {
    this.#workers = workers;
  }

  static async open(options: WorkerOptions, count: number): Promise<BareThreads> {
    const file = new URL('./bare-worker.js', import.meta.url);
    const workers = Array.from({ length: count }, () => new Worker(file, { workerData: options }));
    await Promise.all(workers.map((worker) => once(worker, 'message')));
    return new BareThreads(workers);
  }

  /** Sends the batches to the threads; the returned function runs them all once, each on the next free thread. */
  async prepare(batches: readonly PhaseBatch[]): Promise<() => Promise<void>> {
    const message: BareRun = { batches, next: new Int32Array(new SharedArrayBuffer(4)) };
    await this.#ask(message);
    return () => this.#ask('start');
  }

  async #ask(message: BareRun | 'start'): Promise<void> {
    await Promise.all(
      this.#workers.map(async (worker) => {
        const answer = once(worker, 'message');
        worker.postMessage(message);
        await answer;
      }),
    );
  }

  async close(): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.terminate()));
  }
}
