import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { env, InferenceSession, listSupportedBackends, Tensor } from 'onnxruntime-node';
import { ServiceError } from '../../contract/errors.ts';
import type { PaddedBatch } from '../batch.ts';
import type { ModelDirectory } from '../models/directory.ts';
import type { Graph } from '../models/graphs.ts';
import { invalidModel, loadUnchanged } from '../models/sealed-files.ts';
import type { ProviderInUse } from '../providers.ts';
import type { Phase } from '../types.ts';

export interface SessionOptions {
  readonly dir: string;
  readonly graph: Graph;
  readonly provider: ProviderInUse;
  readonly threads: number;
}

export interface EncoderSession {
  /** Logits, rows x 3, row by row. Blocks the calling thread while the model runs. */
  run(batch: PaddedBatch): Promise<Float32Array>;
}

/** The planes of a PaddedBatch, by the names under which models ask for them. */
const PLANES: readonly string[] = ['input_ids', 'attention_mask', 'token_type_ids'];
const INTEGER_TYPES: readonly string[] = ['int64', 'int32'];

/**
 * Opens a session on a graph by its path, so that the runtime maps external data: all workers then share one copy of it
 * (589 MB resident for two workers with both models, 986 MB with copies). The caller has checked the files.
 * Throws `invalid_model` for a graph that cannot be used, and on CUDA whatever the runtime throws.
 */
export async function openSession(options: SessionOptions): Promise<EncoderSession> {
  // Errors are thrown and logged once; the library's own log lines would break the JSON log.
  // Set here because other modules that import the runtime set it too, and the first session fixes it for the process.
  env.logLevel = 'fatal';
  const session = await create(options);
  checkInputs(session.inputMetadata, options.graph.path);
  const output = session.outputNames.includes('logits') ? 'logits' : session.outputNames[0]!;
  return { run: (batch) => runBatch(session, output, batch) };
}

/** Without a mask, padding would be read as text; inputs with other names are unknown and refused. */
function checkInputs(inputs: readonly InferenceSession.ValueMetadata[], path: string): void {
  const known = inputs.every(({ name }) => PLANES.includes(name));
  const needed = ['input_ids', 'attention_mask'].every((name) => inputs.some((input) => input.name === name));
  const integers = inputs.every((input) => input.isTensor && INTEGER_TYPES.includes(input.type));
  if (known && needed && integers) return;
  const came = inputs.map((input) => `${input.name} (${input.isTensor ? input.type : 'not a tensor'})`).join(', ');
  throw invalidModel(
    `${path}: expected input_ids, attention_mask and at most token_type_ids, of int64 or int32; got ${came}.`,
  );
}

