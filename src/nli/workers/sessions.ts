import { existsSync } from 'node:fs';
import { listSupportedBackends } from 'onnxruntime-node';
import { ServiceError } from '../../errors.ts';
import type { ModelDirectory } from '../models/directory.ts';
import { loadUnchanged } from '../models/sealed-files.ts';
import type { Phase, ProviderInUse } from '../types.ts';
import { type EncoderSession, firstLine, openSession } from './onnx-session.ts';

/** What a session needs of a model directory; it is sent to the workers. */
export type SessionModel = Pick<ModelDirectory, 'dir' | 'graphs' | 'seals'>;

export interface WorkerOptions {
  /** The models in use; a phase without a model is never run. */
  readonly models: Readonly<Partial<Record<Phase, SessionModel>>>;
  readonly provider: ProviderInUse | 'auto';
  readonly threads: number;
}

/** The sessions of one worker, all on one provider. */
export interface WorkerSessions {
  readonly provider: ProviderInUse;
  /** Why CUDA is not in use, when it was asked for by `auto`. */
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
  if (provider === 'cpu') return { provider, fallbackReason: undefined, sessions: await openAll(options, 'cpu') };
  // Without a device the attempt ends in an error of CUDA's libraries, which reads as a fault.
  if (provider === 'auto' && !mayHaveNvidiaDevice())
    return {
      provider: 'cpu',
      fallbackReason: 'this machine has no NVIDIA GPU',
      sessions: await openAll(options, 'cpu'),
    };
  try {
    if (!listSupportedBackends().some(({ name }) => name === 'cuda'))
      throw new Error('this build has no CUDA provider');
    return { provider: 'cuda', fallbackReason: undefined, sessions: await openAll(options, 'cuda') };
  } catch (cause) {
    if (provider === 'auto')
      return { provider: 'cpu', fallbackReason: firstLine(cause), sessions: await openAll(options, 'cpu') };
    const message = `EXECUTION_PROVIDER=cuda, but CUDA cannot be used: ${firstLine(cause)}`;
    throw new ServiceError('invalid_configuration', message, { cause });
  }
}

async function openAll({ models, threads }: WorkerOptions, provider: ProviderInUse) {
  const sessions = new Map<Phase, EncoderSession>();
  // One after the other: loading uses all cores anyway, and peak memory is lower.
  for (const [phase, { dir, graphs }] of Object.entries(models) as [Phase, SessionModel][])
    sessions.set(phase, await openSession({ dir, graph: graphs[provider], provider, threads }));
  return sessions;
}

/** On Linux a driver without a device of its own cannot be used. Elsewhere only an attempt tells. */
function mayHaveNvidiaDevice(): boolean {
  return process.platform !== 'linux' || ['/dev/nvidiactl', '/dev/dxg'].some((device) => existsSync(device));
}
