import type { FastifyRequest } from 'fastify';
import { ServiceError } from '../../contract/errors.ts';
import { clientAddress, clientKey } from '../http/client-address.ts';
import type { RequestAndReply } from '../http/request-observers.ts';
import { FAILED_LOGIN_WINDOW_SECONDS, type FailedLogins } from './failed-logins.ts';
import { rateLimited, setRateLimitHeaders, withStoreErrors } from './rate-limits.ts';

const CHALLENGE = 'Bearer realm="claim-verification"';

export interface BearerAuthentication<Owner> {
  /** Finds the owner of a token. `onlyKnown`: query no store for a token that was not valid when last checked. */
  readonly find: (token: string, options: { readonly onlyKnown: boolean }) => Promise<Owner | undefined>;
  /** The expected header, as in "Expected the header Authorization: Bearer <API_KEY> with a valid key". */
  readonly expected: string;
  /** A sentence added to the error message; may be empty. */
  readonly hint: string;
  readonly failedLogins: FailedLogins;
}

/**
 * Returns the owner of the request's bearer token. Throws `unauthorized`, `rate_limited`
 * for an address with too many failed logins, and `service_unavailable` if a store cannot be reached. From such an
 * address an operator's token, and a key that this process has seen valid, are always accepted; any other key shares
 * the few store queries per second that the address is still granted.
 */
export async function authenticateBearer<Owner>(
  authentication: BearerAuthentication<Owner>,
  { request, reply }: RequestAndReply,
): Promise<Owner> {
  const { authorization } = request.headers;
  const token = bearerToken(authorization);
  const owner =
    token === undefined ? undefined : await withStoreErrors(() => findOwner(authentication, token, request));
  if (owner !== undefined) return owner;
  // Only a wrong key counts as a guess; it is counted after the check, so that guesses never lock out a valid key.
  if (token !== undefined) await countFailedLogin(authentication, { request, reply });
  throw refusal(authentication, { request, reply });
}

/** `unauthorized` for a request whose token has no owner, or none any more; sets the challenge of RFC 6750. */
export function refusal<Owner>(
  { expected, hint }: BearerAuthentication<Owner>,
  { request, reply }: RequestAndReply,
): ServiceError {
  const { authorization } = request.headers;
  const token = bearerToken(authorization);
  reply.header('www-authenticate', token === undefined ? CHALLENGE : `${CHALLENGE}, error="invalid_token"`);
  const got =
    token === undefined ? (authorization === undefined ? 'no such header' : 'a malformed one') : 'an unknown one';
  return new ServiceError('unauthorized', `Expected ${expected}, got ${got}. ${hint}`.trim(), {
    details: { header_present: authorization !== undefined },
  });
}

/** The token of an Authorization header; scheme names are case-insensitive (RFC 9110). */
function bearerToken(authorization: string | undefined): string | undefined {
  return authorization === undefined ? undefined : /^bearer +(\S+)$/i.exec(authorization.trim())?.[1];
}

async function findOwner<Owner>(
  { find, failedLogins }: BearerAuthentication<Owner>,
  token: string,
  request: FastifyRequest,
): Promise<Owner | undefined> {
  const client = clientKey(clientAddress(request));
  const known = failedLogins.isOverLimit(client) ? await find(token, { onlyKnown: true }) : undefined;
  if (known !== undefined || !failedLogins.mayQueryStore(client)) return known;
  return find(token, { onlyKnown: false });
}

async function countFailedLogin<Owner>(
  { failedLogins }: BearerAuthentication<Owner>,
  { request, reply }: RequestAndReply,
): Promise<void> {
  const state = await withStoreErrors(() => failedLogins.count(clientKey(clientAddress(request))));
  if (state === undefined) return;
  setRateLimitHeaders(reply, state);
  throw rateLimited('Failed logins from one address', state, { windowSeconds: FAILED_LOGIN_WINDOW_SECONDS });
}
