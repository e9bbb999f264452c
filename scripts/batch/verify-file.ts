import { realpath } from 'node:fs/promises';
import { InputError, type InputRow, readRows } from './input-rows.ts';
import { type Input, openInput, STANDARD_STREAM } from './open-input.ts';
import { finishOutput, NEW_RUN, type OutputFile, type Start, startOutput } from './output-file.ts';
import { rowWriter } from './output-rows.ts';
import { showProgress } from './progress.ts';
import type { BatchVerifier, RowKind } from './row-kind.ts';
import { runBatch, type VerifiedRows } from './run-batch.ts';
import { rowsOfShard, type Shard } from './shard.ts';
import { fileSink, type Sink, streamSink } from './sink.ts';
import type { Format } from './split-records.ts';

export interface VerifyFileOptions {
  readonly kind: RowKind;
  /** Paths, or "-" for the standard streams. */
  readonly input: string;
  readonly output: string;
  readonly inputFormat: Format;
  readonly outputFormat: Format;
  /** Whether formulas in CSV output are marked as text. */
  readonly escapeFormulas: boolean;
  readonly shard: Shard;
  readonly concurrency: number;
  readonly resume: boolean;
}

export interface RunContext {
  readonly openVerifier: () => Promise<BatchVerifier>;
  readonly stderr: NodeJS.WriteStream;
  /** Stops the run between two rows. */
  readonly signal: AbortSignal;
}

/**
 * Verifies every row of a file and writes one row for each.
 * Throws InputError for an input or output that cannot be used, the signal's reason when stopped.
 */
export async function verifyFile(options: VerifyFileOptions, context: RunContext): Promise<VerifiedRows> {
  await refuseSameFile(options);
  const input = await openInput(options.input, context.signal);
  const verifier = await context.openVerifier();
  try {
    const output = outputFile(options, input, verifier);
    const start = output === undefined ? undefined : await startOutput(output, options.resume);
    const result = await writeRows({ options, context, input, verifier, start });
    if (output !== undefined) await finishOutput(output);
    return result;
  } catch (error) {
    context.signal.throwIfAborted();
    throw error;
  } finally {
    await verifier.close();
  }
}

interface Job {
  readonly options: VerifyFileOptions;
  readonly context: RunContext;
  readonly input: Input;
  readonly verifier: BatchVerifier;
  /** Undefined when rows go to standard output. */
  readonly start: Start | undefined;
}

async function writeRows({ options, context, input, verifier, start }: Job): Promise<VerifiedRows> {
  const { kind, inputFormat, outputFormat, escapeFormulas } = options;
  const { first, rows } = await withFirst(readRows(input.chunks, inputFormat, kind.required));
  const writer = rowWriter(outputFormat, { kind, columns: Object.keys(first?.columns ?? {}), escapeFormulas });
  const sink = await openSink(options.output, start);
  const display = showProgress({ stream: context.stderr, end: input.size, now: () => performance.now() });
  try {
    if ((start?.position ?? 0) === 0) await sink.write(writer.header);
    return await runBatch({
      ...{ verifier, kind },
      rows: rowsOfShard(rows, options.shard),
      writer,
      sink,
      concurrency: options.concurrency,
      written: (start ?? NEW_RUN).written,
      onProgress: (progress) => display.update(progress),
      signal: context.signal,
    });
  } finally {
    display.stop();
    await sink.close();
  }
}

function openSink(path: string, start: Start | undefined): Promise<Sink> {
  return start === undefined ? Promise.resolve(streamSink(process.stdout)) : fileSink(path, start.position);
}

/** The first row of the whole file determines the header, so that all shards write the same header. */
async function withFirst(
  rows: AsyncGenerator<InputRow>,
): Promise<{ first: InputRow | undefined; rows: AsyncIterable<InputRow> }> {
  const first = await rows.next();
  if (first.done === true) return { first: undefined, rows };
  async function* all(): AsyncGenerator<InputRow> {
    yield first.value;
    yield* rows;
  }
  return { first: first.value, rows: all() };
}

function outputFile(options: VerifyFileOptions, input: Input, verifier: BatchVerifier): OutputFile | undefined {
  if (options.output === STANDARD_STREAM) return undefined;
  const { model, policyVersion, calibration, windowSentences } = verifier.info;
  return {
    path: options.output,
    format: options.outputFormat,
    identity: {
      rows: options.kind.name,
      input: input.fingerprint,
      'input format': options.inputFormat,
      'output format': options.escapeFormulas ? `${options.outputFormat}, formulas escaped` : options.outputFormat,
      shard: `${options.shard.index}/${options.shard.count}`,
      model: model.sha256,
      policy: policyVersion,
      calibration,
      'window of sentences': String(windowSentences),
    },
  };
}

async function refuseSameFile({ input, output }: VerifyFileOptions): Promise<void> {
  const paths = await Promise.all([input, output].map((path) => realpath(path).catch(() => path)));
  if (input !== STANDARD_STREAM && paths[0] === paths[1]) {
    throw new InputError(`Expected different files for input and output, got "${input}" for both.`);
  }
}
