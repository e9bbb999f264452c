import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Principal } from '../../access/index.ts';
import type { Config } from '../../config.ts';
import { ServiceError } from '../../errors.ts';
import type { ServerAccess, ServerContext } from '../server-context.ts';
import { authenticateBearer, type BearerAuthentication } from './bearer-authentication.ts';
import { FailedLogins } from './failed-logins.ts';
import { rateLimited, setRateLimitHeaders } from './rate-limit-headers.ts';
import { countRequests } from './request-cost.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The owner of the API key, once it was accepted. */
    principal: Principal | undefined;
  }
}

type AuthenticationContext = Pick<ServerContext, 'access' | 'config'>;

/** The dashboard of this service. */
const OWN_DASHBOARD = '/dashboard';

const ACTIVE_STATUSES: ReadonlySet<string> = new Set(['active', 'trialing']);

/**
 * The hook that authenticates and rate-limits a request before its body is read: key (401), subscription (403), request
 * rate (429), in this order. A store that cannot be reached is a 503 at its own step; it never lets a request through.
 */
export function authenticate({ access, config }: AuthenticationContext) {
  const authentication = apiKeyAuthentication({ access, config });
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const principal = await authenticateBearer(authentication, { request, reply });
    request.principal = principal;
    if (!ACTIVE_STATUSES.has(principal.status)) {
      await setHeadersIfPossible(access, principal, reply);
      throw inactive(principal, config);
    }
    const state = await countRequests(access, principal);
    setRateLimitHeaders(reply, state);
    access.usageRecorder.record(principal.keyId, state.allowed);
    if (!state.allowed) throw rateLimited('Requests', state, principal);
  };
}

/** Authentication with an API key. */
export function apiKeyAuthentication({ access, config }: AuthenticationContext): BearerAuthentication<Principal> {
  return {
    find: (key, options) => access.authenticator.authenticate(key, options),
    expected: 'the header Authorization: Bearer <API_KEY> with a valid key',
    hint: `Keys: ${config.DASHBOARD_URL ?? OWN_DASHBOARD}`,
    failedLogins: new FailedLogins({ rateLimiter: access.rateLimiter, limit: config.FAILED_LOGINS_PER_MINUTE }),
  };
}

/** The 403 of an inactive subscription comes before the rate limit, so it must not depend on the store of rates. */
async function setHeadersIfPossible(access: ServerAccess, principal: Principal, reply: FastifyReply): Promise<void> {
  try {
    setRateLimitHeaders(reply, await countRequests(access, principal));
  } catch {
    // Then the 403 has no rate-limit headers.
  }
}

function inactive(principal: Principal, config: Config): ServiceError {
  const { CHECKOUT_URL: checkout, DASHBOARD_URL: dashboard = OWN_DASHBOARD } = config;
  const where = checkout === undefined ? `see ${dashboard}` : `renew it at ${checkout}`;
  const message = `The subscription of this key is ${principal.status}; ${where}`;
  return new ServiceError('subscription_inactive', message, {
    details: { status: principal.status, checkout_url: checkout ?? dashboard },
  });
}
