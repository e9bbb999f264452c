import { setMaxListeners } from 'node:events';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { reasonOf, ServiceError } from '../src/errors.ts';

const SIGNAL_EXIT_CODES = { SIGINT: 130, SIGTERM: 143 } as const;
type StopSignal = keyof typeof SIGNAL_EXIT_CODES;

/** Thrown through a run that SIGINT or SIGTERM ended. */
class Stopped extends Error {
  readonly signal: StopSignal;

  constructor(signal: StopSignal, outcome: string) {
    super(`Stopped by ${signal}; ${outcome}.`);
    this.signal = signal;
  }
}

/**
 * Aborted by the first SIGINT or SIGTERM; a second one ends the process at once, as it would without this. `outcome`
 * ends the sentence that the person who stopped the run reads: what is kept of it, and how to go on.
 */
export function stopSignal(outcome: string): AbortSignal {
  const controller = new AbortController();
  // Every row in flight listens.
  setMaxListeners(0, controller.signal);
  for (const signal of Object.keys(SIGNAL_EXIT_CODES) as StopSignal[]) {
    process.once(signal, () => controller.abort(new Stopped(signal, outcome)));
  }
  return controller.signal;
}

/** What a run that reads pairs leaves behind when it is stopped. */
export function keptPairs(scores: string | undefined): string {
  if (scores === undefined) return 'nothing of this run is kept. With --scores FILE the pairs that were read would be';
  return `the pairs read so far are kept in ${scores}: the same command goes on from there`;
}

/** What to say, and with which code to end, after a run failed. A reader that went away (EPIPE) needs no words. */
function failureOf(error: unknown): { message: string | undefined; exitCode: number } {
  if (error instanceof Stopped) return { message: error.message, exitCode: SIGNAL_EXIT_CODES[error.signal] };
  if ((error as NodeJS.ErrnoException).code === 'EPIPE') return { message: undefined, exitCode: 1 };
  if (error instanceof ServiceError) return { message: reasonOf(error), exitCode: 1 };
  return { message: error instanceof Error ? error.message : String(error), exitCode: 1 };
}

/** Runs a command with the arguments of this process. What goes wrong is told in a sentence, and by the exit code. */
export async function runCommandLine(command: Command): Promise<void> {
  try {
    await command.parseAsync();
  } catch (error) {
    const { message, exitCode } = failureOf(error);
    if (message !== undefined) process.stderr.write(`${message}\n`);
    process.exitCode = exitCode;
  }
}

class RequiredOption extends Option {}

/**
 * An option that must be given. Commander looks for its own required options before it looks for unknown ones, so that a
 * misspelt name would be reported as a missing one; this is looked for by `checkRequired`, which comes last.
 */
export function required(flags: string, description: string): Option {
  return new RequiredOption(flags, `${description} (required)`);
}

/** Ends the process with a sentence when a required option of the command is missing. */
export function checkRequired(command: Command): void {
  const missing = command.options.find(
    (option) => option instanceof RequiredOption && command.getOptionValue(option.attributeName()) === undefined,
  );
  if (missing !== undefined) command.error(`error: required option '${missing.flags}' not specified`);
}

/** Adds examples to the help of a command: lines without the name of the program. */
export function withExamples(command: Command, ...examples: readonly string[]): Command {
  return command.addHelpText('after', `\nExamples:\n${examples.map((line) => `  claim-verifier ${line}`).join('\n')}`);
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

/** "1 row", "2 rows" */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
