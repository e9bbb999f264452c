import { parentPort, workerData } from 'node:worker_threads';

/** Data that the thread gets when it starts; a message to it says that a file begins. */
export interface WatchedBounds {
  readonly maxBytes: number;
  /** Processor time for one file: a file must not be unread because the machine is busy. */
  readonly maxCpuMs: number;
  readonly parent: number;
}

/**
 * Ends this process once it takes more memory or time than it may, or its parent is gone. In a thread, because the main one
 * is busy parsing; of the whole process, because the limits of a heap do not count buffers.
 */
const { maxBytes, maxCpuMs, parent } = workerData as WatchedBounds;
const INTERVAL_MS = 20;

let begun = process.cpuUsage();
parentPort!.on('message', () => {
  begun = process.cpuUsage();
});

setInterval(() => {
  const { user, system } = process.cpuUsage(begun);
  if (process.memoryUsage.rss() > maxBytes || process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
  // Reports to the parent which bound it was.
  else if ((user + system) / 1_000 > maxCpuMs) process.kill(process.pid, 'SIGTERM');
}, INTERVAL_MS);
