import { realpath, rm } from 'node:fs/promises';
import type { FileEncoding } from '../../contract/file-options.ts';
import { InputError } from '../../contract/input-error.ts';
import type { Verifier } from '../../index.ts';
import type { ColumnNames } from '../../rows/column-names.ts';
import type { FileFormat, LineFormat, OutputFormat } from '../../rows/file-format.ts';
import { asGiven, type InputRow, outputColumns } from '../../rows/input-rows.ts';
import { type RowWriter, rowWriter } from '../../rows/output-rows.ts';
import type { RowBounds } from '../../rows/row-bounds.ts';
import type { RowKind } from '../../rows/row-kind.ts';
import { STANDARD_STREAM } from './open-input.ts';
import { type OpenRows, openRows } from './open-rows.ts';
import { finishOutput, newRun, type OutputFile, type Start, startOutput } from './output-file.ts';
import { showProgress } from './progress.ts';
import type { RowCounts } from './row-counts.ts';
import { runBatch } from './run-batch.ts';
import { type TableOutput, writeTableFile } from './table-output.ts';
import { assertNewFile, fileSink, streamSink } from './writing.ts';

export interface VerifyFileOptions {
  readonly kind: RowKind;
  readonly bounds: RowBounds;
  /** Paths, or "-" for the standard streams. */
  readonly input: string;
  readonly output: string;
  readonly inputFormat: FileFormat;
  readonly outputFormat: OutputFormat;
  /** Delimiter of CSV input; undefined: detected from the header. */
  readonly delimiter?: string | undefined;
  /** Encoding of text input; undefined: UTF-8. */
  readonly encoding?: FileEncoding | undefined;
  /** Delimiter of CSV output; undefined: that of the input where it is set, otherwise a comma. */
  readonly outputDelimiter?: string | undefined;
  readonly bom?: boolean | undefined;
  readonly columns?: ColumnNames | undefined;
  readonly escapeFormulas: boolean;
  readonly concurrency: number;
  readonly resume: boolean;
  readonly force?: boolean | undefined;
}

export interface RunContext {
  readonly openVerifier: () => Promise<Verifier>;
  readonly stderr: NodeJS.WriteStream;
  readonly signal: AbortSignal;
  /** Called when all rows are written one after the other, before a table is made of them. */
  readonly onLines?: (lines: WrittenLines) => Promise<void>;
}

export interface WrittenLines extends Pick<OutputFile, 'path' | 'format' | 'delimiter'> {
  readonly info: Verifier['info'];
}

export interface VerifiedFile extends RowCounts {
  /** Cells of .xlsx that lost their end, because a cell holds 32,767 characters. */
  readonly cutCells: number;
}

export async function verifyFile(options: VerifyFileOptions, context: RunContext): Promise<VerifiedFile> {
  await refuseSameFile(options);
  // A table that exists is finished.
  if (options.outputFormat === 'xlsx' && options.output !== STANDARD_STREAM)
    await assertNewFile(options.output, options.force ?? false);
  const input = await openInputRows(options, context.signal);
  // Before the models are loaded and anything is written: it shows whether the file can be read at all.
  const { first, rows } = await withFirst(input.rows);
  const verifier = await context.openVerifier();
  try {
    const output = outputFile(options, input, verifier);
    const { resume, force = false } = options;
    const start = output === undefined ? undefined : await startOutput(output, resume, force);
    const columns = outputColumns(first && asGiven(first));
    const result = await writeRows({ options, context, input: { ...input, rows }, columns, verifier, start });
    if (output === undefined) return { ...result, cutCells: 0 };
    await context.onLines?.({ ...output, info: verifier.info });
    return { ...result, cutCells: await finish(output, options, { columns, sheet: input.table?.() }) };
  } catch (error) {
    context.signal.throwIfAborted();
    throw error;
  } finally {
    await verifier.close();
  }
}

export function openInputRows(options: VerifyFileOptions, signal: AbortSignal): Promise<OpenRows> {
  const { input, inputFormat: format, delimiter, encoding, columns, bounds, kind } = options;
  return openRows(input, { format, delimiter, encoding, columns, bounds, required: kind.required }, signal);
}

/** Gives how many cells were cut. */
async function finish(
  output: OutputFile,
  { outputFormat, output: path, kind }: VerifyFileOptions,
  rows: Pick<TableOutput, 'columns' | 'sheet'>,
): Promise<number> {
  if (outputFormat !== 'xlsx') {
    await finishOutput(output);
    return 0;
  }
  const cutCells = await writeTableFile({ path, lines: output.path, kind: keepingAll(kind), ...rows });
  await finishOutput(output);
  await rm(output.path);
  return cutCells;
}

