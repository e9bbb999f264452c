import { extname } from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import { loadConfig, verifierSettings } from '../src/config.ts';
import { createVerifier } from '../src/index.ts';
import { STANDARD_STREAM } from './batch/open-input.ts';
import type { Format } from './batch/records.ts';
import { parseShard, type Shard } from './batch/shard.ts';
import { verifyFile } from './batch/verify-file.ts';
import { failureOf, stopSignal, wholeNumber } from './command-line.ts';

/** `npm run verify -- --input claims.jsonl --output verdicts.jsonl`: the API's answers for a whole file, offline. */
interface Flags {
  readonly input: string;
  readonly output: string;
  readonly inputFormat?: Format;
  readonly outputFormat?: Format;
  readonly escapeFormulas: boolean;
  readonly resume: boolean;
  readonly shard: Shard;
  readonly concurrency: number;
}

const EXIT_CODES = `
Exit codes: 0 every row has a verdict; 2 some rows are error rows; 1 the run failed; 130 or 143 it was stopped.
A stopped or killed run goes on where it ended with --resume. OUTPUT.state beside the output tells runs apart.`;

const program = new Command('verify')
  .description('Verifies the claims of a JSONL or CSV file: columns claim, grounding_source, any others go through.')
  .requiredOption('--input <file>', 'file to read; - for standard input')
  .option('--output <file>', 'file to write; - for standard output', STANDARD_STREAM)
  .addOption(format('--input-format <format>', 'by default from the name: .csv is CSV, all else JSONL'))
  .addOption(format('--output-format <format>', 'by default from the name of the output'))
  .option('--escape-formulas', 'put an apostrophe before CSV cells that a spreadsheet would run', false)
  .option('--resume', 'go on where an earlier run with the same input and output ended', false)
  .option('--shard <i/n>', 'verify only part i, from 0, of n parts', shard, { index: 0, count: 1 })
  .option('--concurrency <rows>', 'rows verified at the same time', wholeNumber(1, 10_000), 32)
  .addHelpText('after', EXIT_CODES)
  .showHelpAfterError('(--help lists the options)')
  .action(run);

function format(flags: string, description: string): Option {
  return new Option(flags, description).choices(['jsonl', 'csv']);
}

function shard(text: string): Shard {
  try {
    return parseShard(text);
  } catch (error) {
    throw new InvalidArgumentError((error as Error).message);
  }
}

function formatOf(path: string): Format {
  return extname(path).toLowerCase() === '.csv' ? 'csv' : 'jsonl';
}

async function run(flags: Flags): Promise<void> {
  if (flags.resume && flags.output === STANDARD_STREAM) {
    program.error('error: --resume needs an --output file, got standard output');
  }
  // Rows wait in this process's own bounded window, so the verifier's queue need not refuse any.
  const settings = { ...verifierSettings(loadConfig()), maxQueueMs: Number.MAX_SAFE_INTEGER };
  const inputFormat = flags.inputFormat ?? formatOf(flags.input);
  const outputFormat = flags.outputFormat ?? formatOf(flags.output);
  const escapeFormulas = flags.escapeFormulas && outputFormat === 'csv';
  const { rows, errors } = await verifyFile(
    { ...flags, inputFormat, outputFormat, escapeFormulas },
    { openVerifier: () => createVerifier(settings), stderr: process.stderr, signal: stopSignal() },
  );
  const ending = errors === 0 ? 'every one with a verdict' : `${errors} of them error rows`;
  process.stderr.write(`${rows} rows written, ${ending}.\n`);
  process.exitCode = errors === 0 ? 0 : 2;
}

try {
  await program.parseAsync();
} catch (error) {
  const { message, exitCode } = failureOf(error);
  if (message !== undefined) process.stderr.write(`${message}\n`);
  process.exitCode = exitCode;
}
