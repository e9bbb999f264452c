/** A worker thread: a session of each model, one batch at a time. onnxruntime-node blocks the thread that calls it. */
import { parentPort, workerData } from 'node:worker_threads';
import { ServiceError } from '../../contract/errors.ts';
import { openSessions, type WorkerOptions, type WorkerSessions } from './onnx-session.ts';
import type { FromWorker, PhaseBatch, ToWorker } from './thread.ts';

const port = parentPort!;
const send = (message: FromWorker, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer);

function failure(error: unknown): FromWorker {
  const code = error instanceof ServiceError ? error.code : 'internal_error';
  return { kind: 'failed', code, message: (error as Error)?.message ?? String(error) };
}

async function answer({ sessions }: WorkerSessions, { phase, batch }: PhaseBatch): Promise<void> {
  try {
    const session = sessions.get(phase);
    if (session === undefined) throw new Error(`A batch of the phase ${phase} has no model. This is a bug.`);
    const logits = await session.run(batch);
    send({ kind: 'logits', logits }, [logits.buffer as ArrayBuffer]);
  } catch (error) {
    send(failure(error));
  }
}

try {
  const opened = await openSessions(workerData as WorkerOptions);
  // `session.run` yields before it runs: without this chain a stop could overtake an answer.
  let answered = Promise.resolve();
  port.on('message', (message: ToWorker) => {
    answered = answered.then(() => (message === 'stop' ? port.close() : answer(opened, message)));
  });
  send({ kind: 'ready', provider: opened.provider, fallbackReason: opened.fallbackReason });
} catch (error) {
  send(failure(error));
  port.close();
}
