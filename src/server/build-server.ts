import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders, Server } from 'node:http';
import { type FastifyHttpOptions, type FastifyInstance, fastify, LogController } from 'fastify';
import { ACCOUNT_OPERATIONS } from './api/account.ts';
import { operatorOperations } from './api/admin.ts';
import { demoKeyRoute } from './api/demo-key.ts';
import { docsRoutes } from './api/docs.ts';
import { litellmOperation } from './api/gateways/litellm.ts';
import { jobOperations } from './api/jobs.ts';
import { mcpOperation } from './api/mcp.ts';
import type { Operation } from './api/operation.ts';
import { operationRoutes } from './api/serve.ts';
import { serviceOperations } from './api/service.ts';
import { verifyOperations } from './api/verify.ts';
import { answerClientError, boundConnections } from './http/connections.ts';
import { rejectUnknownRoutes, sendError } from './http/errors.ts';
import { allowOrigins, SECURITY_HEADERS } from './http/headers.ts';
import { MAX_BODY_BYTES } from './http/json-body.ts';
import { observeRequests, type RequestObserver } from './http/request-observers.ts';
import { OPERATOR_PAGES, PAGES, pages } from './pages/pages.ts';
import type { ServerContext } from './server-context.ts';
import { accessLog } from './telemetry/logs.ts';
import { metricsRoute } from './telemetry/service-metrics.ts';

export function buildServer(context: ServerContext): FastifyInstance {
  const { config, inFlight, metrics, observers } = context;
  const app = baseServer(context, [inFlight, accessLog, metrics.requests, ...observers]);
  context.tracing?.follow(app);
  if (config.METRICS_PORT === 0) app.register(metricsRoute, metrics);
  serve(app, apiOperations(context), context);
  app.register(pages, PAGES);
  if (config.DEMO_KEY) app.register(demoKeyRoute, context);
  return app;
}

/** The server for ADMIN_PORT: /admin/v1 and the dashboard only, so that the API's port can be public. */
export function buildOperatorServer(context: ServerContext): FastifyInstance {
  const app = baseServer(context, [context.inFlight, accessLog]);
  serve(app, operatorOperations(context), context);
  app.register(pages, OPERATOR_PAGES);
  return app;
}

function apiOperations(context: ServerContext): readonly Operation[] {
  const { config, jobs } = context;
  return [
    ...verifyOperations(config),
    ...(jobs === undefined ? [] : jobOperations(config, jobs)),
    ...(config.GATEWAY_ROUTES === 'litellm' ? [litellmOperation(config)] : []),
    ...(config.MCP_ROUTE ? [mcpOperation(config)] : []),
    ...ACCOUNT_OPERATIONS,
    ...(config.ADMIN_PORT === 0 ? operatorOperations(context) : []),
    ...serviceOperations(config),
  ];
}

function serve(app: FastifyInstance, operations: readonly Operation[], context: ServerContext): void {
  app.register(operationRoutes, { operations, context });
  app.register(docsRoutes, { operations, config: context.config });
}

/** The server for METRICS_PORT: /metrics only, so that the API's port can be public. */
export function buildMetricsServer(context: ServerContext): FastifyInstance {
  const app = baseServer(context, []);
  app.register(metricsRoute, context.metrics);
  return app;
}

type BaseContext = Pick<ServerContext, 'config' | 'readiness' | 'logStream'>;

/** A server without routes yet, with what all responses share: headers, logging, limits and the error format. */
function baseServer(context: BaseContext, observers: readonly RequestObserver[]): FastifyInstance {
  const { config, readiness } = context;
  const app = fastify(fastifyOptions(context));
  boundConnections(app.server, config.REQUEST_TIMEOUT_MS);
  // A server may ignore expectations (RFC 9110, 10.1.1); Node's own 417 response has no body.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  // Before every other hook, so that the observers see every request to its end.
  observeRequests(app, observers);
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({ ...SECURITY_HEADERS, 'x-request-id': request.id });
  });
  app.addHook('onSend', async (_request, reply) => {
    if (readiness.draining) reply.header('connection', 'close');
  });
  allowOrigins(app, config.CORS_ORIGINS ?? []);
  rejectUnknownRoutes(app);
  return app;
}

function fastifyOptions({ config, logStream }: BaseContext): FastifyHttpOptions<Server> {
  return {
    logger: {
      level: config.LOG_LEVEL,
      base: null,
      stream: logStream,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
    },
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: (request) => requestIdFrom(request.headers),
    trustProxy: config.TRUST_PROXY === true ? (_address, hop) => hop === 0 : config.TRUST_PROXY,
    requestTimeout: config.REQUEST_TIMEOUT_MS,
    bodyLimit: MAX_BODY_BYTES,
    // With little of a busy processor a start takes long, and whoever started it says how long is too long.
    pluginTimeout: 0,
    http: {
      headersTimeout: config.REQUEST_TIMEOUT_MS,
      connectionsCheckingInterval: 1_000,
      // A hook rejects it in our error format; Node's own response has no body.
      requireHostHeader: false,
    },
    // While the server closes, requests that arrive on open connections are still answered.
    return503OnClosing: false,
    clientErrorHandler: answerClientError,
    frameworkErrors: (error, request, reply) => {
      reply.headers({ ...SECURITY_HEADERS, 'x-request-id': request.id });
      sendError(error, request, reply);
    },
  };
}

const VALID_REQUEST_ID = /^[A-Za-z0-9._-]{1,128}$/;

/** The client's X-Request-Id if it is safe to log and send back, else a new UUID. */
function requestIdFrom(headers: IncomingHttpHeaders): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && VALID_REQUEST_ID.test(given) ? given : randomUUID();
}
