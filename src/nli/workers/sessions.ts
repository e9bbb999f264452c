import { existsSync } from 'node:fs';
import { listSupportedBackends } from 'onnxruntime-node';
import { ServiceError } from '../../errors.ts';
import type { ModelDirectory } from '../models/directory.ts';
import { loadUnchanged } from '../models/sealed-files.ts';
import { deviceOf, PROVIDER_NAMES, type ProviderInUse } from '../providers.ts';
import type { Phase } from '../types.ts';
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
  if (options.provider !== 'auto') return openChosen(options, options.provider);
  let fallbackReason: string | undefined;
  for (const provider of PROVIDER_NAMES) {
    const device = deviceOf(provider);
    if (device === undefined) continue;
    try {
      // Without a device the attempt ends in an error of the provider's libraries, which reads as a fault.
      if (!mayHave(device.files)) throw new Error(`this machine has no ${device.name}`);
      return { provider, fallbackReason: undefined, sessions: await openAll(options, provider) };
    } catch (cause) {
      fallbackReason = firstLine(cause);
    }
  }
  return { provider: 'cpu', fallbackReason, sessions: await openAll(options, 'cpu') };
}

async function openChosen(options: WorkerOptions, provider: ProviderInUse): Promise<WorkerSessions> {
  const device = deviceOf(provider);
  try {
    return { provider, fallbackReason: undefined, sessions: await openAll(options, provider) };
  } catch (cause) {
    if (device === undefined) throw cause;
    const message = `EXECUTION_PROVIDER=${provider}, but ${device.title} cannot be used: ${firstLine(cause)}`;
    throw new ServiceError('invalid_configuration', message, { cause });
  }
}

async function openAll({ models, threads }: WorkerOptions, provider: ProviderInUse) {
  const title = deviceOf(provider)?.title;
  if (title !== undefined && !listSupportedBackends().some(({ name }) => name === provider))
    throw new Error(`this build has no ${title} provider`);
  const sessions = new Map<Phase, EncoderSession>();
  // One after the other: loading uses all cores anyway, and peak memory is lower.
  for (const [phase, { dir, graphs }] of Object.entries(models) as [Phase, SessionModel][])
    sessions.set(phase, await openSession({ dir, graph: graphs[provider], provider, threads }));
  return sessions;
}

/** On Linux a driver without a device of its own cannot be used. Elsewhere only an attempt tells. */
function mayHave(files: readonly string[]): boolean {
  return process.platform !== 'linux' || files.some((file) => existsSync(file));
}
