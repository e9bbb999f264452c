import { setInterval } from 'node:timers';
import type { SealedFiles } from './sealed-files.ts';
import { assertUnchanged } from './unchanged-files.ts';

/**
 * Looks at files that the runtime maps every `intervalMs` and tells once when one was written to: the scores of a running service would
 * follow it. A file that is gone changes nothing that is mapped. Returns what ends the watch, which keeps no process
 * alive.
 */
export function watchFiles(
  mapped: readonly SealedFiles[],
  intervalMs: number,
  onChange: (message: string) => void,
): () => void {
  const timer = setInterval(async () => {
    try {
      for (const files of mapped) await assertUnchanged(files);
    } catch (error) {
      if (isMissing(error)) return;
      clearInterval(timer);
      onChange((error as Error).message);
    }
  }, intervalMs).unref();
  return () => clearInterval(timer);
}

function isMissing(error: unknown): boolean {
  return ((error as Error).cause as NodeJS.ErrnoException | undefined)?.code === 'ENOENT';
}
