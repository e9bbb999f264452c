import type { FastifyBaseLogger } from 'fastify';
import { type Config, changedSettings, settingWarnings } from '../../config.ts';
import { reasonOf, ServiceError } from '../../errors.ts';
import type { VerifierInfo } from '../../index.ts';

/** The reason why the service could not start, as a sentence for the person who started it. */
export function startupError(error: unknown, config: Pick<Config, 'HOST' | 'PORT'> | undefined): string {
  if (error instanceof ServiceError) return reasonOf(error);
  const { code, message = String(error) } = error as { code?: string; message?: string };
  const where = `HOST ${config?.HOST}, PORT ${config?.PORT}`;
  if (code === 'EADDRINUSE') return `Expected a free address to listen on, got one in use: ${where}.`;
  if (code === 'EACCES') return `Expected an address this user may listen on, got one it may not: ${where}.`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return `Expected an address of this machine to listen on, got another: ${where}.`;
  }
  return `The service could not start: ${message}`;
}

type Log = Pick<FastifyBaseLogger, 'info' | 'warn'>;

/** Logs a warning for each variable of `env` that is probably a misspelt setting, then the settings that were changed. */
export function logSettings(log: Log, config: Config, env?: NodeJS.ProcessEnv): void {
  for (const warning of settingWarnings(env)) log.warn(warning);
  log.info({ settings: changedSettings(config) }, 'settings that differ from their defaults');
}

/** Logs the verifier's notices as warnings, then which models run and where. */
export function logReady(log: Log, info: VerifierInfo): void {
  for (const notice of info.notices) log.warn(notice);
  const { model, evidenceModel } = info;
  const { id, provider, providerFallback } = model;
  log.info({ model: id, evidenceModel: evidenceModel?.id, provider, providerFallback }, 'ready');
}
