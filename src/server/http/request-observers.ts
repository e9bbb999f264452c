import { finished } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

export interface RequestAndReply {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** A request that was answered or abandoned. */
export interface EndedRequest extends RequestAndReply {
  /** The client disconnected before the whole response was written. */
  readonly clientDisconnected: boolean;
}

/** Counts, logs or otherwise follows requests. */
export interface RequestObserver {
  readonly onStart?: (started: RequestAndReply) => void;
  readonly onEnd: (ended: EndedRequest) => void;
}

/** Notifies the observers of every request, including those that are rejected early or abandoned. */
export function observeRequests(app: FastifyInstance, observers: readonly RequestObserver[]): void {
  app.addHook('onRequest', async (request, reply) => {
    for (const observer of observers) observer.onStart?.({ request, reply });
    finished(reply.raw, (error) => {
      for (const observer of observers) observer.onEnd({ request, reply, clientDisconnected: error != null });
    });
  });
}

/** Health probes and metrics scrapes come every few seconds; they are logged at debug level. */
export function isProbe({ routeOptions: { url } }: FastifyRequest): boolean {
  return url === '/metrics' || url?.startsWith('/health/') === true;
}
