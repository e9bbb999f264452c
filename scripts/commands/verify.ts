import { extname } from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import { loadConfig, verifierSettings } from '../../src/config.ts';
import { createVerifier } from '../../src/index.ts';
import { STANDARD_STREAM } from '../batch/open-input.ts';
import { parseShard, type Shard } from '../batch/shard.ts';
import type { Format } from '../batch/split-records.ts';
import { verifyFile } from '../batch/verify-file.ts';
import { counted, required, stopSignal, wholeNumber, withExamples } from '../command-line.ts';

/** `claim-verifier verify --input claims.jsonl --output verdicts.jsonl`: verifies the claims in a file, offline. */
interface Flags {
  readonly input: string;
  readonly output: string;
  readonly inputFormat?: Format;
  readonly outputFormat?: Format;
  readonly escapeFormulas?: true;
  readonly resume?: true;
  readonly shard: Shard;
  readonly concurrency: number;
}

const EXIT_CODES = `
Exit codes: 0 every row has a verdict; 2 some rows are error rows; 1 the run failed; 130 or 143 the run was stopped.
--resume continues a stopped or killed run. The file OUTPUT.state beside the output identifies the run.`;

export function verifyCommand(): Command {
  const command = new Command('verify')
    .description(
      'Verifies the claims in a JSONL or CSV file with the columns claim and grounding_source. Other columns are copied to the output.',
    )
    .addOption(required('--input <file>', 'file to read; - for standard input'))
    .addOption(new Option('--output <file>', 'file to write').default(STANDARD_STREAM, 'standard output'))
    .addOption(format('--input-format <format>', 'default: CSV for names that end in .csv, otherwise JSONL'))
    .addOption(format('--output-format <format>', 'default: by the name of the output file'))
    .option('--escape-formulas', 'put an apostrophe before CSV cells that a spreadsheet would take for formulas')
    .option('--resume', 'continue an earlier run with the same input and output')
    .addOption(
      new Option('--shard <i/n>', 'verify only part i of n parts, counted from 0')
        .argParser(shard)
        .default({ index: 0, count: 1 }, 'all rows'),
    )
    .option('--concurrency <rows>', 'rows verified at the same time', wholeNumber(1, 10_000), 32)
    .action((flags: Flags) => run(flags, command));
  return withExamples(
    command,
    'verify --input claims.jsonl --output verdicts.jsonl --resume',
    'verify --input claims.csv --output verdicts.csv --shard 0/4',
    'verify --input - < claims.jsonl',
  ).addHelpText('after', EXIT_CODES);
}

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

async function run(flags: Flags, command: Command): Promise<void> {
  const toFile = flags.output !== STANDARD_STREAM;
  if (flags.resume && !toFile) {
    command.error('error: --resume needs --output FILE, got standard output');
  }
  // The concurrency option limits the rows in flight, so the verifier's queue must not refuse any.
  const settings = { ...verifierSettings(loadConfig()), maxQueueMs: Number.MAX_SAFE_INTEGER };
  const inputFormat = flags.inputFormat ?? formatOf(flags.input);
  const outputFormat = flags.outputFormat ?? formatOf(flags.output);
  const outcome = toFile
    ? 'run the same command with --resume to continue'
    : 'the rows written are complete. Use --output FILE to be able to resume a run';
  const { rows, errors } = await verifyFile(
    {
      ...flags,
      resume: flags.resume ?? false,
      inputFormat,
      outputFormat,
      escapeFormulas: flags.escapeFormulas === true && outputFormat === 'csv',
    },
    { openVerifier: () => createVerifier(settings), stderr: process.stderr, signal: stopSignal(outcome) },
  );
  const ending = errors === 0 ? 'each with a verdict' : `${errors} of them with an error instead of a verdict`;
  process.stderr.write(`${counted(rows, 'row')} written, ${ending}.\n`);
  process.exitCode = errors === 0 ? 0 : 2;
}
