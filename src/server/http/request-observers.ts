import { finished } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** A request and its answer. */
export interface OpenExchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** An answered or abandoned request. */
export interface Exchange extends OpenExchange {
  /** The caller ended its connection before the answer was written. */
  readonly hungUp: boolean;
}

/** What wants to know of requests: to count them, to log them, to look after them. */
export interface ExchangeWatcher {
  readonly begun?: (exchange: OpenExchange) => void;
  readonly ended: (exchange: Exchange) => void;
}

/** Tells the watchers of every request, also of those that are refused early or abandoned. */
export function watchExchanges(app: FastifyInstance, watchers: readonly ExchangeWatcher[]): void {
  app.addHook('onRequest', async (request, reply) => {
    for (const watcher of watchers) watcher.begun?.({ request, reply });
    finished(reply.raw, (error) => {
      for (const watcher of watchers) watcher.ended({ request, reply, hungUp: error != null });
    });
  });
}

/** Asked every few seconds by machines: of interest to nobody until something is wrong. */
export function isProbe({ routeOptions: { url } }: FastifyRequest): boolean {
  return url === '/metrics' || url?.startsWith('/health/') === true;
}
