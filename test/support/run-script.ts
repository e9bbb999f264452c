import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs one of scripts/*.ts as its own process. */
export async function runScript(script: string, args: readonly string[], input = ''): Promise<Finished> {
  const path = new URL(`../../scripts/${script}`, import.meta.url).pathname;
  const child = spawn(process.execPath, ['--import', 'tsx', path, ...args], { stdio: 'pipe' });
  const output = Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  const [stdout, stderr] = await output;
  return { code: child.exitCode, stdout, stderr };
}
