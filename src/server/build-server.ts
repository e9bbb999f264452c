import type { FastifyInstance } from 'fastify';
import { baseServer } from './base-server.ts';
import { gatewayRoutes } from './gateways/gateway-routes.ts';
import { jobRoutes } from './jobs/job-routes.ts';
import { OPERATOR_PAGES, PAGES, pages } from './pages/pages.ts';
import { accountRoutes } from './routes/account-routes.ts';
import { demoKeyRoute } from './routes/demo-key-route.ts';
import { docsRoutes } from './routes/docs-routes.ts';
import { healthRoutes } from './routes/health-routes.ts';
import { infoRoute } from './routes/info-route.ts';
import { metricsRoute } from './routes/metrics-route.ts';
import { operatorRoutes, operatorsMayEnter } from './routes/operator-routes.ts';
import { verifyRoutes } from './routes/verify-routes.ts';
import type { ServerContext } from './server-context.ts';
import { accessLog } from './telemetry/access-log.ts';

const NO_OPERATOR = { operator: false, billing: false };

/** Which of the operator's routes are open. */
function operatorParts(context: ServerContext) {
  return { operator: operatorsMayEnter(context), billing: context.access.billing !== undefined };
}

/** The API server, not listening yet: tests `inject` requests into it, start-service.ts lets it listen on PORT. */
export function buildServer(context: ServerContext): FastifyInstance {
  const { config, inFlight, jobs, metrics, observers } = context;
  const app = baseServer(context, [inFlight, accessLog, metrics.requests, ...observers]);
  context.tracing?.follow(app);
  if (config.METRICS_PORT === 0) app.register(metricsRoute, metrics);
  app.register(healthRoutes, context);
  app.register(infoRoute, context);
  const operations = config.ADMIN_PORT === 0 ? operatorParts(context) : NO_OPERATOR;
  const served = { account: true, jobs: jobs !== undefined, gateways: config.GATEWAY_ROUTES, ...operations };
  app.register(docsRoutes, { config, served });
  app.register(pages, PAGES);
  app.register(verifyRoutes, context);
  if (jobs !== undefined) app.register(jobRoutes, { ...context, jobs });
  app.register(gatewayRoutes, context);
  app.register(accountRoutes, context);
  if (config.DEMO_KEY) app.register(demoKeyRoute, context);
  if (config.ADMIN_PORT === 0) app.register(operatorRoutes, context);
  return app;
}

/** The server for ADMIN_PORT: /admin/v1 and the dashboard only, so that the API's port can be public. */
export function buildOperatorServer(context: ServerContext): FastifyInstance {
  const app = baseServer(context, [context.inFlight, accessLog]);
  const served = { account: false, jobs: false, gateways: undefined, ...operatorParts(context) };
  app.register(docsRoutes, { config: context.config, served });
  app.register(pages, OPERATOR_PAGES);
  app.register(operatorRoutes, context);
  return app;
}

/** The server for METRICS_PORT: /metrics only, so that the API's port can be public. */
export function buildMetricsServer(context: ServerContext): FastifyInstance {
  const app = baseServer(context, []);
  app.register(metricsRoute, context.metrics);
  return app;
}
