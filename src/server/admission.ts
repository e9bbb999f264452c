import type { FastifyReply, FastifyRequest } from 'fastify';
import type { KeyAuthenticator, Principal, RateLimiter, RateLimitState } from '../access/types.ts';
import type { Config } from '../config.ts';
import { ServiceError, unavailable } from '../errors.ts';
import { loginSource } from './address.ts';
import { bearerToken } from './bearer.ts';
import { rateLimited, setRateLimitHeaders } from './rate-limit-headers.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks, once the key was accepted. */
    principal: Principal | undefined;
  }
}

/** What the server needs of access/. */
export interface AccessPort {
  readonly authenticator: KeyAuthenticator;
  readonly rateLimiter: RateLimiter;
  /** Told of every counted request; never waits, never fails. */
  readonly activity?: { record(keyId: string, allowed: boolean): void };
}

export type AdmissionConfig = Pick<Config, 'CHECKOUT_URL' | 'DASHBOARD_URL' | 'FAILED_LOGINS_PER_MINUTE'>;
type Admit = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

const PASSING: ReadonlySet<string> = new Set(['active', 'trialing']);
const CHALLENGE = 'Bearer realm="claim-verification"';
const FAILED_LOGIN_WINDOW_SECONDS = 60;
const STORE_RETRY_SECONDS = 5;

/**
 * The hook that lets a request in: key (401), subscription (403), request rate (429), in this order and before the
 * body is read. A store that cannot be asked is a 503 at its own step, never a pass.
 */
export function admission(access: AccessPort, config: AdmissionConfig): Admit {
  return async (request, reply) => {
    const principal = await authenticate(access, config, { request, reply });
    request.principal = principal;
    if (!PASSING.has(principal.status)) {
      await showWindow(access, principal, reply);
      throw inactive(principal, config);
    }
    const state = await ask(() => countRequest(access, principal));
    setRateLimitHeaders(reply, state);
    access.activity?.record(principal.keyId, state.allowed);
    if (!state.allowed) throw rateLimited('Requests', state, principal.windowSeconds);
  };
}

interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

async function authenticate(access: AccessPort, config: AdmissionConfig, exchange: Exchange): Promise<Principal> {
  const { request, reply } = exchange;
  const { authorization } = request.headers;
  const token = bearerToken(authorization);
  const principal = token === undefined ? undefined : await ask(() => access.authenticator.authenticate(token));
  if (principal !== undefined) return principal;
  // Only a wrong key is a guess; and as guesses are counted after the check, they never shut out a valid key.
  if (token !== undefined) await countFailedLogin(access.rateLimiter, config, exchange);
  reply.header('www-authenticate', token === undefined ? CHALLENGE : `${CHALLENGE}, error="invalid_token"`);
  const got =
    token === undefined ? (authorization === undefined ? 'no such header' : 'another shape') : 'an unknown key';
  throw new ServiceError(
    'unauthorized',
    `Expected the header Authorization: Bearer <API_KEY> with a valid key, got ${got}. Keys: ${config.DASHBOARD_URL}`,
    { details: { header_present: authorization !== undefined } },
  );
}

async function countFailedLogin(limiter: RateLimiter, config: AdmissionConfig, { request, reply }: Exchange) {
  const source = loginSource(request.ip);
  const state = await ask(() =>
    limiter.hit(`login:${source}`, config.FAILED_LOGINS_PER_MINUTE, FAILED_LOGIN_WINDOW_SECONDS),
  );
  if (state.allowed) return;
  setRateLimitHeaders(reply, state);
  throw rateLimited('Failed logins from one address', state, FAILED_LOGIN_WINDOW_SECONDS);
}

function countRequest(
  { rateLimiter }: AccessPort,
  { keyId, limit, windowSeconds }: Principal,
): Promise<RateLimitState> {
  return rateLimiter.hit(`key:${keyId}`, limit, windowSeconds);
}

/** A lapsed subscription is told before the rate, so its answer must not depend on the rate's store. */
async function showWindow(access: AccessPort, principal: Principal, reply: FastifyReply): Promise<void> {
  try {
    setRateLimitHeaders(reply, await countRequest(access, principal));
  } catch {
    // The 403 stands without the headers.
  }
}

function inactive(principal: Principal, config: AdmissionConfig): ServiceError {
  const message = `The subscription of this key is ${principal.status}; renew it at ${config.CHECKOUT_URL}`;
  return new ServiceError('subscription_inactive', message, {
    details: { status: principal.status, checkout_url: config.CHECKOUT_URL },
  });
}

async function ask<T>(question: () => Promise<T>): Promise<T> {
  try {
    return await question();
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'service_unavailable') throw error;
    throw unavailable('The store of keys and limits cannot be asked; try again shortly.', STORE_RETRY_SECONDS, error);
  }
}
