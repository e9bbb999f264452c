import { Worker } from 'node:worker_threads';
import { readBytes } from '../read/read-bytes.ts';
import { ReadingProblem } from '../read/reading-problem.ts';
import type { ReadReply, ReadRequest } from './messages.ts';

/** The process that parses files: it gets bytes and a name and gives a document; it opens no file and no connection. */
const [maxBytes] = process.argv.slice(2);
const MAX_REASON = 300;

new Worker(new URL('./watch-memory.js', import.meta.url), {
  workerData: { maxBytes: Number(maxBytes), parent: process.ppid },
}).unref();

process.on('message', ({ name, bytes }: ReadRequest) => {
  void answer(name, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)).then((reply) => {
    process.send!({ ...reply, residentBytes: process.memoryUsage.rss() } satisfies ReadReply);
  });
});
process.on('disconnect', () => process.exit());
// Ctrl-C of a terminal reaches every process of it; the parent decides when this one ends.
process.on('SIGINT', () => undefined);
// A library may fail outside the promise that it gave; the parent says that this file cannot be read.
for (const event of ['uncaughtException', 'unhandledRejection']) process.on(event, () => process.exit(1));

async function answer(name: string, bytes: Buffer) {
  try {
    return { read: await readBytes(name, bytes) };
  } catch (error) {
    return { reason: error instanceof ReadingProblem ? error.message : `cannot be parsed: ${inShort(error)}` };
  }
}

/** What a parser says of hostile bytes may hold them: one line of it, without control characters. */
function inShort(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const [line = ''] = message.split(/[\r\n]/);
  return line
    .replace(/\p{Cc}/gu, ' ')
    .slice(0, MAX_REASON)
    .replace(/\.$/, '');
}
