import type { FastifyReply } from 'fastify';
import type { RateLimitState } from '../../access/index.ts';
import { ServiceError } from '../../errors.ts';

const WINDOW_NAMES: Readonly<Record<number, string>> = { 1: 'second', 60: 'minute', 3600: 'hour', 86400: 'day' };

/** Sets the X-RateLimit headers of a response, whatever its status will be. */
export function setRateLimitHeaders(reply: FastifyReply, state: RateLimitState): void {
  reply.headers({
    'x-ratelimit-limit': String(state.limit),
    'x-ratelimit-remaining': String(state.remaining),
    'x-ratelimit-reset': String(state.resetAt),
  });
}

/** The 429 of an exhausted window. `what` is limited; it begins the sentence, as in "Requests". */
export function rateLimited(what: string, state: RateLimitState, windowSeconds: number): ServiceError {
  const window = WINDOW_NAMES[windowSeconds] ?? `${windowSeconds} seconds`;
  const { limit, retryAfterSeconds } = state;
  const message = `${what} are limited to ${limit} per ${window}; try again in ${retryAfterSeconds} seconds.`;
  return new ServiceError('rate_limited', message, {
    details: { limit, window, retry_after_seconds: retryAfterSeconds },
  });
}
