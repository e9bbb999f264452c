import type { Server } from 'node:http';
import { type FastifyHttpOptions, type FastifyInstance, fastify, LogController } from 'fastify';
import type { Config } from '../config.ts';
import { answerClientError } from './http/client-error.ts';
import { boundConnections } from './http/connections.ts';
import { refuseUnknownRoutes, sendError } from './http/error-handler.ts';
import { requestIdFrom } from './http/request-id.ts';
import { type ExchangeWatcher, watchExchanges } from './http/request-observers.ts';
import { SECURITY_HEADERS } from './http/security-headers.ts';
import type { Readiness } from './lifecycle/readiness.ts';
import { logToStdout } from './telemetry/buffered-log-stream.ts';

export interface BaseServerOptions {
  readonly config: Config;
  readonly readiness: Readiness;
  /** Told of every request. */
  readonly watchers: readonly ExchangeWatcher[];
  /** Where log lines go; stdout by default. */
  readonly logStream?: { write(line: string): void } | undefined;
}

/** A server with what every answer has in common, and no routes yet: headers, log, limits, the one shape of errors. */
export function baseServer(options: BaseServerOptions): FastifyInstance {
  const { config, readiness, watchers } = options;
  const app = fastify(fastifyOptions(options));
  boundConnections(app.server, config.REQUEST_TIMEOUT_MS);
  // Expectations may be ignored (RFC 9110, 10.1.1); Node's own refusal has no body.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  // Before any other hook, so that no request can be abandoned unseen.
  watchExchanges(app, watchers);
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({ ...SECURITY_HEADERS, 'x-request-id': request.id });
  });
  app.addHook('onSend', async (_request, reply) => {
    if (readiness.draining) reply.header('connection', 'close');
  });
  refuseUnknownRoutes(app);
  return app;
}

function fastifyOptions({ config, logStream }: BaseServerOptions): FastifyHttpOptions<Server> {
  return {
    logger: {
      level: config.LOG_LEVEL,
      base: null,
      stream: logStream ?? logToStdout(),
    },
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: (request) => requestIdFrom(request.headers),
    trustProxy: config.TRUST_PROXY === true ? (_address, hop) => hop === 0 : config.TRUST_PROXY,
    requestTimeout: config.REQUEST_TIMEOUT_MS,
    http: {
      headersTimeout: config.REQUEST_TIMEOUT_MS,
      connectionsCheckingInterval: 1_000,
      // Refused by a hook in the one shape of errors; Node's own answer has no body.
      requireHostHeader: false,
    },
    // Requests that still come on open connections while the server closes are served, not refused.
    return503OnClosing: false,
    clientErrorHandler: answerClientError,
    frameworkErrors: (error, request, reply) => {
      reply.headers({ ...SECURITY_HEADERS, 'x-request-id': request.id });
      sendError(error, request, reply);
    },
  };
}
