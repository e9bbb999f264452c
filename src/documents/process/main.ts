import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { readingFault } from '../../contract/input-error.ts';
import { readBytes } from '../read/read-bytes.ts';
import { nestedTooDeeply, ReadingProblem } from '../read/reading-problem.ts';
import type { ProcessReply, ProcessRequest, ProcessResults } from './messages.ts';
import type { WatchedBounds } from './watch-bounds.ts';

/** The process that parses files: it gets bytes and gives results; it opens no file and no connection. */
const [maxBytes, maxCpuMs] = process.argv.slice(2).map(Number);

// Most files are read before the code that V8 optimizes for them pays: it waits six times as long as it does by default.
setFlagsFromString('--interrupt-budget=800000');

const watch = new Worker(new URL('./watch-bounds.js', import.meta.url), {
  workerData: { maxBytes: maxBytes!, maxCpuMs: maxCpuMs!, parent: process.ppid } satisfies WatchedBounds,
});
watch.unref();

process.on('message', (request: ProcessRequest) => {
  watch.postMessage('begun');
  const begun = process.cpuUsage();
  void answer(request).then((reply) => {
    const { user, system } = process.cpuUsage(begun);
    const taken = { residentBytes: process.memoryUsage.rss(), cpuMs: (user + system) / 1_000 };
    process.send!({ ...reply, ...taken } satisfies ProcessReply);
  });
});
process.on('disconnect', () => process.exit());
// Ctrl-C of a terminal reaches every process of it; the parent decides when this one ends.
process.on('SIGINT', () => undefined);
// A library may fail outside the promise that it gave; the parent says that this file cannot be read.
for (const event of ['uncaughtException', 'unhandledRejection']) process.on(event, () => process.exit(1));

async function answer(request: ProcessRequest) {
  try {
    return { result: await done(request) };
  } catch (error) {
    return { reason: problemOf(error).message };
  }
}

async function done(request: ProcessRequest): Promise<ProcessResults[keyof ProcessResults]> {
  const bytes = Buffer.from(request.bytes.buffer, request.bytes.byteOffset, request.bytes.length);
  if (request.task === 'comment') {
    const { commentDocx } = await import('../comments/comment-docx.ts');
    return commentDocx(bytes, request.add);
  }
  if (request.task === 'letters') {
    const { lettersOfPages } = await import('../highlight/page-letters.ts');
    return lettersOfPages(bytes, request.pages);
  }
  if (request.task === 'highlight') {
    const { highlightPdf } = await import('../highlight/highlight-pdf.ts');
    return highlightPdf(bytes, request.highlights);
  }
  const read = await readBytes(request.name, bytes);
  if (request.task === 'read') return read;
  const { prepareDocument } = await import('../split/prepare-document.ts');
  return prepareDocument({ file: request.name, sha256: request.sha256, format: read.format, ...read.body });
}

function problemOf(error: unknown): ReadingProblem {
  if (error instanceof ReadingProblem) return error;
  // A library calls itself for each level of a part that is not scanned here.
  if (error instanceof RangeError && /call stack/.test(error.message)) return nestedTooDeeply();
  // The parts of the product that read files are in this process, too: their faults are no damage.
  if (error instanceof TypeError || error instanceof RangeError)
    return new ReadingProblem(`cannot be parsed: it is damaged, or its reader has a fault (${error.name})`);
  return new ReadingProblem(`cannot be parsed: ${readingFault(error)}`);
}
