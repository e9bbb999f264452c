import { parentPort } from 'node:worker_threads';

/** Behaves like the worker of nli/, as far as the main thread sees, except for batches of certain numbers of rows. */
let hangs = false;
parentPort.on('message', (message) => {
  if (hangs) return;
  if (message === 'stop') return parentPort.close();
  if (message.rows === 13) process.exit(13);
  if (message.rows === 14) throw new Error('out of memory');
  if (message.rows === 15) {
    hangs = true;
    return;
  }
  parentPort.postMessage({ kind: 'logits', logits: new Float32Array(message.rows * 3) });
});
parentPort.postMessage({ kind: 'ready', provider: 'cpu', fallbackReason: undefined });
