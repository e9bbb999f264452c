import { setInterval } from 'node:timers';
import type { SealedFiles } from './sealed-files.ts';
import { assertUnchanged } from './unchanged-files.ts';

/**
 * Checks the files that the runtime maps every `intervalMs` and calls `onChange` once when one was written to, because
 * that would change the scores of a running service. A deleted file changes nothing that is mapped. Returns a function
 * that stops watching. The timer does not keep the process alive.
 */
export function watchFiles(
  mapped: readonly SealedFiles[],
  intervalMs: number,
  onChange: (message: string) => void,
): () => void {
  let reported = false;
  const timer = setInterval(async () => {
    try {
      for (const files of mapped) await assertUnchanged(files);
    } catch (error) {
      // A check that takes longer than the interval overlaps with the next one.
      if (isMissing(error) || reported) return;
      reported = true;
      clearInterval(timer);
      onChange((error as Error).message);
    }
  }, intervalMs).unref();
  return () => clearInterval(timer);
}

function isMissing(error: unknown): boolean {
  return ((error as Error).cause as NodeJS.ErrnoException | undefined)?.code === 'ENOENT';
}
