import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Principal, RateLimitState } from '../../access/index.ts';
import { ServiceError } from '../../errors.ts';
import type { ServerAccess } from '../server-context.ts';
import { withStoreErrors } from './bearer-authentication.ts';
import { rateLimited, setRateLimitHeaders, windowName } from './rate-limit-headers.ts';

/** Sentences or claims to be judged that count as one request. */
const TEXTS_PER_REQUEST = 10;

/** How many requests a request with this many sentences or claims to be judged counts as: at least one. */
export function requestCost(texts: number): number {
  return Math.max(1, Math.ceil(texts / TEXTS_PER_REQUEST));
}

/** The client for whom a request is scheduled and counted: a key and those it was rotated from are one client. */
export function clientOf({ principal }: Pick<FastifyRequest, 'principal'>): string {
  return principal === undefined ? '' : rateLimitKey(principal);
}

/**
 * The client whose uploads, downloads, stored bytes and webhooks are bounded: the customer of the key, with all keys, or
 * the rotation group of a key without one.
 */
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
    `Expected a request that counts as at most ${limit}, the limit of this key per ${windowName(windowSeconds)}; ` +
    `got one that counts as ${needed}, one for every ${TEXTS_PER_REQUEST} claims or sentences of an answer begun: split it.`;
  return new ServiceError('invalid_request', message, { details: { needed, limit } });
}
