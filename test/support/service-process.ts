import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../src/config.ts';
import { COMPACT_ENV } from './small-models.ts';

/** The service in its own process, as `npm start` runs it but on the compact model. */
export interface ServiceProcess {
  readonly child: ChildProcess;
  readonly stdout: () => string;
  readonly stderr: () => string;
  readonly exited: Promise<number | null>;
  /** Resolves with the first match in what was written to stdout; rejects when the process ends before. */
  seen(pattern: RegExp): Promise<RegExpExecArray>;
}

export async function temporaryFolder(): Promise<{ path: string; remove: () => Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'claims-'));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

export function startService(env: Record<string, string>): ServiceProcess {
  const { PATH = '' } = process.env;
  const child = spawn(process.execPath, ['dist/src/server/main.js'], {
    cwd: PACKAGE_ROOT,
    env: { PATH, PORT: '0', ...COMPACT_ENV, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    stdout += chunk;
  });
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    stderr += chunk;
  });
  const exited = once(child, 'close').then(([code]) => code as number | null);
  const seen = (pattern: RegExp) =>
    new Promise<RegExpExecArray>((resolve, reject) => {
      const look = () => {
        const match = pattern.exec(stdout);
        if (match !== null) resolve(match);
      };
      child.stdout.on('data', look);
      exited.then((code) => reject(new Error(`ended with ${code} before ${pattern}: ${stdout}${stderr}`)));
      look();
    });
  return { child, stdout: () => stdout, stderr: () => stderr, exited, seen };
}

/** The address and the first key of a service, once it is ready. */
export async function addressAndKey({ seen }: ServiceProcess): Promise<{ url: string; key: string }> {
  const key = (await seen(/^ {2}(cvs_\w+)$/m))[1]!;
  const url = (await seen(/Server listening at (http:[^"]+)"/))[1]!;
  await seen(/"msg":"ready"/);
  return { url, key };
}
