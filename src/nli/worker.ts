/** A worker thread: one session, one batch at a time. onnxruntime-node blocks the thread that calls it, so it lives here. */
import { parentPort, workerData } from 'node:worker_threads';
import { ServiceError } from '../errors.ts';
import { openSession, type SessionOptions } from './onnx-session.ts';
import type { FromWorker, ToWorker } from './worker-messages.ts';

const port = parentPort!;
const send = (message: FromWorker, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer);

function failure(error: unknown): FromWorker {
  const code = error instanceof ServiceError ? error.code : 'internal_error';
  return { kind: 'failed', code, message: (error as Error)?.message ?? String(error) };
}

try {
  const session = await openSession(workerData as SessionOptions);
  port.on('message', async (batch: ToWorker) => {
    try {
      const logits = await session.run(batch);
      send({ kind: 'logits', logits }, [logits.buffer as ArrayBuffer]);
    } catch (error) {
      send(failure(error));
    }
  });
  send({ kind: 'ready', provider: session.provider, fallbackReason: session.fallbackReason });
} catch (error) {
  send(failure(error));
  port.close();
}
