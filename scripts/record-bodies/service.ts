import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export const ROOT = resolve(import.meta.dirname, '../..');
const SERVER = join(ROOT, 'dist', 'src', 'server', 'main.js');
const KEY = /^ {2}(cvs_\w+)$/m;
const READY = '"msg":"ready"';
const LAST_WORDS = 2_000;
const POLL_MS = 20;

export interface Service {
  readonly ports: Readonly<Record<string, number>>;
  /** The API key of the first start. */
  readonly key: string;
  stop(): Promise<void>;
}

const COMPACT = join(ROOT, 'models', 'claim-nli-compact');
export const MODELS = {
  compact: { MODEL_DIR: COMPACT, EVIDENCE_MODEL_DIR: COMPACT },
  default: {},
} as const;

/** What makes answers depend on the machine, or on how busy it is, is set. */
const STEADY = {
  EXECUTION_PROVIDER: 'cpu',
  WORKERS: '2',
  THREADS_PER_WORKER: '1',
  MAX_QUEUE_MS: '3600000',
  MAX_REQUEST_MS: '3600000',
  SHUTDOWN_NOTICE_MS: '0',
};

/** Starts the built service with a data folder of its own; PORT, and settings with the value `free`, get a free port. */
export async function startService(settings: Readonly<Record<string, string>>): Promise<Service> {
  const ports: Record<string, number> = { PORT: await freePort() };
  for (const [name, value] of Object.entries(settings)) if (value === 'free') ports[name] = await freePort();
  const folder = await mkdtemp(join(tmpdir(), 'record-'));
  const own = { PATH: process.env.PATH ?? '', DATA_DIR: folder };
  const free = Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, String(port)]));
  const env = { ...own, ...STEADY, ...settings, ...free };
  const child = spawn(process.execPath, [SERVER], { env, cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = once(child, 'close');
  let log = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      log += text;
    });
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
  try {
    while (!log.includes(READY)) {
      if (child.exitCode !== null) throw new Error(`The service has ended:\n${log.slice(-LAST_WORDS)}`);
      await sleep(POLL_MS);
    }
  } catch (error) {
    await stop();
    throw error;
  }
  return { ports, key: KEY.exec(log)![1]!, stop };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
