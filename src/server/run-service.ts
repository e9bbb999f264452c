import { writeFileSync } from 'node:fs';
import { type Config, loadConfig } from '../config.ts';
import { startupError } from './lifecycle/startup-error.ts';
import { serve } from './start-service.ts';

/** Starts the service in this process. If it cannot start, writes the reason to stderr and exits with code 1. */
export async function runService(): Promise<void> {
  let config: Config | undefined;
  excludeMemoryFromCoreDumps();
  try {
    config = loadConfig();
    await serve(config);
  } catch (error) {
    process.stderr.write(`${startupError(error, config)}\n`);
    process.exit(1);
  }
}

/**
 * Keeps this process's memory out of core dumps on Linux: it holds keys, claims and sources. Writes a warning to stderr
 * if the system does not allow it.
 */
function excludeMemoryFromCoreDumps(): void {
  if (process.platform !== 'linux') return;
  try {
    // A bit mask of the kinds of memory mapping to dump (man 5 core).
    writeFileSync('/proc/self/coredump_filter', '0');
  } catch (error) {
    process.stderr.write(`Core dumps of this process may contain keys and texts: ${(error as Error).message}\n`);
  }
}
