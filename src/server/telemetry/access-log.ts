import { clientAddress } from '../http/client-address.ts';
import { toServiceError } from '../http/error-answer.ts';
import { type Exchange, type ExchangeWatcher, isProbe } from '../http/request-observers.ts';

/**
 * One line per answer: who (the key's id), what (the route's pattern, never the address as sent, which may hold
 * anything), how it ended and how long it took. Bodies, keys and query strings are never logged.
 */
export const accessLog: ExchangeWatcher = {
  ended: (exchange) => exchange.request.log[isProbe(exchange.request) ? 'debug' : 'info'](lineOf(exchange), 'answered'),
};

function lineOf({ request, reply, hungUp }: Exchange) {
  return {
    method: request.method,
    route: request.routeOptions.url ?? 'none',
    status: hungUp ? 499 : reply.statusCode,
    ms: Math.round(reply.elapsedTime * 10) / 10,
    address: clientAddress(request),
    ...(request.principal === undefined ? {} : { keyId: request.principal.keyId }),
  };
}

/** A stack is only made into text when it is asked for, which costs more than the rest of a refusal. */
function framesOf({ stack }: Error): string[] {
  const lines = (stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return lines.slice(0, 12).map((line) => line.trim());
}

/**
 * What may be logged of an error: names, codes and places. Messages of other people's errors may quote the text they
 * choked on, so only the product's own sentences are kept.
 */
export function describeError(error: unknown, depth = 0): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error };
  const own = toServiceError(error) === error;
  const { code } = error as { code?: unknown };
  return {
    type: error.name,
    ...(code === undefined ? {} : { code }),
    ...(own ? { message: error.message } : {}),
    ...(own && error.cause === undefined ? {} : { frames: framesOf(error) }),
    ...(error.cause === undefined || depth >= 3 ? {} : { cause: describeError(error.cause, depth + 1) }),
  };
}
