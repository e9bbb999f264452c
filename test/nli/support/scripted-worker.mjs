import { parentPort, workerData } from 'node:worker_threads';

/** Behaves like the worker of nli/ on whatever provider it is told, as far as the main thread sees, except for batches of certain numbers of rows. */
let silent = false;
parentPort.on('message', (message) => {
  if (silent) return;
  if (message === 'stop') return parentPort.close();
  if (message.batch.rows === 13) process.exit(13);
  if (message.batch.rows === 14) throw new Error('out of memory');
  if (message.batch.rows === 15) {
    silent = true;
    return;
  }
  parentPort.postMessage({ kind: 'logits', logits: new Float32Array(message.batch.rows * 3) });
});
parentPort.postMessage({ kind: 'ready', provider: workerData.provider, fallbackReason: undefined });
