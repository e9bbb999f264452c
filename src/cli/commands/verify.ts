import { extname } from 'node:path';
import { Command, Option } from 'commander';
import { InputError } from '../../contract/input-error.ts';
import { type FileFormat, FORMATS, formatOfName, OUTPUT_FORMATS, type OutputFormat } from '../../rows/file-format.ts';
import {
  type CsvFlags,
  columnNames,
  csvOptions,
  type FileFlags,
  fileOptions,
  forceOption,
} from '../batch/file-options.ts';
import { STANDARD_STREAM } from '../batch/open-input.ts';
import type { RowsToVerify } from '../batch/run-verify.ts';
import { assertNewFile } from '../batch/writing.ts';
import { stopSignal, wholeNumber, withExamples } from '../command-line.ts';

interface Flags extends FileFlags, CsvFlags {
  readonly input?: string;
  readonly answers?: string;
  readonly output: string;
  readonly inputFormat?: FileFormat;
  readonly outputFormat?: OutputFormat;
  readonly report?: string;
  readonly decisions?: readonly string[];
  readonly resume?: true;
  readonly concurrency?: number;
}

/** Rows verified in parallel: an answer has many sentences, and each keeps its sources in memory. */
const CLAIMS_AT_A_TIME = 32;
const ANSWERS_AT_A_TIME = 4;

const EXIT_CODES = `
Exit codes: 0 every row has a verdict; 2 some rows are error rows; 1 the run failed; 130 or 143 the run was stopped.
--resume continues a stopped or killed run. The file OUTPUT.state next to the output identifies the run; .xlsx
output is kept in OUTPUT.partial.jsonl until all rows are there.`;

export function verifyCommand(): Command {
  const command = new Command('verify')
    .description(
      'Verifies the claims in a file with the columns claim and grounding_source, or the answers in a file whose rows are ' +
        'requests of POST /v1/verify/answer. Reads JSONL, JSON arrays, CSV and TSV, plain or gzipped, .xlsx and Parquet; see ' +
        'src/cli/batch/README.md. Other columns are copied to the output.',
    )
    .option('--input <file>', 'file of claims to read; - for standard input')
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
      new Option('--input-format <format>', 'default: from the file extension, ignoring .gz; otherwise JSONL').choices(
        FORMATS,
      ),
    )
    .addOption(
      new Option('--output-format <format>', 'default: from the extension of the output file').choices(OUTPUT_FORMATS),
    )
    .option(
      '--report <file>',
      'write an HTML page too: verdicts, the worst first, with their evidence and a decision on each',
    )
    .option(
      '--decisions <file...>',
      'show the decisions that pages of earlier runs saved, where the finding is the same',
    )
    .option('--resume', 'continue an earlier run with the same input and output')
    .option(
      '--concurrency <rows>',
      `rows verified in parallel (default: ${CLAIMS_AT_A_TIME} claims or ${ANSWERS_AT_A_TIME} answers)`,
      wholeNumber(1, 10_000),
    )
    .action((flags: Flags) => run(flags, command));
  for (const option of [...fileOptions(), ...csvOptions(), forceOption()]) command.addOption(option);
  return withExamples(
    command,
    'verify --input claims.jsonl --output verdicts.jsonl --resume',
    'verify --input claims.csv.gz --output verdicts.csv --report report.html',
    'verify --input claims.xlsx --output verdicts.xlsx',
    'verify --input answers.tsv --claim-column answer --source-column passage_1 passage_2 --output verdicts.csv',
    'verify --input - < claims.jsonl',
    'verify --answers answers.jsonl --output checked.jsonl --report checked.html',
    'verify --input claims.csv --output again.csv --report again.html --decisions claims.csv.decisions.json',
  ).addHelpText('after', EXIT_CODES);
}

/** The output's format by its name; a name without a known ending has the spreadsheet's where the input is one. */
function outputFormatOf(path: string, inputFormat: FileFormat): OutputFormat {
  const format = formatOfName(path);
  if (format === 'json') return 'jsonl';
  if (format === 'parquet') throw new InputError(`Expected an output of JSONL, CSV, TSV or .xlsx, got "${path}".`);
  return path !== STANDARD_STREAM && inputFormat === 'xlsx' && extname(path) === '' ? 'xlsx' : format;
}

type RowsGiven = Pick<RowsToVerify, 'of' | 'input' | 'inputFormat' | 'outputFormat' | 'concurrency'>;

function rowsOf({ input, answers, output, ...flags }: Flags, command: Command): RowsGiven {
  if (answers !== undefined) {
    const concurrency = flags.concurrency ?? ANSWERS_AT_A_TIME;
    return { of: 'answers', input: answers, inputFormat: formatOfName(answers), outputFormat: 'jsonl', concurrency };
  }
  if (input === undefined) command.error("error: required option '--input <file>' or '--answers <file>' not specified");
  const inputFormat = flags.inputFormat ?? formatOfName(input);
  const outputFormat = flags.outputFormat ?? outputFormatOf(output, inputFormat);
  return { of: 'claims', input, inputFormat, outputFormat, concurrency: flags.concurrency ?? CLAIMS_AT_A_TIME };
}

async function run(flags: Flags, command: Command): Promise<void> {
  const toFile = flags.output !== STANDARD_STREAM;
  const rowsGiven = rowsOf(flags, command);
  const wrong = wrongOptions(flags, rowsGiven);
  if (wrong !== undefined) command.error(`error: ${wrong}`);
  if (flags.report !== undefined) await assertNewFile(flags.report, flags.force ?? false);
  const outcome = toFile
    ? 'run the same command with --resume to continue'
    : 'the rows written are complete. Use --output FILE to be able to resume a run';
  const signal = stopSignal(outcome);
  // Imported after the options were checked, because it loads the language and model libraries.
  const { runVerify } = await import('../batch/run-verify.ts');
  await runVerify(
    {
      ...flags,
      ...rowsGiven,
      columns: columnNames(flags),
      decisions: flags.decisions ?? [],
      resume: flags.resume ?? false,
      escapeFormulas: flags.escapeFormulas === true && ['csv', 'tsv'].includes(rowsGiven.outputFormat),
    },
    signal,
  );
}

function wrongOptions(
  { resume, report, decisions, output }: Flags,
  { input, outputFormat }: RowsGiven,
): string | undefined {
  const toFile = output !== STANDARD_STREAM;
  if (resume && !toFile) return '--resume needs --output FILE, got standard output';
  if (outputFormat === 'xlsx' && !toFile) return '.xlsx needs --output FILE, got standard output';
  if (report === undefined) return decisions === undefined ? undefined : '--decisions needs --report FILE';
  if (input === STANDARD_STREAM) return '--report needs an input file, which is read again for it, got standard input';
  if (!toFile) return '--report needs --output FILE, which it is made from, got standard output';
  return undefined;
}
