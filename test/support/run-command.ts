import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `claim-verifier` with arguments as its own process, from its sources; `env` adds settings. */
export async function runCommand(
  args: readonly string[],
  { input = '', env = {} }: { input?: string; env?: Readonly<Record<string, string>> } = {},
): Promise<Finished> {
  const path = new URL('../../scripts/claim-verifier.ts', import.meta.url).pathname;
  const options = { stdio: 'pipe', env: { ...process.env, ...env } } as const;
  const child = spawn(process.execPath, ['--import', 'tsx', path, ...args], options);
  const output = Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  const [stdout, stderr] = await output;
  return { code: child.exitCode, stdout, stderr };
}
