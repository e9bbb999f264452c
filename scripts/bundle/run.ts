import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const exec = promisify(execFile);
/** npm's list of components is the longest output: a megabyte or two. */
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;

export interface RunOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs a program without a shell; resolves with its standard output, rejects with its error output. */
export async function run(program: string, args: readonly string[], { cwd, env }: RunOptions): Promise<string> {
  try {
    const { stdout } = await exec(program, [...args], {
      cwd,
      env: { ...process.env, ...env },
      maxBuffer: MAX_OUTPUT_BYTES,
    });
    return stdout;
  } catch (cause) {
    const { stderr = '' } = cause as { stderr?: string };
    throw new Error(`${program} ${args[0]} failed: ${stderr.trim() || (cause as Error).message}`, { cause });
  }
}
