import { createReadStream, createWriteStream } from 'node:fs';
import { rename, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { asyncBufferFromFile } from 'hyparquet';
import {
  type JobBody,
  type JobClient,
  type JobResultFormat,
  type JobResultOptions,
  ServiceError,
  type SubmitJobOptions,
} from '../../client/index.ts';
import { columnOptions, InputError } from '../../contract/input-error.ts';
import { fileLines, neededColumns, type TableFormat } from '../../files/file-rows.ts';
import { formatOfName } from '../../rows/file-format.ts';
import { STANDARD_STREAM } from '../batch/open-input.ts';
import { streamSink } from '../batch/writing.ts';

/** Submits a file or standard input, a spreadsheet or Parquet as lines of JSON. Throws InputError. */
export async function submitFile(client: JobClient, path: string, options: SubmitJobOptions): Promise<JobBody> {
  if (path === STANDARD_STREAM) return client.submitJob(process.stdin, options).catch(explainBusy);
  const isFile = await stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
  if (!isFile) throw new InputError(`"${path}" is not a file.`);
  const format = options.format ?? formatOfName(path);
  const given = { ...options, name: options.name ?? basename(path) };
  if (format === 'xlsx' || format === 'parquet') return submitTable(client, path, given, format);
  if (format !== 'tsv') return client.submitJob(() => createReadStream(path), { ...given, format });
  const tsv = { format: 'csv', delimiter: given.delimiter ?? 'tab' } as const;
  return client.submitJob(() => createReadStream(path), { ...given, ...tsv });
}

/** Standard input can be read once only, so the client does not wait and send it again. */
function explainBusy(error: unknown): never {
  if (!(error instanceof ServiceError && error.status === 429)) throw error;
  const advice = 'Standard input cannot be sent again: run the whole command later, or send a file, which waits.';
  throw new InputError(`${error.message} ${advice}`);
}

async function submitTable(
  client: JobClient,
  path: string,
  options: SubmitJobOptions,
  format: TableFormat,
): Promise<JobBody> {
  const ofText = (['delimiter', 'encoding'] as const).find((name) => options[name] !== undefined);
  if (ofText !== undefined)
    throw new InputError(`--${ofText} is for text files only, and "${path}" is not one. Leave it out.`);
  const { rows, claim_column, source_column } = options;
  const file = await asyncBufferFromFile(path);
  const open = () => fileLines(file, { format, rows, claim_column, source_column });
  // Fails before anything is sent.
  await open()
    .next()
    .catch(({ message }: Error) => {
      const isColumns = message.startsWith('Expected the columns');
      throw new InputError(message, isColumns ? { options: columnOptions(neededColumns(options)) } : {});
    });
  return client.submitJob(open, { ...options, format: 'jsonl' });
}

export interface ResultFile {
  readonly path: string;
  readonly format: JobResultFormat;
  readonly csv: Omit<JobResultOptions, 'signal'>;
}

/** Writes the results of a job to a file, which is there once it is whole, or to standard output. */
export async function writeResults(
  client: JobClient,
  id: string,
  { path, format, csv }: ResultFile,
  signal: AbortSignal,
): Promise<void> {
  const parts: AsyncIterable<string | Uint8Array> =
    format === 'jsonl'
      ? linesOf(client.jobResults(id, { signal }))
      : await client.jobResultFile(id, format, { ...csv, signal });
  if (path === STANDARD_STREAM) {
    const sink = streamSink(process.stdout);
    for await (const part of parts) await sink.write(part);
    return;
  }
  const partial = `${path}.partial`;
  await pipeline(Readable.from(parts), createWriteStream(partial), { signal });
  await rename(partial, path);
}

async function* linesOf(lines: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const line of lines) yield `${line}\n`;
}
