import type { FastifyReply, FastifyRequest } from 'fastify';
import type { KeyAuthenticator, Principal, RateLimiter, RateLimitState } from '../../access/types.ts';
import type { Config } from '../../config.ts';
import { ServiceError } from '../../errors.ts';
import { askStore, login, type SignIn } from './bearer-authentication.ts';
import { FailedLogins } from './failed-logins.ts';
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

/**
 * The hook that lets a request in: key (401), subscription (403), request rate (429), in this order and before the
 * body is read. A store that cannot be asked is a 503 at its own step, never a pass.
 */
export function admission(access: AccessPort, config: AdmissionConfig): Admit {
  const signIn = keySignIn(access, config);
  return async (request, reply) => {
    const principal = await login(signIn, { request, reply });
    request.principal = principal;
    if (!PASSING.has(principal.status)) {
      await showWindow(access, principal, reply);
      throw inactive(principal, config);
    }
    const state = await askStore(() => countRequest(access, principal));
    setRateLimitHeaders(reply, state);
    access.activity?.record(principal.keyId, state.allowed);
    if (!state.allowed) throw rateLimited('Requests', state, principal.windowSeconds);
  };
}

/** How a caller signs in with an API key. */
export function keySignIn(access: AccessPort, config: AdmissionConfig): SignIn<Principal> {
  return {
    find: (key, options) => access.authenticator.authenticate(key, options),
    expected: 'the header Authorization: Bearer <API_KEY> with a valid key',
    hint: `Keys: ${config.DASHBOARD_URL}`,
    failedLogins: new FailedLogins({ rateLimiter: access.rateLimiter, limit: config.FAILED_LOGINS_PER_MINUTE }),
  };
}

/** Whom an admitted request is for: a key and those it was rotated from are one client. */
export function clientOf({ principal }: FastifyRequest): string {
  return principal === undefined ? '' : countedAs(principal);
}

function countedAs({ keyId, rateLimitId = keyId }: Principal): string {
  return `key:${rateLimitId}`;
}

function countRequest({ rateLimiter }: AccessPort, principal: Principal): Promise<RateLimitState> {
  return rateLimiter.hit(countedAs(principal), principal.limit, principal.windowSeconds);
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
