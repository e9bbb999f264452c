import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { onTestFinished } from 'vitest';
import { TINY_ENV } from '../../support/small-models.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
export const SERVER = join(ROOT, 'dist', 'src', 'server', 'main.js');

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies by path.
  readonly body: any;
}

/** The compiled service in its own process, as an orchestrator runs it, on the tiny model. */
export interface Service {
  readonly process: ChildProcess;
  readonly dataDir: string;
  readonly log: () => string;
  /** Resolves once it listens, with its port; rejects when it ends before. */
  readonly port: Promise<number>;
  readonly key: Promise<string>;
  /** Resolves when it is gone: its exit code, or null and the signal that ended it. */
  readonly exited: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  get(path: string): Promise<Answer>;
  verify(claim?: string, source?: string): Promise<Answer>;
  ready(status?: number): Promise<void>;
}

export interface ServiceOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Modules of support/ loaded before the service, in its workers too. */
  readonly preload?: readonly string[];
  /** Program and arguments that run the service, such as a namespace; it must end up as the same process. */
  readonly within?: readonly string[];
}

export const SOURCE = 'The company employs 350 people. It was founded in 1990.';
export const CLAIM = 'It was founded in 1990.';

export function startService({ env = {}, preload = [], within = [] }: ServiceOptions = {}): Service {
  const dataDir = mkdtempSync(join(tmpdir(), 'operations-'));
  const imports = preload.flatMap((name) => ['--import', pathToFileURL(join(import.meta.dirname, name)).href]);
  const own = { PATH: process.env.PATH ?? '', PORT: '0', DATA_DIR: dataDir, EXECUTION_PROVIDER: 'cpu' };
  const [program = '', ...args] = [...within, process.execPath, ...imports, SERVER];
  const child = spawn(program, args, {
    env: { ...own, ...TINY_ENV, RATE_LIMIT_PER_MINUTE: '100000', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(child, 'exit').then(([code, signal]) => ({ code, signal }));
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await exited;
    rmSync(dataDir, { recursive: true, force: true });
  });
  const output = followOutput(child);
  const port = output.find(/Server listening at http:\/\/[\w.:[\]]*?:(\d+)"/).then(Number);
  const key = output.find(/^ {2}(cvs_\S+)$/m);
  for (const promise of [port, key]) promise.catch(() => undefined);
  return { process: child, dataDir, log: output.text, port, key, exited, ...client(port, key) };
}

function client(port: Promise<number>, key: Promise<string>) {
  const ask = async (path: string, init: RequestInit = {}): Promise<Answer> => {
    const answer = await fetch(`http://127.0.0.1:${await port}${path}`, init);
    const text = await answer.text();
    const json = answer.headers.get('content-type')?.includes('json') === true;
    return { status: answer.status, headers: answer.headers, body: json ? JSON.parse(text) : text };
  };
  return {
    get: (path: string) => ask(path),
    verify: async (claim = CLAIM, source = SOURCE) =>
      ask('/v1/verify', {
        method: 'POST',
        headers: { authorization: `Bearer ${await key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ claim, grounding_source: source }),
      }),
    ready: async (status = 200) => {
      while ((await ask('/health/ready')).status !== status) await new Promise((resolve) => setTimeout(resolve, 20));
    },
  };
}

/** Resolves with the first group of the first match in what a process writes; rejects when it ends without one. */
function followOutput(child: ChildProcess) {
  let text = '';
  const waiting = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      for (const look of waiting) look();
    });
  }
  const find = (pattern: RegExp) =>
    new Promise<string>((resolve, reject) => {
      const look = () => {
        const found = pattern.exec(text)?.[1];
        if (found === undefined) return;
        waiting.delete(look);
        resolve(found);
      };
      waiting.add(look);
      child.once('close', () => reject(new Error(`The service ended before it wrote ${pattern}:\n${text}`)));
      look();
    });
  return { text: () => text, find };
}
