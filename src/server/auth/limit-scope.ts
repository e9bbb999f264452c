import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../../config.ts';

/** Whether replicas count requests and failed logins together or each by itself. */
export type LimitScope = 'shared' | 'per_replica';

export function limitScope({ REDIS_URL }: Pick<Config, 'REDIS_URL'>): LimitScope {
  return REDIS_URL === undefined ? 'per_replica' : 'shared';
}

/** Logs a warning if several replicas count separately: together they allow a multiple of each limit. */
export function warnOfSeparateLimits(
  log: Pick<FastifyBaseLogger, 'warn'>,
  config: Pick<Config, 'REPLICAS' | 'REDIS_URL'>,
): void {
  const { REPLICAS: replicas } = config;
  if (replicas === 1 || limitScope(config) === 'shared') return;
  log.warn(
    `REPLICAS=${replicas} without REDIS_URL: each replica counts for itself, so a key may make up to ${replicas} times ` +
      `its limit, and an address ${replicas} times its failed logins. Set REDIS_URL so that they count together.`,
  );
}
