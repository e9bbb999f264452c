import { loadConfig } from '../../config.ts';
import { serve } from '../serve.ts';
import { keepMemoryOutOfCrashDumps } from './core-dumps.ts';
import { startFailure } from './startup-error.ts';

/** Starts the service in this process. When it cannot start, says why in a sentence and ends the process with 1. */
export async function runService(): Promise<void> {
  let config: ReturnType<typeof loadConfig> | undefined;
  keepMemoryOutOfCrashDumps();
  try {
    config = loadConfig();
    await serve(config);
  } catch (error) {
    process.stderr.write(`${startFailure(error, config)}\n`);
    process.exit(1);
  }
}
