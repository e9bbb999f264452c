import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export interface ModelToLoad {
  readonly dir: string;
  readonly sealed: boolean;
}

/** What loading came to: undefined where the model was loaded and used, or refused in a sentence. */
export type Loaded = { readonly fault: string | undefined };

const LOAD_MODEL = fileURLToPath(new URL('./load-model.js', import.meta.url));
/** Loading takes a second. */
const LOAD_MS = 60_000;

let child: ChildProcess | undefined;

/** Loads a model directory in a process of its own. Rejects when that process ends, hangs, or fails in another way. */
export async function loadApart(model: ModelToLoad): Promise<void> {
  child ??= fork(LOAD_MODEL, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const mine = child;
  const over = new AbortController();
  const answered = once(mine, 'message', { signal: over.signal }).then(([loaded]) => (loaded as Loaded).fault);
  const ended = once(mine, 'exit', { signal: over.signal }).then(
    ([code, signal]) => `expected a refusal, but the process that loaded it ended with ${signal ?? code}`,
  );
  const late = AbortSignal.timeout(LOAD_MS);
  const timedOut = once(late, 'abort', { signal: over.signal }).then(() => `expected an end within ${LOAD_MS} ms`);
  mine.send(model);
  const outcomes = [answered, ended, timedOut];
  const fault = await Promise.race(outcomes).finally(() => over.abort());
  await Promise.allSettled(outcomes);
  if (fault === undefined) return;
  endLoader();
  throw new Error(fault);
}

/** Ends the process, so that the next load gets a new one. */
export function endLoader(): void {
  child?.kill('SIGKILL');
  child = undefined;
}
