import type { FastifyBaseLogger } from 'fastify';
import type { VerifierInfo } from '../../index.ts';

/** Logs the verifier's notices as warnings, then which models run and where. */
export function logReady(log: Pick<FastifyBaseLogger, 'info' | 'warn'>, info: VerifierInfo): void {
  for (const notice of info.notices) log.warn(notice);
  const { model, evidenceModel, candidates } = info;
  const { id, provider, providerFallback } = model;
  log.info({ model: id, evidenceModel: evidenceModel?.id, candidates, provider, providerFallback }, 'ready');
}
