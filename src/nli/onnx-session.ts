import { join } from 'node:path';
import { env, InferenceSession } from 'onnxruntime-node';
import type { PaddedBatch } from './batch.ts';
import { invalidModel } from './invalid-model.ts';
import type { Graph } from './model-directory.ts';
import type { ProviderInUse } from './nli-interface.ts';
import { feedsOf, INTEGER_TYPES, PLANES, toFloat32 } from './tensors.ts';

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
