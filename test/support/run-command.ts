import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The file that Node runs for `claim-verifier`, as built by `build-first.ts`. */
export const COMMAND = new URL('../../dist/src/cli/claim-verifier.js', import.meta.url).pathname;

/** Runs `claim-verifier` with arguments as its own process; `env` adds settings. */
export async function runCommand(
  args: readonly string[],
  { input = '', env = {} }: { input?: string; env?: Readonly<Record<string, string>> } = {},
): Promise<Finished> {
  const options = { stdio: 'pipe', env: { ...process.env, ...env } } as const;
  const child = spawn(process.execPath, [COMMAND, ...args], options);
  const output = Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  const [stdout, stderr] = await output;
  return { code: child.exitCode, stdout, stderr };
}
