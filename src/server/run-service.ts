import { writeFileSync } from 'node:fs';
import { type Config, loadConfig } from '../config.ts';
import { reasonOf, ServiceError } from '../errors.ts';
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

/** The reason why the service could not start, as a sentence for the person who started it. */
export function startupError(error: unknown, config: Pick<Config, 'HOST' | 'PORT'> | undefined): string {
  if (error instanceof ServiceError) return reasonOf(error);
  const { code, message = String(error) } = error as { code?: string; message?: string };
  const where = `HOST ${config?.HOST}, PORT ${config?.PORT}`;
  if (code === 'EADDRINUSE') return `Expected a free address to listen on, got one in use: ${where}.`;
  if (code === 'EACCES') return `Expected an address this user may listen on, got one it may not: ${where}.`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return `Expected an address of this machine to listen on, got another: ${where}.`;
  }
  return `The service could not start: ${message}`;
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
