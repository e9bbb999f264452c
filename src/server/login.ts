import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RateLimiter } from '../access/types.ts';
import { ServiceError, unavailable } from '../errors.ts';
import { clientAddress, loginSource } from './address.ts';
import { bearerToken } from './bearer.ts';
import { rateLimited, setRateLimitHeaders } from './rate-limit-headers.ts';

const CHALLENGE = 'Bearer realm="claim-verification"';
const FAILED_LOGIN_WINDOW_SECONDS = 60;
const STORE_RETRY_SECONDS = 5;

export interface SignIn<Who> {
  /** Who a token belongs to, if anybody. */
  readonly find: (token: string) => Promise<Who | undefined>;
  /** What should have been sent, as in "Expected the header Authorization: Bearer <API_KEY> with a valid key". */
  readonly expected: string;
  /** A sentence for whoever sent something else. */
  readonly hint: string;
  readonly rateLimiter: RateLimiter;
  readonly failedLoginsPerMinute: number;
}

export interface HttpExchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/**
 * Who sends the request, by its bearer token. Throws `unauthorized` with the challenge of RFC 6750, `rate_limited`
 * for an address that guesses too much, and `service_unavailable` when a store cannot be asked: never a pass.
 */
export async function login<Who>(signIn: SignIn<Who>, { request, reply }: HttpExchange): Promise<Who> {
  const { authorization } = request.headers;
  const token = bearerToken(authorization);
  const who = token === undefined ? undefined : await askStore(() => signIn.find(token));
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

async function countFailedLogin<Who>(signIn: SignIn<Who>, { request, reply }: HttpExchange): Promise<void> {
  const source = loginSource(clientAddress(request));
  const state = await askStore(() =>
    signIn.rateLimiter.hit(`login:${source}`, signIn.failedLoginsPerMinute, FAILED_LOGIN_WINDOW_SECONDS),
  );
  if (state.allowed) return;
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