interface Job {
  readonly options: VerifyFileOptions;
  readonly context: RunContext;
  readonly input: OpenRows;
  readonly columns: readonly string[];
  readonly verifier: Verifier;
  /** Undefined when rows go to standard output. */
  readonly start: Start | undefined;
}

async function writeRows({ options, context, input, columns, verifier, start = newRun() }: Job): Promise<RowCounts> {
  const { kind, escapeFormulas, bom } = options;
  const { format, delimiter } = outputForm(options);
  const { header, write } = rowWriter(format, { kind: keepingAll(kind), columns, delimiter, escapeFormulas, bom });
  const writer: RowWriter = { header, write: (row, answer) => write(asGiven(row), answer) };
  const sink =
    options.output === STANDARD_STREAM ? streamSink(process.stdout) : await fileSink(rowsPath(options), start.position);
  // Not where the rows go to the terminal itself: bar and rows would be written over each other.
  const isShown = options.output !== STANDARD_STREAM || process.stdout.isTTY !== true;
  const display = isShown ? showProgress({ stream: context.stderr, end: input.end }) : undefined;
  try {
    if (start.position === 0) await sink.write(writer.header);
    return await runBatch({
      verifier,
      kind,
      writer,
      sink,
      ...start,
      rows: input.rows,
      concurrency: options.concurrency,
      onProgress: (progress) => display?.update(progress),
      signal: context.signal,
    });
  } finally {
    display?.stop();
    await sink.close();
  }
}

/** A file of results is read next to its sources, so no column of the input is left out. */
function keepingAll(kind: RowKind): RowKind {
  return { ...kind, omitted: [] };
}

async function withFirst(
  rows: AsyncGenerator<InputRow>,
): Promise<{ first: InputRow | undefined; rows: AsyncGenerator<InputRow> }> {
  const first = await rows.next();
  if (first.done === true) return { first: undefined, rows };
  async function* all(): AsyncGenerator<InputRow> {
    yield first.value;
    yield* rows;
  }
  return { first: first.value, rows: all() };
}

function rowsPath({ output, outputFormat }: VerifyFileOptions): string {
  return outputFormat === 'xlsx' ? `${output}.partial.jsonl` : output;
}

function outputForm({ outputFormat, delimiter, outputDelimiter = delimiter }: VerifyFileOptions): {
  format: LineFormat;
  delimiter?: string;
} {
  if (outputFormat === 'jsonl' || outputFormat === 'xlsx') return { format: 'jsonl' };
  return { format: 'csv', delimiter: outputFormat === 'tsv' ? '\t' : (outputDelimiter ?? ',') };
}

function outputFile(options: VerifyFileOptions, input: OpenRows, verifier: Verifier): OutputFile | undefined {
  if (options.output === STANDARD_STREAM) return undefined;
  const { model, policyVersion, calibration, minConfidence } = verifier.info;
  return {
    path: rowsPath(options),
    ...outputForm(options),
    identity: {
      rows: options.kind.name,
      input: input.fingerprint,
      'input format': options.inputFormat,
      'output format': options.escapeFormulas ? `${options.outputFormat}, formulas escaped` : options.outputFormat,
      ...namesOf(options),
      model: model.sha256,
      policy: policyVersion,
      'minimum confidence': `${minConfidence.value}, for answers ${minConfidence.answers}`,
      calibration,
    },
  };
}

/** Identifies a run whose file options differ from the defaults. */
function namesOf({ columns = {}, ...options }: VerifyFileOptions): Record<string, string> {
  const { delimiter, encoding, outputDelimiter, bom } = options;
  const { claim, sources = [] } = columns;
  const names = [claim ?? 'claim', ...sources].join(', ');
  const isDefault = claim === undefined && sources.length === 0;
  return {
    ...(!isDefault && { 'names of columns': names }),
    ...(delimiter !== undefined && { delimiter }),
    ...(encoding !== undefined && { encoding }),
    ...(outputDelimiter !== undefined && { 'output delimiter': outputDelimiter }),
    ...(bom && { 'byte order mark': 'yes' }),
  };
}

async function refuseSameFile({ input, output }: VerifyFileOptions): Promise<void> {
  const paths = await Promise.all([input, output].map((path) => realpath(path).catch(() => path)));
  if (input !== STANDARD_STREAM && paths[0] === paths[1]) {
    throw new InputError(`Input and output are the same file, "${input}". Choose another output.`);
  }
}
