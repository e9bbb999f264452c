import { Command, Option } from 'commander';
import {
  createClient,
  type JobBody,
  type JobClient,
  type JobResultFormat,
  type JobStatus,
  type SubmitJobOptions,
} from '../../client/index.ts';
import { JOB_FORMATS, JOB_STATUSES, type JobFormat, RESULT_FORMATS } from '../../contract/job.ts';
import { printable } from '../../printable.ts';
import { formatOfName } from '../../rows/file-format.ts';
import { type CsvFlags, csvOptions, type FileFlags, fileOptions } from '../batch/file-options.ts';
import { STANDARD_STREAM } from '../batch/open-input.ts';
import { assertNewFile } from '../batch/writing.ts';
import { JSON_FLAG, print, printLines, stopSignal, withExamples } from '../command-line.ts';
import { awaitJob, describeJob, exitCodeOf, jobTable } from '../jobs/show-job.ts';
import { submitFile, writeResults } from '../jobs/transfer.ts';
import { KEY_VARIABLE, keyOfEnvironment, serviceUrl, urlOption } from '../remote-service.ts';

const NO_KEY = `--url needs an API key in the environment variable ${KEY_VARIABLE}, got none`;
const DEFAULT_URL = 'http://127.0.0.1:8080';
const WAIT = ['--wait', 'wait until the job has ended, with a progress bar'] as const;

const EXIT_CODES = `
Exit codes with --wait: 0 every row has a verdict; 2 some rows are error rows; 1 the job was canceled or the command
failed; 130 or 143 the command was stopped, and the job continues.`;

interface Flags {
  readonly url: string;
  readonly json?: true;
  readonly wait?: true;
}

export function jobsCommand(): Command {
  const jobs = new Command('jobs').description(
    'Verifies a file of any size in the background of a running service, and fetches the results.',
  );
  for (const add of [addSubmit, addStatus, addList, addResults, addCancel, addDelete]) add(jobs);
  for (const command of jobs.commands) command.addOption(urlOption('address of the service').default(DEFAULT_URL));
  return withExamples(
    jobs,
    'jobs submit claims.jsonl --wait',
    'jobs status ID --wait',
    'jobs list --status running',
    'jobs results ID --output verdicts.csv',
    'jobs cancel ID',
    'jobs delete ID',
  ).addHelpText('after', EXIT_CODES);
}

interface SubmitFlags extends Flags, Omit<FileFlags, 'labelColumn' | 'force'> {
  readonly name?: string;
  readonly answers?: true;
  readonly format?: JobFormat;
}

function addSubmit(jobs: Command): void {
  const command = jobs
    .command('submit')
    .description(
      'Sends a file of JSONL, JSON, CSV or TSV, plain or gzipped, and prints the id of the job. Rows have the columns claim and ' +
        'grounding_source, or those that you name.',
    )
    .argument('<file>', 'file to send; - for standard input')
    .option('--name <name>', 'name of the job (default: the file name)')
    .option('--answers', 'rows are requests of POST /v1/verify/answer')
    .addOption(new Option('--format <format>', 'default: from the file extension').choices(JOB_FORMATS))
    .option(...WAIT)
    .option(...JSON_FLAG)
    .action(async (file: string, flags: SubmitFlags) => {
      const client = clientOf(flags, command);
      const job = await submitFile(client, file, submitOptions(flags));
      if (flags.wait) printLines(process.stderr, [describeJob(job)]);
      else print(flags, job, [job.id]);
      if (flags.wait) printEnd(flags, await awaitJob(client, job));
    });
  for (const option of fileOptions()) command.addOption(option);
  withExamples(
    command,
    'jobs submit claims.csv.gz --name "week 12" --wait',
    'jobs submit export.csv --claim-column Aussage --source-column Quelle --encoding windows-1252',
    'jobs submit - < claims.jsonl',
  );
}

function submitOptions({ name, answers, format, ...file }: SubmitFlags): SubmitJobOptions {
  return {
    signal: stopSignal('no job was created'),
    onWait: ({ message }) => printLines(process.stderr, [printable(`Waiting: ${message}`)]),
    ...(name !== undefined && { name }),
    ...(answers && { rows: 'answers' }),
    ...(format !== undefined && { format }),
    claim_column: file.claimColumn,
    source_column: file.sourceColumn,
    delimiter: file.delimiter,
    encoding: file.encoding,
  };
}

