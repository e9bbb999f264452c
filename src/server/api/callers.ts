import type { FastifyReply } from 'fastify';
import type { OpenAPIV3_1 } from 'openapi-types';
import { adminTokenCheck, type Principal } from '../../access/index.ts';
import type { Config } from '../../config.ts';
import { ServiceError } from '../../contract/errors.ts';
import type { OperatorRole } from '../../contract/records.ts';
import { authenticateBearer, type BearerAuthentication, refusal } from '../auth/bearer-authentication.ts';
import { FailedLogins } from '../auth/failed-logins.ts';
import { countRequests, rateLimited, setRateLimitHeaders, withStoreErrors } from '../auth/rate-limits.ts';
import type { RequestAndReply } from '../http/request-observers.ts';
import type { ServerAccess, ServerContext } from '../server-context.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The owner of the API key, once it was accepted. */
    principal: Principal | undefined;
  }
}

/**
 * Who may call an operation. `key`: an active subscription, with requests left; `account`: a valid key, even if its
 * subscription is inactive.
 */
export type CallerKind = 'key' | 'account' | 'operator' | 'nobody';

const SCHEMES = {
  key: 'bearerAuth',
  account: 'bearerAuth',
  operator: 'adminToken',
} as const;

export function calledBy(caller: CallerKind) {
  const security: OpenAPIV3_1.SecurityRequirementObject[] = caller === 'nobody' ? [] : [{ [SCHEMES[caller]]: [] }];
  return { caller, security };
}

export interface Caller {
  /** Who makes a change, for the audit log. */
  readonly actor: string;
  /** Role of an operator; undefined for others. */
  readonly role?: OperatorRole | undefined;
  /** The ID that operations without one in their path apply to; "" for none. */
  readonly id: string;
  /** The error to throw when the customer of the caller, or the named one, was deleted after the check. */
  readonly deleted: () => ServiceError;
}

type CallerContext = Pick<ServerContext, 'access' | 'config'>;
type CallerCheck = (requestAndReply: RequestAndReply) => Promise<Caller>;

/** Makes the check that returns the caller of a request or throws; it runs before every other check. */
export function callerCheck(kind: CallerKind, context: CallerContext): CallerCheck {
  return CHECKS[kind](context);
}

const anybody = () => async () => ({ actor: '', id: '', deleted: customerDeleted });

function customerDeleted(): ServiceError {
  return new ServiceError('not_found', 'The customer was deleted while the request was running.');
}

const CHECKS: Readonly<Record<CallerKind, (context: CallerContext) => CallerCheck>> = {
  key: subscriberCheck,
  account: accountCheck,
  operator: operatorCheck,
  nobody: anybody,
};

const ACTIVE_STATUSES: ReadonlySet<string> = new Set(['active', 'trialing']);

/** Key (401), subscription (403), request rate (429), in this order; an unreachable store is a 503. */
function subscriberCheck({ access, config }: CallerContext): CallerCheck {
  const authenticate = keyAuthentication({ access, config });
  return async ({ request, reply }) => {
    const { principal, caller } = await authenticate({ request, reply });
    if (!ACTIVE_STATUSES.has(principal.status)) {
      await setHeadersIfPossible(access, principal, reply);
      throw inactive(principal, config);
    }
    const state = await countRequests(access, principal);
    setRateLimitHeaders(reply, state);
    access.usageRecorder.record(principal.keyId, state.allowed);
    if (!state.allowed) throw rateLimited('Requests', state, principal);
    return caller;
  };
}

const OWN_DASHBOARD = '/dashboard';

function keyAuthentication({ access, config }: CallerContext) {
  const authentication: BearerAuthentication<Principal> = {
    find: (key, options) => access.authenticator.authenticate(key, options),
    expected: 'the header Authorization: Bearer <API_KEY> with a valid key',
    hint: `Keys: ${config.DASHBOARD_URL ?? OWN_DASHBOARD}`,
    failedLogins: new FailedLogins({ rateLimiter: access.rateLimiter, limit: config.FAILED_LOGINS_PER_MINUTE }),
  };
  return async (requestAndReply: RequestAndReply) => {
    const principal = await authenticateBearer(authentication, requestAndReply);
    requestAndReply.request.principal = principal;
    const { keyId } = principal;
    const deleted = () => refusal(authentication, requestAndReply);
    const caller: Caller = { actor: `customer:${keyId}`, id: keyId, deleted };
    return { principal, caller };
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

/** Account requests do not count against the key's own rate limit; they have these limits instead. */
const READ_LIMIT = { limit: 60, windowSeconds: 60 };
const WRITE_LIMIT = { limit: 10, windowSeconds: 3600 };

function accountCheck({ access, config }: CallerContext): CallerCheck {
  const authenticate = keyAuthentication({ access, config });
  return async ({ request, reply }) => {
    const { principal, caller } = await authenticate({ request, reply });
    await limitRate(access, principal, request.method);
    return caller;
  };
}

async function limitRate(access: ServerAccess, principal: Principal, method: string): Promise<void> {
  const [name, rate] = method === 'GET' ? (['look', READ_LIMIT] as const) : (['change', WRITE_LIMIT] as const);
  const id = `${name}:${principal.rateLimitId ?? principal.keyId}`;
  const state = await withStoreErrors(() => access.rateLimiter.hit(id, rate));
  if (!state.allowed) throw rateLimited('Requests about the account', state, rate);
}

function operatorCheck({ access, config }: CallerContext): CallerCheck {
  const { ADMIN_TOKEN: token } = config;
  const isToken = token === undefined ? () => false : adminTokenCheck(token);
  const authentication: BearerAuthentication<{ readonly actor: string; readonly role: OperatorRole }> = {
    // Also from an address over its limit: a token is looked up by its primary key, and wrong ones from the same
    // address must not keep an operator out.
    find: async (given) => {
      if (isToken(given)) return { actor: 'admin', role: 'operate' };
      const found = await access.operators.authenticate(given);
      return found === undefined ? undefined : { actor: `operator:${found.name}`, role: found.role };
    },
    expected:
      token === undefined
        ? 'the header Authorization: Bearer <TOKEN> with the token of an operator'
        : 'the header Authorization: Bearer <ADMIN_TOKEN> with the admin token or the token of an operator',
    hint: '',
    failedLogins: new FailedLogins({ rateLimiter: access.rateLimiter, limit: config.FAILED_LOGINS_PER_MINUTE }),
  };
  return async (requestAndReply) => {
    const { actor, role } = await authenticateBearer(authentication, requestAndReply);
    if (role === 'read' && requestAndReply.request.method !== 'GET') {
      throw new ServiceError('forbidden', 'This operator token is read-only; use one with the role operate.');
    }
    return { actor, role, id: '', deleted: customerDeleted };
  };
}
