import { setMaxListeners } from 'node:events';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { reasonOf, ServiceError } from '../contract/errors.ts';
import { InputError } from '../contract/input-error.ts';
import { printable, printableJson, printableLines } from '../printable.ts';

const SIGNAL_EXIT_CODES = { SIGINT: 130, SIGTERM: 143 } as const;
type StopSignal = keyof typeof SIGNAL_EXIT_CODES;

/** The run was stopped by SIGINT or SIGTERM. */
class Stopped extends Error {
  readonly signal: StopSignal;

  constructor(signal: StopSignal, outcome: string) {
    super(`Stopped by ${signal}; ${outcome}.`);
    this.signal = signal;
  }
}

/**
 * Aborted by the first SIGINT or SIGTERM; a second one ends the process at once. `outcome` completes the message to the
 * user: what was kept of the run, and how to continue it.
 */
export function stopSignal(outcome: string): AbortSignal {
  const controller = new AbortController();
  // Every row in flight adds a listener.
  setMaxListeners(0, controller.signal);
  for (const signal of Object.keys(SIGNAL_EXIT_CODES) as StopSignal[]) {
    process.once(signal, () => controller.abort(new Stopped(signal, outcome)));
  }
  return controller.signal;
}

/** Outcome of a stopped run that scores pairs. */
export function keptPairs(scores: string | undefined): string {
  if (scores === undefined) return 'nothing of this run was kept. Use --scores FILE to keep the scores of a run';
  return `the scores so far were kept in ${scores}. Run the same command again to continue`;
}

function failureOf(error: unknown): { message: string | undefined; exitCode: number } {
  if (error instanceof Stopped) return { message: error.message, exitCode: SIGNAL_EXIT_CODES[error.signal] };
  if ((error as NodeJS.ErrnoException).code === 'EPIPE') return { message: undefined, exitCode: 1 };
  if (error instanceof ServiceError) return { message: `${reasonOf(error)}${flagsOf(error)}`, exitCode: 1 };
  if (error instanceof InputError) return { message: `${error.message}${flagsOf(error)}`, exitCode: 1 };
  return { message: printable(error instanceof Error ? error.message : String(error)), exitCode: 1 };
}

/** The flags of options with which a file can be read, whoever could not read it: this process or a service. */
function flagsOf(error: ServiceError | InputError): string {
  const [option] = error instanceof InputError ? error.options : [error.details?.field];
  if (option === 'encoding') return ' (--encoding)';
  return option === 'claim_column' ? ' (--claim-column, --source-column)' : '';
}

export async function runCommandLine(command: Command): Promise<void> {
  try {
    await command.parseAsync();
  } catch (error) {
    const { message, exitCode } = failureOf(error);
    if (message !== undefined) printLines(process.stderr, [message]);
    process.exitCode = exitCode;
  }
}

class RequiredOption extends Option {}

/** A required option, checked by `checkRequired`: Commander would report a misspelt name as a missing option. */
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

export function withExamples(command: Command, ...examples: readonly string[]): Command {
  return command.addHelpText('after', `\nExamples:\n${examples.map((line) => `  claim-verifier ${line}`).join('\n')}`);
}

export function wholeNumber(low: number, high: number): (text: string) => number {
  return (text) => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= low && value <= high) return value;
    throw new InvalidArgumentError(`Expected a whole number from ${low} to ${high}.`);
  };
}

export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

export const JSON_FLAG = ['--json', 'print one line of JSON and nothing else'] as const;

export function print(options: { readonly json?: boolean }, json: unknown, lines: readonly string[]): void {
  if (options.json) process.stdout.write(`${printableJson(JSON.stringify(json))}\n`);
  else printLines(process.stdout, lines);
}

export function printLines(stream: NodeJS.WritableStream, lines: readonly string[]): void {
  stream.write(`${lines.map(printableLines).join('\n')}\n`);
}
