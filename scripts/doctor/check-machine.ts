import { readFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { availableCpus, memoryLimit } from '../../src/index.ts';
import type { PackageFacts } from '../../src/package.ts';
import { type Finding, ok, warning } from './finding.ts';

/** Of the process with the bundled models under load; below it the system may end the process. */
const LEAST_MEMORY_BYTES = 1_000_000_000;

/** Node's version against the range of package.json, which is of the form ">=20.11". */
export function checkNode({ engines }: PackageFacts, version: string = process.versions.node): Finding {
  const [major = 0, minor = 0] = numbers(version);
  const [leastMajor = 0, leastMinor = 0] = numbers(engines.node);
  const fits = major > leastMajor || (major === leastMajor && minor >= leastMinor);
  if (fits) return ok('Node', `${version} (needs ${engines.node})`);
  return { mark: 'error', subject: 'Node', text: `expected ${engines.node}, got ${version}. Install a newer Node.` };
}

function numbers(version: string): number[] {
  return version.match(/\d+/g)?.map(Number) ?? [];
}

/** What the processor can do for 8-bit models; `cpuinfo` is /proc/cpuinfo of Linux, undefined elsewhere. */
export function checkProcessor(cpuinfo: string | undefined = readCpuinfo()): Finding {
  const name = cpus()[0]?.model.trim() || 'a processor without a name';
  if (cpuinfo === undefined || process.arch !== 'x64') return ok('processor', `${name}, ${process.arch}`);
  const flags = new Set(/^flags\s*:(.*)$/m.exec(cpuinfo)?.[1]?.trim().split(/\s+/));
  const known = ['avx2', 'avx512f', 'avx512_vnni', 'avx_vnni'].filter((flag) => flags.has(flag));
  if (!flags.has('avx2'))
    return warning('processor', `${name} has no AVX2: models run many times slower. Use a machine with AVX2 or a GPU.`);
  if (!flags.has('avx512_vnni') && !flags.has('avx_vnni'))
    return ok('processor', `${name}: ${known.join(', ')}; without VNNI 8-bit models run slower than README.md says`);
  return ok('processor', `${name}: ${known.join(', ')}`);
}

function readCpuinfo(): string | undefined {
  try {
    return readFileSync('/proc/cpuinfo', 'utf8');
  } catch {
    return undefined;
  }
}

/** CPUs and memory that this process may use: the container's, not the host's. */
export function checkQuota(): Finding[] {
  const memory = memoryLimit();
  const shown = `${(memory / 1e9).toFixed(1)} GB may be used`;
  return [
    ok('CPUs', `${availableCpus()} may be used, of ${availableParallelism()}`),
    memory >= LEAST_MEMORY_BYTES
      ? ok('memory', shown)
      : warning('memory', `${shown}; the bundled models want 1 GB or more. Raise the memory limit.`),
  ];
}
