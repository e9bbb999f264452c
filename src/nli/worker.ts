/** A worker thread: one session, one batch at a time. onnxruntime-node blocks the thread that calls it, so it lives here. */
import { parentPort, workerData } from 'node:worker_threads';
import { ServiceError } from '../errors.ts';
import type { PaddedBatch } from './batch.ts';
import { type EncoderSession, openSession, type SessionOptions } from './onnx-session.ts';
import type { FromWorker, ToWorker } from './worker-messages.ts';

const port = parentPort!;
const send = (message: FromWorker, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer);

function failure(error: unknown): FromWorker {
  const code = error instanceof ServiceError ? error.code : 'internal_error';
  return { kind: 'failed', code, message: (error as Error)?.message ?? String(error) };
}

async function answer(session: EncoderSession, batch: PaddedBatch): Promise<void> {
  try {
    const logits = await session.run(batch);
    send({ kind: 'logits', logits }, [logits.buffer as ArrayBuffer]);
  } catch (error) {
    send(failure(error));
  }
}

try {
  const session = await openSession(workerData as SessionOptions);
  // The session returns to the event loop before it runs: without this order a stop could overtake an answer.
  let answered = Promise.resolve();
  port.on('message', (message: ToWorker) => {
    answered = answered.then(() => (message === 'stop' ? port.close() : answer(session, message)));
  });
  send({ kind: 'ready', provider: session.provider, fallbackReason: session.fallbackReason });
} catch (error) {
  send(failure(error));
  port.close();
}
