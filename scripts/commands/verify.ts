import { extname } from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import { answerSettings, loadConfig, verifierSettings } from '../../src/config.ts';
import { ANSWER_LIMITS, createVerifier } from '../../src/index.ts';
import { STANDARD_STREAM } from '../batch/open-input.ts';
import { answersWithin, CLAIMS } from '../batch/row-kind.ts';
import { parseShard, type Shard } from '../batch/shard.ts';
import type { Format } from '../batch/split-records.ts';
import { describeVerdicts } from '../batch/verdict-counts.ts';
import { type VerifyFileOptions, verifyFile } from '../batch/verify-file.ts';
import { counted, stopSignal, wholeNumber, withExamples } from '../command-line.ts';

/** `claim-verifier verify --input claims.jsonl --output verdicts.jsonl`: verifies the claims or answers in a file, offline. */
interface Flags {
  readonly input?: string;
  readonly answers?: string;
  readonly output: string;
  readonly inputFormat?: Format;
  readonly outputFormat?: Format;
  readonly escapeFormulas?: true;
  readonly resume?: true;
  readonly shard: Shard;
  readonly concurrency?: number;
}

/** Rows verified at the same time: an answer has many sentences, and each keeps its sources in memory. */
const CLAIMS_AT_A_TIME = 32;
const ANSWERS_AT_A_TIME = 4;

const EXIT_CODES = `
Exit codes: 0 every row has a verdict; 2 some rows are error rows; 1 the run failed; 130 or 143 the run was stopped.
--resume continues a stopped or killed run. The file OUTPUT.state beside the output identifies the run.`;

export function verifyCommand(): Command {
  const command = new Command('verify')
    .description(
      'Verifies the claims in a JSONL or CSV file with the columns claim and grounding_source, or the answers in a JSONL file ' +
        'whose rows are requests of POST /v1/verify/answer. Other columns are copied to the output.',
    )
    .addOption(new Option('--input <file>', 'file of claims to read; - for standard input'))
    .addOption(
      new Option('--answers <file>', 'file of answers with their sources to read; - for standard input').conflicts([
        'input',
        'inputFormat',
        'outputFormat',
        'escapeFormulas',
      ]),
    )
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
    .option(
      '--concurrency <rows>',
      `rows verified at the same time (default: ${CLAIMS_AT_A_TIME} claims or ${ANSWERS_AT_A_TIME} answers)`,
      wholeNumber(1, 10_000),
    )
    .action((flags: Flags) => run(flags, command));
  return withExamples(
    command,
    'verify --input claims.jsonl --output verdicts.jsonl --resume',
    'verify --input claims.csv --output verdicts.csv --shard 0/4',
    'verify --input - < claims.jsonl',
    'verify --answers answers.jsonl --output checked.jsonl --resume',
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

/** What is read and written, and in which form. */
function rowsOf(
  { input, answers, output, ...flags }: Flags,
  command: Command,
): Pick<VerifyFileOptions, 'kind' | 'input' | 'inputFormat' | 'outputFormat' | 'concurrency'> {
  if (answers !== undefined) {
    const kind = answersWithin({ ...ANSWER_LIMITS, ...answerSettings(loadConfig()) });
    const concurrency = flags.concurrency ?? ANSWERS_AT_A_TIME;
    return { kind, input: answers, inputFormat: 'jsonl', outputFormat: 'jsonl', concurrency };
  }
  if (input === undefined) command.error("error: required option '--input <file>' or '--answers <file>' not specified");
  const inputFormat = flags.inputFormat ?? formatOf(input);
  const outputFormat = flags.outputFormat ?? formatOf(output);
  return { kind: CLAIMS, input, inputFormat, outputFormat, concurrency: flags.concurrency ?? CLAIMS_AT_A_TIME };
}

async function run(flags: Flags, command: Command): Promise<void> {
  const toFile = flags.output !== STANDARD_STREAM;
  const rowsGiven = rowsOf(flags, command);
  if (flags.resume && !toFile) {
    command.error('error: --resume needs --output FILE, got standard output');
  }
  // The concurrency option limits the rows in flight, so the verifier must not refuse any for what is waiting or costs.
  const unlimited = { maxQueueMs: Number.MAX_SAFE_INTEGER, maxRequestMs: Number.MAX_SAFE_INTEGER };
  const settings = { ...verifierSettings(loadConfig()), ...unlimited };
  const outcome = toFile
    ? 'run the same command with --resume to continue'
    : 'the rows written are complete. Use --output FILE to be able to resume a run';
  const { rows, errors, verdicts } = await verifyFile(
    {
      ...flags,
      ...rowsGiven,
      resume: flags.resume ?? false,
      escapeFormulas: flags.escapeFormulas === true && rowsGiven.outputFormat === 'csv',
    },
    { openVerifier: () => createVerifier(settings), stderr: process.stderr, signal: stopSignal(outcome) },
  );
  const ending = errors === 0 ? 'each with a verdict' : `${errors} of them with an error instead of a verdict`;
  process.stderr.write(`${counted(rows, 'row')} written, ${ending}: ${describeVerdicts(verdicts)}.\n`);
  process.exitCode = errors === 0 ? 0 : 2;
}
