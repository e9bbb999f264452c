import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import type { Principal, RateLimitState } from '../../access/index.ts';
import type { Config } from '../../config.ts';
import { ServiceError, unavailable } from '../../contract/errors.ts';
import type { ServerAccess } from '../server-context.ts';

/** Sentences or claims to be judged that count as one request. */
const TEXTS_PER_REQUEST = 10;

/** Cost of a request with this many sentences or claims to check, in requests: at least one. */
export function requestCost(texts: number): number {
  return Math.max(1, Math.ceil(texts / TEXTS_PER_REQUEST));
}

/** The client for whom a request is scheduled and counted: a key and those it was rotated from are one client. */
export function clientOf({ principal }: Pick<FastifyRequest, 'principal'>): string {
  return principal === undefined ? '' : rateLimitKey(principal);
}

/** The client whose uploads and stored bytes are bounded: the customer, or the rotation group of a key without one. */
export function boundedClientOf(request: Pick<FastifyRequest, 'principal'>): string {
  return request.principal?.customerId ?? clientOf(request);
}

function rateLimitKey({ keyId, rateLimitId = keyId }: Principal): string {
  return `key:${rateLimitId}`;
}

/** Counts against the limit of a key, all or nothing. Rejects with `service_unavailable` if the store cannot be reached. */
export function countRequests(access: ServerAccess, principal: Principal, count = 1): Promise<RateLimitState> {
  return withStoreErrors(() => access.rateLimiter.hit(rateLimitKey(principal), principal, count));
}

/**
 * Counts what a request costs beyond what was `counted` of it (by `authenticate`: one), before its models run, and updates
 * the X-RateLimit headers. Throws `invalid_request` if it costs more than the whole limit of the key, as waiting would not
 * help, and `rate_limited` if too few requests are left in the window; both with the cost as `needed`.
 */
export async function countRestOfCost(
  access: ServerAccess,
  reply: FastifyReply,
  cost: number,
  counted = 1,
): Promise<void> {
  const { principal } = reply.request;
  if (principal === undefined || cost <= counted) return;
  if (cost > principal.limit) throw costsMoreThanLimit(principal, cost);
  const state = await countRequests(access, principal, cost - counted);
  setRateLimitHeaders(reply, state);
  access.usageRecorder.record(principal.keyId, state.allowed, cost - counted);
  if (!state.allowed) throw rateLimited('Requests', state, { ...principal, needed: cost });
}

function costsMoreThanLimit({ limit, windowSeconds }: Principal, needed: number): ServiceError {
  const message =
    `This request costs ${needed} requests, one for each started group of ${TEXTS_PER_REQUEST} claims or sentences; ` +
    `the limit of this key is ${limit} per ${windowName(windowSeconds)}. Split the request.`;
  return new ServiceError('invalid_request', message, { details: { needed, limit } });
}

const WINDOW_NAMES: Readonly<Record<number, string>> = { 1: 'second', 60: 'minute', 3600: 'hour', 86400: 'day' };

export function setRateLimitHeaders(reply: FastifyReply, state: RateLimitState): void {
  reply.headers({
    'x-ratelimit-limit': String(state.limit),
    'x-ratelimit-remaining': String(state.remaining),
    'x-ratelimit-reset': String(state.resetAt),
  });
}

/** The name of a window's length, as in "60 per minute". */
export function windowName(seconds: number): string {
  return WINDOW_NAMES[seconds] ?? `${seconds} seconds`;
}

interface Refused {
  readonly windowSeconds: number;
  readonly needed?: number;
}

/** The 429 of an exhausted window. `what` is limited; it begins the sentence, as in "Requests". */
export function rateLimited(what: string, state: RateLimitState, { windowSeconds, needed }: Refused): ServiceError {
  const window = windowName(windowSeconds);
  const { limit, retryAfterSeconds } = state;
  const cost = needed === undefined ? '' : `, and this one costs ${needed}`;
  const message = `${what} are limited to ${limit} per ${window}${cost}; try again in ${retryAfterSeconds} seconds.`;
  const details = { limit, window, retry_after_seconds: retryAfterSeconds };
  return new ServiceError('rate_limited', message, {
    details: needed === undefined ? details : { ...details, needed },
  });
}

const STORE_RETRY_SECONDS = 5;

/** Runs a query of a store; whatever it throws becomes `service_unavailable`. */
export async function withStoreErrors<T>(query: () => Promise<T>): Promise<T> {
  try {
    return await query();
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'service_unavailable') throw error;
    throw unavailable('The store of keys and limits is unavailable; try again shortly.', STORE_RETRY_SECONDS, error);
  }
}

export function limitScope({ REDIS_URL }: Pick<Config, 'REDIS_URL'>): 'shared' | 'per_replica' {
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
