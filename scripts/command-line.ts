import { setMaxListeners } from 'node:events';
import { InvalidArgumentError } from 'commander';

const SIGNAL_EXIT_CODES = { SIGINT: 130, SIGTERM: 143 } as const;
type StopSignal = keyof typeof SIGNAL_EXIT_CODES;

/** Thrown through a run that SIGINT or SIGTERM ended. */
class Stopped extends Error {
  readonly signal: StopSignal;

  constructor(signal: StopSignal) {
    super(`Stopped by ${signal}; --resume goes on from here.`);
    this.signal = signal;
  }
}

/** Aborted by the first SIGINT or SIGTERM; a second one ends the process at once, as it would without this. */
export function stopSignal(): AbortSignal {
  const controller = new AbortController();
  // Every row in flight listens.
  setMaxListeners(0, controller.signal);
  for (const signal of Object.keys(SIGNAL_EXIT_CODES) as StopSignal[]) {
    process.once(signal, () => controller.abort(new Stopped(signal)));
  }
  return controller.signal;
}

/** What to say, and with which code to end, after a run failed. A reader that went away (EPIPE) needs no words. */
export function failureOf(error: unknown): { message: string | undefined; exitCode: number } {
  if (error instanceof Stopped) return { message: error.message, exitCode: SIGNAL_EXIT_CODES[error.signal] };
  if ((error as NodeJS.ErrnoException).code === 'EPIPE') return { message: undefined, exitCode: 1 };
  return { message: error instanceof Error ? error.message : String(error), exitCode: 1 };
}

/** Reads an option's value as a whole number within bounds. */
export function wholeNumber(low: number, high: number): (text: string) => number {
  return (text) => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= low && value <= high) return value;
    throw new InvalidArgumentError(`Expected a whole number from ${low} to ${high}.`);
  };
}

/** Reads an option's value as whole numbers within bounds, separated by commas. */
export function listOfWholeNumbers(low: number, high: number): (text: string) => number[] {
  const read = wholeNumber(low, high);
  return (text) => text.split(',').map((part) => read(part.trim()));
}
