import { join } from 'node:path';
import { env, InferenceSession, listSupportedBackends, Tensor } from 'onnxruntime-node';
import { ServiceError } from '../errors.ts';
import type { PaddedBatch } from './batch.ts';
import { checkSealed, readSealed, type SealedFile } from './manifest.ts';
import type { ProviderInUse } from './types.ts';

// What matters is thrown and reported once, in words; the library's own lines would break the JSON log.
env.logLevel = 'fatal';

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

/** The planes of a PaddedBatch, by the names under which models ask for them. */
const PLANES = ['input_ids', 'attention_mask', 'token_type_ids'];

/** Opens a session on bytes that were checked against the manifest. Throws `invalid_model` or `invalid_configuration`. */
export async function openSession(options: SessionOptions): Promise<EncoderSession> {
  const source = await sealedSource(options);
  const { session, provider, fallbackReason } = await createOn(source, options);
  const unknown = session.inputNames.filter((name) => !PLANES.includes(name));
  if (unknown.length > 0 || !session.inputNames.includes('input_ids')) {
    throw invalidModel(
      `${options.model.path}: expected inputs among ${PLANES.join(', ')}; got ${session.inputNames.join(', ')}.`,
    );
  }
  const output = session.outputNames.includes('logits') ? 'logits' : session.outputNames[0]!;
  return { provider, fallbackReason, run: (batch) => runBatch(session, output, batch) };
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
  const { rows, length, buffer } = batch;
  const plane = rows * length;
  const feeds: Record<string, Tensor> = {};
  for (const name of session.inputNames) {
    const words = new BigInt64Array(buffer, PLANES.indexOf(name) * plane * BigInt64Array.BYTES_PER_ELEMENT, plane);
    feeds[name] = new Tensor('int64', words, [rows, length]);
  }
  const logits = (await session.run(feeds, [output]))[output]!;
  if (logits.type !== 'float32' || logits.dims.join() !== `${rows},3`) {
    throw invalidModel(
      `Expected float32 logits of shape ${rows},3; got ${logits.type} of shape ${logits.dims.join()}.`,
    );
  }
  return logits.data as Float32Array;
}

function firstLine(cause: unknown): string {
  return String((cause as Error)?.message ?? cause).split('\n')[0]!;
}

function invalidModel(message: string, cause?: unknown): ServiceError {
  return new ServiceError('invalid_model', message, { cause });
}
