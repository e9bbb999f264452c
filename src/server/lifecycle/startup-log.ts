import type { FastifyBaseLogger } from 'fastify';
import { type Config, changedSettings, settingWarnings } from '../../config.ts';
import type { VerifierInfo } from '../../index.ts';

type Log = Pick<FastifyBaseLogger, 'info' | 'warn'>;

/** Logs a warning for each variable of `env` that is probably a misspelt setting, then the settings that were changed. */
export function logSettings(log: Log, config: Config, env?: NodeJS.ProcessEnv): void {
  for (const warning of settingWarnings(env)) log.warn(warning);
  log.info({ settings: changedSettings(config) }, 'settings that differ from their defaults');
}

/** Logs the verifier's notices as warnings, then which models run and where. */
export function logReady(log: Log, info: VerifierInfo): void {
  for (const notice of info.notices) log.warn(notice);
  const { model, evidenceModel, candidates } = info;
  const { id, provider, providerFallback } = model;
  log.info({ model: id, evidenceModel: evidenceModel?.id, candidates, provider, providerFallback }, 'ready');
}
