import { writeFileSync } from 'node:fs';

/**
 * Linux writes no memory of this process into a core file, whoever collects those: keys, claims and sources are in it.
 * Says so on standard error where the system does not let it.
 */
export function keepMemoryOutOfCrashDumps(filter = '/proc/self/coredump_filter'): void {
  if (process.platform !== 'linux') return;
  try {
    // One bit per kind of memory mapping (man 5 core).
    writeFileSync(filter, '0');
  } catch (error) {
    process.stderr.write(`A core file of this process may hold keys and texts: ${(error as Error).message}\n`);
  }
}
