/** A thread of the bench that runs prepared batches one after the other and does nothing else. */
import { parentPort, workerData } from 'node:worker_threads';
import type { PaddedBatch } from '../../src/nli/batch.ts';
import { openSession, type SessionOptions } from '../../src/nli/onnx-session.ts';

export interface KernelRun {
  readonly batches: readonly PaddedBatch[];
  /** Index of the next batch that no thread has taken, shared by all threads. */
  readonly next: Int32Array;
}

const session = await openSession(workerData as SessionOptions);
let prepared: KernelRun | undefined;

parentPort!.on('message', async (message: KernelRun | 'start') => {
  if (message !== 'start') {
    prepared = message;
    parentPort!.postMessage('ready');
    return;
  }
  const { batches, next } = prepared!;
  const logits: [batch: number, logits: Float32Array][] = [];
  for (let i = Atomics.add(next, 0, 1); i < batches.length; i = Atomics.add(next, 0, 1)) {
    logits.push([i, await session.run(batches[i]!)]);
  }
  parentPort!.postMessage(logits);
});
parentPort!.postMessage('ready');
