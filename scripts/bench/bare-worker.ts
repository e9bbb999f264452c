/** A thread of the bench that only runs prepared batches, one after the other. */
import { parentPort, workerData } from 'node:worker_threads';
import { openSessions, type WorkerOptions } from '../../src/nli/workers/onnx-session.ts';
import type { PhaseBatch } from '../../src/nli/workers/thread.ts';

export interface BareRun {
  readonly batches: readonly PhaseBatch[];
  /** Index of the next batch that no thread has taken, shared by all threads. */
  readonly next: Int32Array;
}

const { sessions } = await openSessions(workerData as WorkerOptions);
let prepared: BareRun | undefined;

parentPort!.on('message', async (message: BareRun | 'start') => {
  if (message !== 'start') {
    prepared = message;
    parentPort!.postMessage('ready');
    return;
  }
  const { batches, next } = prepared!;
  for (let i = Atomics.add(next, 0, 1); i < batches.length; i = Atomics.add(next, 0, 1)) {
    const { phase, batch } = batches[i]!;
    await sessions.get(phase)!.run(batch);
  }
  parentPort!.postMessage('done');
});
parentPort!.postMessage('ready');
