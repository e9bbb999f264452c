import type { FastifyBaseLogger } from 'fastify';
import { type Config, changedSettings, settingWarnings } from '../../config.ts';
import { reasonOf, ServiceError } from '../../contract/errors.ts';
import type { VerifierInfo } from '../../index.ts';

/** The reason why the service could not start, as a sentence for the person who started it. */
export function startupError(error: unknown, config: Listening | undefined): string {
  if (error instanceof ServiceError) return reasonOf(error);
  const { code, port, message = String(error) } = error as { code?: string; port?: number; message?: string };
  const setting = PORTS.find((name) => config?.[name] === port) ?? 'PORT';
  if (code === 'EADDRINUSE') {
    return `Port ${port} is in use by another process. Set ${setting} to a free port, or stop that process.`;
  }
  if (code === 'EACCES') return `This user may not listen on port ${port}. Set ${setting} to a port from 1024 on.`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return `${config?.HOST} is not an address of this machine. Set HOST to one that is, such as 127.0.0.1.`;
  }
  return `The service could not start: ${message}`;
}

const PORTS = ['PORT', 'METRICS_PORT', 'ADMIN_PORT'] as const;
type Listening = Pick<Config, 'HOST' | (typeof PORTS)[number]>;

type Log = Pick<FastifyBaseLogger, 'info' | 'warn'>;

/** Logs a warning for each variable of the environment that is probably a misspelt setting, then the settings that were changed. */
export function logSettings(log: Log, config: Config): void {
  for (const warning of settingWarnings()) log.warn(warning);
  log.info({ settings: changedSettings(config) }, 'settings that differ from their defaults');
}

export function logReady(log: Log, info: VerifierInfo): void {
  for (const notice of info.notices) log.warn(notice);
  const { model, evidenceModel } = info;
  const { id, provider, providerFallback } = model;
  log.info({ model: id, evidenceModel: evidenceModel?.id, provider, providerFallback }, 'ready');
}
