import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { availableParallelism, cpus } from 'node:os';
import { type Config, localUrl } from '../../config.ts';
import { availableCpus, memoryLimit } from '../../index.ts';
import type { PackageFacts } from '../../package.ts';
import { type Finding, failed, ok, warning } from './finding.ts';

/** Memory that the process needs with the bundled models under load; with less, the kernel may kill it. */
const MIN_MEMORY_BYTES = 1_000_000_000;

/** Node's version against the range of package.json, which is of the form ">=20.19". */
export function checkNode({ engines }: PackageFacts, version: string = process.versions.node): Finding {
  const [major = 0, minor = 0] = numbers(version);
  const [minMajor = 0, minMinor = 0] = numbers(engines.node);
  const fits = major > minMajor || (major === minMajor && minor >= minMinor);
  if (fits) return ok('Node', `${version} (needs ${engines.node})`);
  return { mark: 'error', subject: 'Node', text: `expected ${engines.node}, got ${version}. Install a newer Node.` };
}

function numbers(version: string): number[] {
  return version.match(/\d+/g)?.map(Number) ?? [];
}

/** Processor features that 8-bit models use; `cpuinfo` is /proc/cpuinfo on Linux, undefined elsewhere. */
export function checkProcessor(cpuinfo: string | undefined = readCpuinfo()): Finding {
  const name = cpus()[0]?.model.trim() || 'unknown processor';
  if (cpuinfo === undefined || process.arch !== 'x64') return ok('processor', `${name}, ${process.arch}`);
  const flags = new Set(/^flags\s*:(.*)$/m.exec(cpuinfo)?.[1]?.trim().split(/\s+/));
  const known = ['avx2', 'avx512f', 'avx512_vnni', 'avx_vnni'].filter((flag) => flags.has(flag));
  if (!flags.has('avx2'))
    return warning('processor', `${name} has no AVX2: models are many times slower. Use a machine with AVX2 or a GPU.`);
  if (!flags.has('avx512_vnni') && !flags.has('avx_vnni'))
    return ok(
      'processor',
      `${name}: ${known.join(', ')}; without VNNI, 8-bit models are slower than stated in README.md`,
    );
  return ok('processor', `${name}: ${known.join(', ')}`);
}

function readCpuinfo(): string | undefined {
  try {
    return readFileSync('/proc/cpuinfo', 'utf8');
  } catch {
    return undefined;
  }
}

export function checkQuota(): Finding[] {
  const memory = memoryLimit();
  const shown = `${(memory / 1e9).toFixed(1)} GB available`;
  return [
    ok('CPUs', `${availableCpus()} of ${availableParallelism()} available`),
    memory >= MIN_MEMORY_BYTES
      ? ok('memory', shown)
      : warning('memory', `${shown}; the bundled models need at least 1 GB. Raise the memory limit.`),
  ];
}

const RESPONSE_TIMEOUT_MS = 1000;

type Listening = Pick<Config, 'HOST' | 'PORT' | 'METRICS_PORT' | 'ADMIN_PORT'>;

export async function checkPorts({ HOST, PORT, METRICS_PORT, ADMIN_PORT }: Listening): Promise<Finding[]> {
  const running = await serviceAnswers(HOST, PORT);
  // 0 means any free port for the API, and no port of their own for the others.
  const ports = [PORT, ...[METRICS_PORT, ADMIN_PORT].filter((port) => port !== 0)];
  return Promise.all(ports.map((port) => checkPort(HOST, port, running)));
}

async function checkPort(host: string, port: number, running: boolean): Promise<Finding> {
  const subject = port === 0 ? 'port' : `port ${port}`;
  const server = createServer();
  try {
    server.listen(port, host);
    await once(server, 'listening');
    return ok(subject, port === 0 ? `any free port at ${host}` : `free at ${host}`);
  } catch (error) {
    if (running) return ok(subject, `in use at ${host} by this service, which is running already`);
    return failed(subject, error, 'Stop the process that uses this port, or set another port or HOST.');
  } finally {
    server.close();
  }
}

async function serviceAnswers(host: string, port: number): Promise<boolean> {
  const url = `${localUrl(host, port)}/health/live`;
  const answer = await fetch(url, { signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS) }).catch(() => undefined);
  return answer?.ok === true && answer.headers.has('x-request-id');
}
