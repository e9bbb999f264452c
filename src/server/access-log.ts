import { finished } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { toServiceError } from './error-answer.ts';

/**
 * One line per answer: who (the key's id), what (the route's pattern, never the address as sent, which may hold
 * anything), how it ended and how long it took. Bodies, keys and query strings are never logged.
 */
export function logAnswers(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    finished(reply.raw, (error) => {
      const level = isProbe(request) ? 'debug' : 'info';
      request.log[level](lineOf(request, reply, error != null), 'answered');
    });
  });
}

/** Asked every few seconds by machines: of interest to nobody until something is wrong. */
function isProbe({ routeOptions: { url } }: FastifyRequest): boolean {
  return url === '/metrics' || url?.startsWith('/health/') === true;
}

function lineOf(request: FastifyRequest, reply: FastifyReply, hungUp: boolean) {
  return {
    method: request.method,
    route: request.routeOptions.url ?? 'none',
    status: hungUp ? 499 : reply.statusCode,
    ms: Math.round(reply.elapsedTime * 10) / 10,
    address: request.ip,
    ...(request.principal === undefined ? {} : { keyId: request.principal.keyId }),
  };
}

/**
 * What may be logged of an error: names, codes and places. Messages of other people's errors may quote the text they
 * choked on, so only the product's own sentences are kept.
 */
export function describeError(error: unknown, depth = 0): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error };
  const own = toServiceError(error) === error;
  const { code } = error as { code?: unknown };
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return {
    type: error.name,
    ...(code === undefined ? {} : { code }),
    ...(own ? { message: error.message } : {}),
    ...(own && error.cause === undefined ? {} : { frames: frames.slice(0, 12).map((line) => line.trim()) }),
    ...(error.cause === undefined || depth >= 3 ? {} : { cause: describeError(error.cause, depth + 1) }),
  };
}
