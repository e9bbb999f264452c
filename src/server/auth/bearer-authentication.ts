import type { FastifyReply, FastifyRequest } from 'fastify';
import { ServiceError, unavailable } from '../../errors.ts';
import { clientAddress, loginSource } from '../http/client-address.ts';
import { bearerToken } from './bearer-token.ts';
import { FAILED_LOGIN_WINDOW_SECONDS, type FailedLogins } from './failed-logins.ts';
import { rateLimited, setRateLimitHeaders } from './rate-limit-headers.ts';

const CHALLENGE = 'Bearer realm="claim-verification"';
const STORE_RETRY_SECONDS = 5;

export interface SignIn<Who> {
  /**
   * Who a token belongs to, if anybody. `onlyKnown`: no store is asked about a token that was not valid when it was last
   * asked about.
   */
  readonly find: (token: string, options: { readonly onlyKnown: boolean }) => Promise<Who | undefined>;
  /** What should have been sent, as in "Expected the header Authorization: Bearer <API_KEY> with a valid key". */
  readonly expected: string;
  /** A sentence for whoever sent something else. */
  readonly hint: string;
  readonly failedLogins: FailedLogins;
}

export interface HttpExchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/**
 * Who sends the request, by its bearer token. Throws `unauthorized` with the challenge of RFC 6750, `rate_limited`
 * for an address that guesses too much, and `service_unavailable` when a store cannot be asked: never a pass.
 * From such an address a key that was valid before always gets in; one that was never used here takes part in the few
 * questions a second that the store is still asked for the address.
 */
export async function login<Who>(signIn: SignIn<Who>, { request, reply }: HttpExchange): Promise<Who> {
  const { authorization } = request.headers;
  const token = bearerToken(authorization);
  const who = token === undefined ? undefined : await askStore(() => findWho(signIn, token, request));
  if (who !== undefined) return who;
  // Only a wrong key is a guess; and as guesses are counted after the check, they never shut out a valid key.
  if (token !== undefined) await countFailedLogin(signIn, { request, reply });
  reply.header('www-authenticate', token === undefined ? CHALLENGE : `${CHALLENGE}, error="invalid_token"`);
  const got =
    token === undefined ? (authorization === undefined ? 'no such header' : 'another shape') : 'an unknown one';
  throw new ServiceError('unauthorized', `Expected ${signIn.expected}, got ${got}. ${signIn.hint}`.trim(), {
    details: { header_present: authorization !== undefined },
  });
}

async function findWho<Who>(
  { find, failedLogins }: SignIn<Who>,
  token: string,
  request: FastifyRequest,
): Promise<Who | undefined> {
  const address = loginSource(clientAddress(request));
  const known = failedLogins.isOver(address) ? await find(token, { onlyKnown: true }) : undefined;
  if (known !== undefined || !failedLogins.mayAsk(address)) return known;
  return find(token, { onlyKnown: false });
}

async function countFailedLogin<Who>(signIn: SignIn<Who>, { request, reply }: HttpExchange): Promise<void> {
  const state = await askStore(() => signIn.failedLogins.count(loginSource(clientAddress(request))));
  if (state === undefined) return;
  setRateLimitHeaders(reply, state);
  throw rateLimited('Failed logins from one address', state, FAILED_LOGIN_WINDOW_SECONDS);
}

/** The answer of a store, or `service_unavailable` whatever it throws. */
export async function askStore<T>(question: () => Promise<T>): Promise<T> {
  try {
    return await question();
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'service_unavailable') throw error;
    throw unavailable('The store of keys and limits cannot be asked; try again shortly.', STORE_RETRY_SECONDS, error);
  }
}