function addStatus(jobs: Command): void {
  const command = jobs
    .command('status')
    .description('Shows the progress of a job.')
    .argument('<id>', 'id of the job')
    .option(...WAIT)
    .option(...JSON_FLAG)
    .action(async (id: string, flags: Flags) => {
      const client = clientOf(flags, command);
      const job = await client.job(id);
      if (flags.wait) printEnd(flags, exitCodeOf(job) === undefined ? await awaitJob(client, job) : job);
      else printJob(flags, job);
    });
  withExamples(command, 'jobs status ID --wait');
}

function addList(jobs: Command): void {
  const command = jobs
    .command('list')
    .description('Lists the jobs of the key, newest first.')
    .addOption(new Option('--status <status>', 'only jobs with this status').choices(JOB_STATUSES))
    .option(...JSON_FLAG)
    .action(async (flags: Flags & { status?: JobStatus }) => {
      const all = await listAll(clientOf(flags, command), flags.status);
      const lines = all.length === 0 ? ['There are no jobs.'] : jobTable(all);
      print(flags, all, lines);
    });
  withExamples(command, 'jobs list --status running --json');
}

async function listAll(client: JobClient, status: JobStatus | undefined): Promise<JobBody[]> {
  const all: JobBody[] = [];
  for (let cursor: string | undefined; ; ) {
    const { jobs, next } = await client.jobs({ status, cursor, count: 200 });
    for (const job of jobs) all.push(job);
    if (next === null) return all;
    cursor = next;
  }
}

interface ResultFlags extends Flags, CsvFlags {
  readonly output: string;
  readonly format?: JobResultFormat;
  readonly force?: true;
}

function addResults(jobs: Command): void {
  const command = jobs
    .command('results')
    .description('Fetches the results of a job that has ended: one row for each row of the file, in its order.')
    .argument('<id>', 'id of the job')
    .addOption(new Option('--output <file>', 'file to write').default(STANDARD_STREAM, 'standard output'))
    .addOption(
      new Option('--format <format>', 'default: from the extension of the output file').choices(RESULT_FORMATS),
    )
    .option('--force', 'overwrite an output file that exists')
    .action(async (id: string, flags: ResultFlags) => {
      const client = clientOf(flags, command);
      const { output: path, force = false } = flags;
      const named = formatOfName(path);
      if (flags.format === undefined && ['xlsx', 'tsv', 'parquet'].includes(named))
        command.error(
          `error: expected an output of JSONL or CSV, got "${path}". For Excel: a name that ends with .csv, and --bom`,
        );
      const format = flags.format ?? RESULT_FORMATS.find((known) => known === named) ?? 'jsonl';
      if (path !== STANDARD_STREAM) await assertNewFile(path, force);
      const { escapeFormulas, outputDelimiter, bom } = flags;
      const csv = { escape_formulas: escapeFormulas, output_delimiter: outputDelimiter, bom };
      const [wrong] = Object.entries(csv).find(([, value]) => value !== undefined && format !== 'csv') ?? [];
      if (wrong !== undefined) command.error(`error: --${wrong.replace('_', '-')} is for CSV, got ${format}`);
      const signal = stopSignal('the results are incomplete. Run the same command again');
      await writeResults(client, id, { path, format, csv }, signal);
    });
  for (const option of csvOptions()) command.addOption(option);
  withExamples(
    command,
    'jobs results ID --output verdicts.csv --escape-formulas --output-delimiter ";" --bom',
    'jobs results ID --format csv',
  );
}

function addCancel(jobs: Command): void {
  const command = jobs
    .command('cancel')
    .description('Cancels a job. Rows that are done keep their results.')
    .argument('<id>', 'id of the job')
    .option(...JSON_FLAG)
    .action(async (id: string, flags: Flags) => printJob(flags, await clientOf(flags, command).cancelJob(id)));
  withExamples(command, 'jobs cancel ID');
}

function addDelete(jobs: Command): void {
  const command = jobs
    .command('delete')
    .description('Deletes a job with its rows and results.')
    .argument('<id>', 'id of the job')
    .action((id: string, flags: Flags) => clientOf(flags, command).deleteJob(id));
  withExamples(command, 'jobs delete ID');
}

/** Ends the process with a message for an invalid URL, or without a key in the environment. */
function clientOf({ url }: Flags, command: Command): JobClient {
  const checked = serviceUrl(url, command);
  const key = keyOfEnvironment() ?? command.error(`error: ${NO_KEY}`);
  return createClient({ url: checked, key });
}

function printJob(flags: Flags, job: JobBody): void {
  print(flags, job, [describeJob(job)]);
}

function printEnd(flags: Flags, job: JobBody): void {
  printJob(flags, job);
  process.exitCode = exitCodeOf(job);
}
