import { join } from 'node:path';
import { env, InferenceSession, listSupportedBackends } from 'onnxruntime-node';
import { ServiceError } from '../errors.ts';
import type { PaddedBatch } from './batch.ts';
import { checkSealed, readSealed, type SealedFile } from './manifest.ts';
import { feedsOf, INTEGER_TYPES, PLANES, toFloat32 } from './tensors.ts';
import type { ProviderInUse } from './types.ts';

export interface SessionOptions {
  readonly dir: string;
  readonly model: SealedFile;
  readonly externalData: readonly SealedFile[];
  readonly provider: ProviderInUse | 'auto';
  readonly threads: number;
}

export interface EncoderSession {
  readonly provider: ProviderInUse;
  /** Why CUDA is not in use, when it was asked for by `auto`. */
  readonly fallbackReason: string | undefined;
  /** Logits, rows x 3, row by row. Blocks the calling thread while the network runs. */
  run(batch: PaddedBatch): Promise<Float32Array>;
}

/** Opens a session on bytes that were checked against the manifest. Throws `invalid_model` or `invalid_configuration`. */
export async function openSession(options: SessionOptions): Promise<EncoderSession> {
  // What matters is thrown and reported once, in words; the library's own lines would break the JSON log.
  // Set here because other importers of the runtime set it too, and the first session fixes it for the process.
  env.logLevel = 'fatal';
  const source = await sealedSource(options);
  const { session, provider, fallbackReason } = await createOn(source, options);
  checkInputs(session.inputMetadata, options.model.path);
  const output = session.outputNames.includes('logits') ? 'logits' : session.outputNames[0]!;
  return { provider, fallbackReason, run: (batch) => runBatch(session, output, batch) };
}

/** Without a mask padding would be read as text; an input of any other name could only be guessed. */
function checkInputs(inputs: readonly InferenceSession.ValueMetadata[], path: string): void {
  const known = inputs.every(({ name }) => PLANES.includes(name));
  const needed = ['input_ids', 'attention_mask'].every((name) => inputs.some((input) => input.name === name));
  const integers = inputs.every((input) => input.isTensor && INTEGER_TYPES.includes(input.type));
  if (known && needed && integers) return;
  const came = inputs.map((input) => `${input.name} (${input.isTensor ? input.type : 'no tensor'})`).join(', ');
  throw invalidModel(
    `${path}: expected input_ids, attention_mask and at most token_type_ids, of int64 or int32; got ${came}.`,
  );
}

/** External data can only be found from a path; everything else is loaded from the very bytes that were hashed. */
async function sealedSource({ dir, model, externalData }: SessionOptions): Promise<string | Buffer> {
  if (externalData.length === 0) return readSealed(dir, model);
  for (const file of [model, ...externalData]) await checkSealed(dir, file);
  return join(dir, model.path);
}

interface Created {
  readonly session: InferenceSession;
  readonly provider: ProviderInUse;
  readonly fallbackReason: string | undefined;
}

async function createOn(source: string | Buffer, options: SessionOptions): Promise<Created> {
  if (options.provider === 'cpu')
    return { session: await create(source, 'cpu', options), provider: 'cpu', fallbackReason: undefined };
  try {
    if (!listSupportedBackends().some(({ name }) => name === 'cuda'))
      throw new Error('this build has no CUDA provider');
    return { session: await create(source, 'cuda', options), provider: 'cuda', fallbackReason: undefined };
  } catch (cause) {
    if (options.provider === 'auto') {
      return { session: await create(source, 'cpu', options), provider: 'cpu', fallbackReason: firstLine(cause) };
    }
    throw new ServiceError(
      'invalid_configuration',
      `EXECUTION_PROVIDER=cuda, but CUDA cannot be used: ${firstLine(cause)}`,
      { cause },
    );
  }
}

async function create(
  source: string | Buffer,
  provider: ProviderInUse,
  { model, threads }: SessionOptions,
): Promise<InferenceSession> {
  const options: InferenceSession.SessionOptions = {
    executionProviders: [provider],
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    executionMode: 'sequential',
    graphOptimizationLevel: 'all',
    // Memory patterns are kept for each new shape; with ever changing lengths they only grow.
    enableMemPattern: false,
    logSeverityLevel: 4,
  };
  try {
    return typeof source === 'string'
      ? await InferenceSession.create(source, options)
      : await InferenceSession.create(source, options);
  } catch (cause) {
    if (provider === 'cuda') throw cause;
    throw invalidModel(`${model.path}: onnxruntime cannot load it; ${firstLine(cause)}`, cause);
  }
}

async function runBatch(session: InferenceSession, output: string, batch: PaddedBatch): Promise<Float32Array> {
  const tensor = (await session.run(feedsOf(session.inputMetadata, batch), [output]))[output]!;
  const logits = toFloat32(tensor);
  if (logits === undefined || tensor.dims.join() !== `${batch.rows},3`) {
    throw invalidModel(
      `Expected float32 or float16 logits of shape ${batch.rows},3; got ${tensor.type} of shape ${tensor.dims.join()}.`,
    );
  }
  return logits;
}

function firstLine(cause: unknown): string {
  return String((cause as Error)?.message ?? cause).split('\n')[0]!;
}

function invalidModel(message: string, cause?: unknown): ServiceError {
  return new ServiceError('invalid_model', message, { cause });
}
