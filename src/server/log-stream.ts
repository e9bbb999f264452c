import { destination } from 'pino';

/** A write wakes its reader, which costs the main thread more than a whole refusal: lines go out this many bytes at once. */
const LEAST_BYTES = 4096;
const LATEST_MS = 200;

let stdout: ReturnType<typeof destination> | undefined;

/**
 * Standard output for log lines, one stream for all servers of the process. Lines go out in the background, together,
 * and 0.2 seconds late at most; at once when one is fatal, and what is left when the process ends.
 */
export function logToStdout(): { write(line: string): void } {
  stdout ??= destination({
    dest: process.stdout.fd,
    sync: false,
    minLength: LEAST_BYTES,
    periodicFlush: LATEST_MS,
  });
  return stdout;
}
