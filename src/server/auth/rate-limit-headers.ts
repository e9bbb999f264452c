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

/** The name of a window's length, as in "60 per minute". */
export function windowName(seconds: number): string {
  return WINDOW_NAMES[seconds] ?? `${seconds} seconds`;
}

interface Refused {
  readonly windowSeconds: number;
  /** What the request counts as, unless it counts as one. */
  readonly needed?: number;
}

/** The 429 of an exhausted window. `what` is limited; it begins the sentence, as in "Requests". */
export function rateLimited(what: string, state: RateLimitState, { windowSeconds, needed }: Refused): ServiceError {
  const window = windowName(windowSeconds);
  const { limit, retryAfterSeconds } = state;
  const cost = needed === undefined ? '' : `, and this one counts as ${needed}`;
  const message = `${what} are limited to ${limit} per ${window}${cost}; try again in ${retryAfterSeconds} seconds.`;
  const details = { limit, window, retry_after_seconds: retryAfterSeconds };
  return new ServiceError('rate_limited', message, {
    details: needed === undefined ? details : { ...details, needed },
  });
}
