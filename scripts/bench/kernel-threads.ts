import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { PaddedBatch } from '../../src/nli/batch.ts';
import type { SessionOptions } from '../../src/nli/onnx-session.ts';
import type { KernelRun } from './kernel-worker.ts';

/** The network on bare threads, without queue, cache or messages on the way: what the machine can do. Compiled only. */
export class KernelThreads {
  readonly #workers: readonly Worker[];

  private constructor(workers: readonly Worker[]) {
    this.#workers = workers;
  }

  static async open(session: SessionOptions, count: number): Promise<KernelThreads> {
    const file = new URL('./kernel-worker.js', import.meta.url);
    const workers = Array.from({ length: count }, () => new Worker(file, { workerData: session }));
    await Promise.all(workers.map((worker) => once(worker, 'message')));
    return new KernelThreads(workers);
  }

  /** Hands the batches over; the function returned runs them all, each on the thread that is free first. */
  async prepare(batches: readonly PaddedBatch[]): Promise<() => Promise<Float32Array[]>> {
    const message: KernelRun = { batches, next: new Int32Array(new SharedArrayBuffer(4)) };
    await this.#ask(message);
    return async () => {
      const answers = (await this.#ask('start')) as [number, Float32Array][][];
      const logits: Float32Array[] = [];
      for (const [batch, values] of answers.flat()) logits[batch] = values;
      return logits;
    };
  }

  #ask(message: KernelRun | 'start'): Promise<unknown[]> {
    return Promise.all(
      this.#workers.map(async (worker) => {
        const answer = once(worker, 'message');
        worker.postMessage(message);
        return (await answer)[0];
      }),
    );
  }

  async close(): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.terminate()));
  }
}
