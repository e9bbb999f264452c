import { type ChildProcess, spawn } from 'node:child_process';

export interface Result {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

const TIMEOUT_MS = 300_000;

/** Runs a program and collects what it prints. Never rejects for an exit code; a time limit gives the code 124. */
export function run(
  program: string,
  args: readonly string[],
  {
    input = '',
    timeoutMs = TIMEOUT_MS,
    onLine,
  }: { input?: string; timeoutMs?: number; onLine?: (line: string) => void } = {},
): Promise<Result> {
  return collect(start(program, args), { input, timeoutMs, ...(onLine && { onLine }) });
}

export const start = (program: string, args: readonly string[]): ChildProcess =>
  spawn(program, [...args], { stdio: ['pipe', 'pipe', 'pipe'] });

/** Output of a program until it ends. Without `input` the caller closes its standard input. */
export function collect(
  child: ChildProcess,
  { input, timeoutMs = TIMEOUT_MS, onLine }: { input?: string; timeoutMs?: number; onLine?: (line: string) => void },
): Promise<Result> {
  return new Promise((resolve, reject) => {
    let stdout = '';
    let stderr = '';
    let rest = '';
    const timer = setTimeout(() => {
      stderr += `no end within ${timeoutMs} ms`;
      child.kill('SIGKILL');
    }, timeoutMs);
    child.stdout!.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
      const lines = (rest + text).split('\n');
      rest = lines.pop()!;
      for (const line of lines) onLine?.(line);
    });
    child.stderr!.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    // A program that ends early closes its standard input; its exit code shows why.
    child.stdin!.on('error', () => undefined);
    if (input !== undefined) child.stdin!.end(input);
    child.once('error', reject);
    child.once('close', (code) => {
      clearTimeout(timer);
      resolve({ code: code ?? 124, stdout, stderr });
    });
  });
}

/** Standard output of `kubectl`. Throws its error output. */
export async function kubectl(args: readonly string[], input = ''): Promise<string> {
  const { code, stdout, stderr } = await run('kubectl', args, { input });
  if (code !== 0) throw new Error(`kubectl ${args.slice(0, 6).join(' ')}: exit code ${code}: ${stderr.trim()}`);
  return stdout;
}

export async function kubectlJson<T>(args: readonly string[]): Promise<T> {
  return JSON.parse(await kubectl([...args, '-o', 'json'])) as T;
}
