import { existsSync, readFileSync } from 'node:fs';

const SCHEDULED = `/proc/self/task/${process.pid}/schedstat`;
const [NS_PER_MS, US_PER_MS] = [1e6, 1e3];

/**
 * Milliseconds that the main thread of this process has worked, native functions included, which counts of executed code do
 * not see. Where the system does not tell: of all threads.
 */
export function mainThreadCpuMs(): number {
  if (existsSync(SCHEDULED)) return Number(readFileSync(SCHEDULED, 'utf8').split(' ')[0]) / NS_PER_MS;
  const { user, system } = process.cpuUsage();
  return (user + system) / US_PER_MS;
}
