import { parentPort, workerData } from 'node:worker_threads';
import { ServiceError } from '../../contract/errors.ts';
import { clearly, openForReading } from './index-file.ts';
import type { FromIndex, ToIndex } from './index-thread.ts';
import { IndexReader } from './nearest-rows.ts';

/** The thread that asks an index: it opens the file, then answers one question after the other until it has to stop. */
const path = workerData as string;
const port = parentPort!;

function send(message: FromIndex): void {
  port.postMessage(message);
}

function failed(error: unknown): FromIndex {
  return { kind: 'failed', message: (error as Error).message, isClear: error instanceof ServiceError };
}

function answerWith(reader: IndexReader, message: Exclude<ToIndex, 'stop'>): FromIndex {
  try {
    return clearly(path, () => {
      if (message.ask === 'nearest') return { kind: 'found', found: reader.nearest(message.keys, message.most) };
      if (message.ask === 'passages') return { kind: 'bodies', bodies: reader.passages(message.rows) };
      return { kind: 'bodies', bodies: reader.document(message.file) };
    });
  } catch (error) {
    return failed(error);
  }
}

try {
  const reader = clearly(path, () => new IndexReader(openForReading(path)));
  port.on('message', (message: ToIndex) => {
    if (message !== 'stop') return send(answerWith(reader, message));
    reader.close();
    port.close();
  });
  send({ kind: 'ready', contents: clearly(path, () => reader.contents()) });
} catch (error) {
  send(failed(error));
}
