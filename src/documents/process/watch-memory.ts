import { workerData } from 'node:worker_threads';

/**
 * Ends this process once it has more memory than it may, or its parent is gone. In a thread, because the main one is busy
 * parsing; of the whole process, because the limits of a heap do not count buffers.
 */
const { maxBytes, parent } = workerData as { readonly maxBytes: number; readonly parent: number };
const INTERVAL_MS = 20;

setInterval(() => {
  if (process.memoryUsage.rss() > maxBytes || process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
}, INTERVAL_MS);
