import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../../config.ts';

/** How the requests of a key, and failed logins, are counted: by all replicas together, or by each for itself. */
export type LimitScope = 'shared' | 'per_replica';

export function limitScope({ REDIS_URL }: Pick<Config, 'REDIS_URL'>): LimitScope {
  return REDIS_URL === undefined ? 'per_replica' : 'shared';
}

/** Warns where several replicas count apart: what they let through together is several times what was set. */
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