async function create({ dir, graph, provider, threads }: SessionOptions): Promise<InferenceSession> {
  const options: InferenceSession.SessionOptions = {
    executionProviders: [provider],
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    executionMode: 'sequential',
    graphOptimizationLevel: graph.optimisation,
    // Memory patterns are kept for every shape; with changing lengths they only grow.
    enableMemPattern: false,
    logSeverityLevel: 4,
  };
  try {
    return await InferenceSession.create(join(dir, graph.path), options);
  } catch (cause) {
    if (provider === 'cuda') throw cause;
    throw invalidModel(`${graph.path}: onnxruntime cannot load it; ${firstLine(cause)}`, cause);
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

/** The first line of an error's message, without the runtime's stack. */
export function firstLine(cause: unknown): string {
  return String((cause as Error)?.message ?? cause).split('\n')[0]!;
}

/** The inputs of one run, in the integer type that each input declares. */
export function feedsOf(inputs: readonly InferenceSession.ValueMetadata[], batch: PaddedBatch): Record<string, Tensor> {
  const { rows, length, buffer } = batch;
  const plane = rows * length;
  const feeds: Record<string, Tensor> = {};
  for (const input of inputs) {
    const offset = PLANES.indexOf(input.name) * plane * BigInt64Array.BYTES_PER_ELEMENT;
    const words = new BigInt64Array(buffer, offset, plane);
    const narrow = input.isTensor && input.type === 'int32';
    feeds[input.name] = narrow
      ? new Tensor('int32', Int32Array.from(words, Number), [rows, length])
      : new Tensor('int64', words, [rows, length]);
  }
  return feeds;
}

/** The numbers of a float32 or float16 tensor, or undefined for any other type. */
export function toFloat32({ type, data }: Tensor): Float32Array | undefined {
  if (type === 'float32') return data as Float32Array;
  if (type !== 'float16') return undefined;
  // Runtimes without Float16Array return the raw bits.
  return data instanceof Uint16Array ? Float32Array.from(data, halfToNumber) : Float32Array.from(data as Float32Array);
}

function halfToNumber(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = (bits & 0x3ff) / 1024;
  if (exponent === 0x1f) return fraction > 0 ? Number.NaN : sign * Number.POSITIVE_INFINITY;
  return sign * (exponent === 0 ? fraction * 2 ** -14 : (1 + fraction) * 2 ** (exponent - 15));
}

/** The part of a model directory that a session needs; it is sent to the workers. */
export type SessionModel = Pick<ModelDirectory, 'dir' | 'graphs' | 'seals'>;

export interface WorkerOptions {
  /** The models in use; a phase without a model is never run. */
  readonly models: Readonly<Partial<Record<Phase, SessionModel>>>;
  readonly provider: ProviderInUse | 'auto';
  readonly threads: number;
}

export interface WorkerSessions {
  readonly provider: ProviderInUse;
  /** Why no device is in use, when it was asked for by `auto`. */
  readonly fallbackReason: string | undefined;
  readonly sessions: ReadonlyMap<Phase, EncoderSession>;
}

/**
 * Opens a session for each model, on the graph that the provider runs. The runtime opens the files by their paths, so
 * they must not change between hashing in the main thread and loading here. Throws `invalid_model` or `invalid_configuration`.
 */
export async function openSessions(options: WorkerOptions): Promise<WorkerSessions> {
  return loadUnchanged(Object.values(options.models), () => openOnProvider(options));
}

async function openOnProvider(options: WorkerOptions): Promise<WorkerSessions> {
  const { provider } = options;
  let fallbackReason: string | undefined;
  if (provider !== 'cpu') {
    try {
      return { provider: 'cuda', fallbackReason, sessions: await openOnCuda(options) };
    } catch (cause) {
      fallbackReason = firstLine(cause);
      if (provider === 'cuda') {
        const message = `EXECUTION_PROVIDER=cuda, but CUDA cannot be used: ${fallbackReason}${mayHaveGpu() ? '' : `; ${NO_GPU}`}`;
        throw new ServiceError('invalid_configuration', message, { cause });
      }
    }
  }
  return { provider: 'cpu', fallbackReason, sessions: await openAll(options, 'cpu') };
}

const NO_GPU = 'this machine has no NVIDIA GPU';

async function openOnCuda(options: WorkerOptions) {
  // Without a device the attempt ends in an error of the provider's libraries, which reads as a fault.
  if (options.provider === 'auto' && !mayHaveGpu()) throw new Error(NO_GPU);
  if (!listSupportedBackends().some(({ name }) => name === 'cuda')) throw new Error('this build has no CUDA provider');
  return openAll(options, 'cuda');
}

async function openAll({ models, threads }: WorkerOptions, provider: ProviderInUse) {
  const sessions = new Map<Phase, EncoderSession>();
  // One after the other: loading uses all cores anyway, and peak memory is lower.
  for (const [phase, { dir, graphs }] of Object.entries(models) as [Phase, SessionModel][])
    sessions.set(phase, await openSession({ dir, graph: graphs[provider], provider, threads }));
  return sessions;
}

/** On Linux the driver has a device. Elsewhere only an attempt shows it. */
function mayHaveGpu(): boolean {
  return process.platform !== 'linux' || existsSync('/dev/nvidiactl') || existsSync('/dev/dxg');
}
