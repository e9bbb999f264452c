import { setInterval } from 'node:timers';
import { assertUnchanged, type FileSeal } from './model-directory.ts';

/** Files of one model directory that the runtime maps while it runs. */
export interface MappedFiles {
  readonly dir: string;
  readonly seals: readonly FileSeal[];
}

/**
 * Looks at mapped files every `intervalMs` and tells once when one was written to: the scores of a running service would
 * follow it. A file that is gone changes nothing that is mapped. Returns what ends the watch, which keeps no process
 * alive.
 */
export function watchFiles(
  mapped: readonly MappedFiles[],
  intervalMs: number,
  onChange: (message: string) => void,
): () => void {
  const timer = setInterval(async () => {
    try {
      for (const { dir, seals } of mapped) await assertUnchanged(dir, seals);
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
