/**
 * Loaded before the service: its workers obey the file that FAULT_FILE names. `exit`: end the thread at the next batch.
 * `hang`: block it in a system call that never returns, as a native run that hangs does. Once each: the file is emptied.
 */

import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { isMainThread, parentPort, threadId } from 'node:worker_threads';

const FILE = process.env.FAULT_FILE;

function nextFault() {
  const fault = readFileSync(FILE, 'utf8').trim();
  if (fault !== '' && !fault.startsWith('every-')) writeFileSync(FILE, '');
  return fault;
}

let batches = 0;
function misbehave() {
  batches += 1;
  const fault = nextFault();
  if (fault === 'exit' || (fault === 'every-third-exits' && batches % 3 === 0)) process.exit(1);
  if (fault !== 'hang') return;
  const pipe = `${FILE}.${threadId}.fifo`;
  execFileSync('mkfifo', [pipe]);
  // Opening a pipe that nobody writes to.
  readFileSync(pipe);
}

if (isMainThread) {
  // The inference timeout of a minute becomes a second, so that a test can wait for it.
  const { setTimeout: wait } = globalThis;
  globalThis.setTimeout = (run, ms, ...rest) => wait(run, ms >= 60_000 ? ms / 60 : ms, ...rest);
} else {
  const { on } = parentPort;
  parentPort.on = (event, listener) =>
    on.call(parentPort, event, (message) => {
      if (message !== 'stop') misbehave();
      return listener(message);
    });
}
