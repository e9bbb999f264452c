import { writeFile } from 'node:fs/promises';
import { Command, InvalidArgumentError, Option } from 'commander';
import { answerSettings, loadConfig, verifierSettings } from '../../src/config.ts';
import { ANSWER_LIMITS, createVerifier } from '../../src/index.ts';
import {
  type FileFormat,
  FORMATS,
  formatOfName,
  OUTPUT_FORMATS,
  type OutputFormat,
} from '../../src/rows/file-format.ts';
import { answersWithin, CLAIMS } from '../../src/rows/row-kind.ts';
import { assertNewFile } from '../batch/assert-writable.ts';
import { columnNames, type FileFlags, fileOptions, forceOption } from '../batch/file-options.ts';
import { STANDARD_STREAM } from '../batch/open-input.ts';
import { describeProblems } from '../batch/problem-counts.ts';
import { parseShard, type Shard } from '../batch/shard.ts';
import { describeVerdicts } from '../batch/verdict-counts.ts';
import { verdictReport } from '../batch/verdict-report.ts';
import { type VerifyFileOptions, verifyFile } from '../batch/verify-file.ts';
import { counted, stopSignal, wholeNumber, withExamples } from '../command-line.ts';

/** `claim-verifier verify --input claims.jsonl --output verdicts.jsonl`: verifies the claims or answers in a file, offline. */
interface Flags extends FileFlags {
  readonly input?: string;
  readonly answers?: string;
  readonly output: string;
  readonly inputFormat?: FileFormat;
  readonly outputFormat?: OutputFormat;
  readonly report?: string;
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
--resume continues a stopped or killed run. The file OUTPUT.state beside the output identifies the run; Parquet output is
kept in OUTPUT.partial.jsonl until all rows are there.`;

export function verifyCommand(): Command {
  const command = new Command('verify')
    .description(
      'Verifies the claims in a file with the columns claim and grounding_source, or the answers in a file whose rows are ' +
        'requests of POST /v1/verify/answer. Reads JSONL, JSON arrays, CSV, TSV and Parquet, gzip or not; see ' +
        'scripts/batch/README.md. Other columns are copied to the output.',
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
    .addOption(
      new Option('--input-format <format>', 'default: by the name of the file, without .gz; otherwise JSONL').choices(
        FORMATS,
      ),
    )
    .addOption(
      new Option('--output-format <format>', 'default: by the name of the output file').choices(OUTPUT_FORMATS),
    )
    .addOption(
      new Option('--report <file>', 'write an HTML page too: verdicts, the worst first, with their evidence').conflicts(
        'answers',
      ),
    )
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
  for (const option of [...fileOptions(), forceOption()]) command.addOption(option);
  return withExamples(
    command,
    'verify --input claims.jsonl --output verdicts.jsonl --resume',
    'verify --input claims.csv.gz --output verdicts.parquet --report report.html',
    'verify --input answers.tsv --claim-column answer --source-column passage_1 passage_2 --output verdicts.csv',
    'verify --input claims.csv --output verdicts.csv --shard 0/4',
    'verify --input - < claims.jsonl',
    'verify --answers answers.jsonl --output checked.jsonl --resume',
  ).addHelpText('after', EXIT_CODES);
}

function shard(text: string): Shard {
  try {
    return parseShard(text);
  } catch (error) {
    throw new InvalidArgumentError((error as Error).message);
  }
}

/** The output's format by its name; one that cannot be written row by row is JSONL. */
function outputFormatOf(path: string): OutputFormat {
  const format = formatOfName(path);
  return format === 'json' ? 'jsonl' : format;
}

type RowsGiven = Pick<VerifyFileOptions, 'kind' | 'input' | 'inputFormat' | 'outputFormat' | 'concurrency'>;

/** What is read and written, and in which form. */
function rowsOf({ input, answers, output, ...flags }: Flags, command: Command): RowsGiven {
  if (answers !== undefined) {
    const kind = answersWithin({ ...ANSWER_LIMITS, ...answerSettings(loadConfig()) });
    const concurrency = flags.concurrency ?? ANSWERS_AT_A_TIME;
    return { kind, input: answers, inputFormat: formatOfName(answers), outputFormat: 'jsonl', concurrency };
  }
  if (input === undefined) command.error("error: required option '--input <file>' or '--answers <file>' not specified");
  const inputFormat = flags.inputFormat ?? formatOfName(input);
  const outputFormat = flags.outputFormat ?? outputFormatOf(output);
  return { kind: CLAIMS, input, inputFormat, outputFormat, concurrency: flags.concurrency ?? CLAIMS_AT_A_TIME };
}

async function run(flags: Flags, command: Command): Promise<void> {
  const toFile = flags.output !== STANDARD_STREAM;
  const rowsGiven = rowsOf(flags, command);
  const wrong = wrongOptions(flags, rowsGiven);
  if (wrong !== undefined) command.error(`error: ${wrong}`);
  if (flags.report !== undefined) await assertNewFile(flags.report, flags.force ?? false);
  // The concurrency option limits the rows in flight, so the verifier must not refuse any for what is waiting or costs.
  const unlimited = { maxQueueMs: Number.MAX_SAFE_INTEGER, maxRequestMs: Number.MAX_SAFE_INTEGER };
  const settings = { ...verifierSettings(loadConfig()), ...unlimited };
  const outcome = toFile
    ? 'run the same command with --resume to continue'
    : 'the rows written are complete. Use --output FILE to be able to resume a run';
  const options = {
    ...flags,
    ...rowsGiven,
    columns: columnNames(flags),
    resume: flags.resume ?? false,
    escapeFormulas: flags.escapeFormulas === true && ['csv', 'tsv'].includes(rowsGiven.outputFormat),
  };
  const signal = stopSignal(outcome);
  const verified = await verifyFile(options, {
    openVerifier: () => createVerifier(settings),
    stderr: process.stderr,
    signal,
  });
  if (flags.report !== undefined) await writeFile(flags.report, await verdictReport(options, signal));
  tell(verified);
}

function wrongOptions({ resume, report, output }: Flags, { input, outputFormat }: RowsGiven): string | undefined {
  const toFile = output !== STANDARD_STREAM;
  if (resume && !toFile) return '--resume needs --output FILE, got standard output';
  if (outputFormat === 'parquet' && !toFile) return 'Parquet needs --output FILE, got standard output';
  if (report === undefined) return undefined;
  if (input === STANDARD_STREAM) return '--report needs --input FILE, which is read again for it, got standard input';
  if (!toFile) return '--report needs --output FILE, which it is made from, got standard output';
  return undefined;
}

/** The verdicts of a run, and why rows have none. */
function tell({ rows, errors, verdicts, problems }: Awaited<ReturnType<typeof verifyFile>>): void {
  const ending = errors === 0 ? 'each with a verdict' : `${errors} of them with an error instead of a verdict`;
  const lines = [
    `${counted(rows, 'row')} written, ${ending}: ${describeVerdicts(verdicts)}.`,
    ...describeProblems(problems),
  ];
  process.stderr.write(`${lines.join('\n')}\n`);
  process.exitCode = errors === 0 ? 0 : 2;
}
