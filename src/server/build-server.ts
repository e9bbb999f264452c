import type { Server } from 'node:http';
import { type FastifyHttpOptions, type FastifyInstance, fastify, LogController } from 'fastify';
import type { Config } from '../config.ts';
import { accessLog } from './access-log.ts';
import type { AccessPort } from './admission.ts';
import { answerClientError } from './client-error.ts';
import { refuseUnknownRoutes, sendError } from './error-handling.ts';
import { type ExchangeWatcher, watchExchanges } from './exchanges.ts';
import { InFlight } from './in-flight.ts';
import type { Metrics } from './metrics.ts';
import { pages } from './pages/pages.ts';
import type { Readiness } from './readiness.ts';
import { requestIdFrom } from './request-id.ts';
import { docsRoutes } from './routes/docs.ts';
import { healthRoutes } from './routes/health.ts';
import { infoRoute } from './routes/info.ts';
import { metricsRoute } from './routes/metrics.ts';
import { verifyRoute } from './routes/verify.ts';
import { SECURITY_HEADERS } from './security-headers.ts';

export interface ServerOptions {
  readonly config: Config;
  readonly access: AccessPort;
  readonly readiness: Readiness;
  readonly inFlight?: InFlight;
  /** Fed by every answer when given; served here at /metrics unless METRICS_PORT names a port of its own. */
  readonly metrics?: Metrics;
  /** Told of every request. */
  readonly watchers?: readonly ExchangeWatcher[];
  /** Where log lines go; stdout by default. */
  readonly logStream?: { write(line: string): void };
}

/** The whole HTTP side, not listening yet: `inject` requests into it or let `main.ts` listen. */
export function buildServer(options: ServerOptions): FastifyInstance {
  const { config, access, readiness, inFlight = new InFlight(), metrics, watchers = [] } = options;
  const app = fastify(fastifyOptions(options));
  // Expectations may be ignored (RFC 9110, 10.1.1); Node's own refusal has no body.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({ ...SECURITY_HEADERS, 'x-request-id': request.id });
  });
  app.addHook('onSend', async (_request, reply) => {
    if (readiness.draining) reply.header('connection', 'close');
  });
  watchExchanges(app, [inFlight, accessLog, ...(metrics ? [metrics.requests] : []), ...watchers]);
  refuseUnknownRoutes(app);
  if (metrics !== undefined && config.METRICS_PORT === 0) app.register(metricsRoute, metrics);
  app.register(healthRoutes, { readiness });
  app.register(infoRoute, { config, readiness });
  app.register(docsRoutes);
  app.register(pages);
  app.register(verifyRoute, { access, config, readiness, observe: metrics?.observe });
  return app;
}

function fastifyOptions({ config, logStream }: ServerOptions): FastifyHttpOptions<Server> {
  return {
    logger: {
      level: config.LOG_LEVEL,
      base: null,
      ...(logStream === undefined ? {} : { stream: logStream }),
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
