import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

export interface Service {
  readonly url: string;
  readonly key: string;
  readonly readyMs: number;
  readonly pid: number;
  /** Undefined while it runs; then how it ended. */
  readonly ending: () => string | undefined;
  /** Values of /metrics by name, labels included. Reading resets the event loop's delay. */
  metrics(): Promise<ReadonlyMap<string, number>>;
  withAnotherKey(): Promise<Service>;
  stop(): Promise<void>;
}

const SERVER = fileURLToPath(new URL('../../src/server/main.js', import.meta.url));
const ADDRESS = /listening at (http:[^"]+)"/;
const START_TIMEOUT_MS = 120_000;
const POLL_INTERVAL_MS = 20;

export function residentMb(metrics: ReadonlyMap<string, number>): number {
  return (metrics.get('process_resident_memory_bytes') ?? Number.NaN) / 1e6;
}

/** Starts the server on a free port with empty stores; `env` adds settings. Rejects when it does not become ready. */
export async function startService(env: Readonly<Record<string, string>>, signal: AbortSignal): Promise<Service> {
  const adminToken = randomUUID();
  const folder = await mkdtemp(join(tmpdir(), 'bench-'));
  const startedAt = performance.now();
  const child = spawn(process.execPath, [SERVER], {
    env: {
      ...process.env,
      PORT: '0',
      DATA_DIR: folder,
      RATE_LIMIT_PER_MINUTE: '1000000',
      ADMIN_TOKEN: adminToken,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
    signal,
    killSignal: 'SIGTERM',
  });
  child.on('error', () => undefined);
  const stop = async () => {
    child.kill('SIGTERM');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'close');
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const url = await addressOf(child);
    await ready(url, signal);
    const readyMs = performance.now() - startedAt;
    // The first key of a service on loopback has its own limit.
    const newKeyHere = () => newKey(url, env.ADMIN_TOKEN ?? adminToken);
    const key = await newKeyHere();
    const ending = () => child.signalCode ?? child.exitCode?.toString() ?? undefined;
    const service = { url, key, readyMs, pid: child.pid!, ending, stop, metrics: () => readMetrics(url) };
    const withAnotherKey = async () => ({ ...service, withAnotherKey, key: await newKeyHere() });
    return { ...service, withAnotherKey };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function addressOf(child: ChildProcess): Promise<string> {
  let seen = '';
  const closed = once(child, 'close').then(([code]) => {
    throw new Error(`The service exited with code ${code} before it was ready.`);
  });
  const said = new Promise<string>((resolve) => {
    // Keeps reading after it is found: a full pipe would block the service.
    child.stdout!.setEncoding('utf8').on('data', (chunk: string) => {
      seen = (seen + chunk).slice(-10_000);
      const [, url] = ADDRESS.exec(seen) ?? [];
      if (url !== undefined) resolve(url);
    });
  });
  return Promise.race([said, closed]);
}

async function ready(url: string, signal: AbortSignal): Promise<void> {
  const deadline = performance.now() + START_TIMEOUT_MS;
  while (performance.now() < deadline) {
    if ((await fetch(`${url}/health/ready`, { signal })).ok) return;
    await sleep(POLL_INTERVAL_MS, undefined, { signal });
  }
  throw new Error(`The service was not ready after ${START_TIMEOUT_MS / 1000} seconds.`);
}

async function newKey(url: string, adminToken: string): Promise<string> {
  const response = await fetch(`${url}/admin/v1/keys`, {
    method: 'POST',
    headers: { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'another customer' }),
  });
  if (!response.ok) throw new Error(`A key: expected status 201, got ${response.status}: ${await response.text()}`);
  return ((await response.json()) as { key: string }).key;
}

async function readMetrics(url: string): Promise<ReadonlyMap<string, number>> {
  const response = await fetch(`${url}/metrics`);
  const body = await response.text();
  if (!response.ok) throw new Error(`/metrics: expected status 200, got ${response.status}: ${body.slice(0, 200)}`);
  const lines = body.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]),
  );
}
