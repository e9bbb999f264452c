import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import type { AccessPort } from './auth/authenticate.ts';
import { baseServer } from './base-server.ts';
import type { ExchangeWatcher } from './http/request-observers.ts';
import { InFlight } from './lifecycle/in-flight.ts';
import type { Readiness } from './lifecycle/readiness.ts';
import type { Administration } from './operations/operation.ts';
import { PAGES, pages } from './pages/pages.ts';
import { accountRoutes } from './routes/account-routes.ts';
import { docsRoutes } from './routes/docs-routes.ts';
import { healthRoutes } from './routes/health-routes.ts';
import { infoRoute } from './routes/info-route.ts';
import { metricsRoute } from './routes/metrics-route.ts';
import { operatorRoutes } from './routes/operator-routes.ts';
import { verifyRoute } from './routes/verify-routes.ts';
import { accessLog } from './telemetry/access-log.ts';
import type { Metrics } from './telemetry/service-metrics.ts';

export interface ServerOptions {
  readonly config: Config;
  readonly access: AccessPort;
  /** Without it nobody's account is shown or changed here. */
  readonly administration?: Administration;
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
  const { config, access, administration, readiness, inFlight = new InFlight(), metrics, watchers = [] } = options;
  const app = baseServer({
    config,
    readiness,
    watchers: [inFlight, accessLog, ...(metrics ? [metrics.requests] : []), ...watchers],
    logStream: options.logStream,
  });
  if (metrics !== undefined && config.METRICS_PORT === 0) app.register(metricsRoute, metrics);
  app.register(healthRoutes, { readiness });
  app.register(infoRoute, { config, readiness });
  app.register(docsRoutes);
  app.register(pages, PAGES);
  app.register(verifyRoute, { access, config, readiness, observe: metrics?.observe });
  if (administration === undefined) return app;
  app.register(accountRoutes, { access: administration, config });
  if (config.ADMIN_PORT === 0) app.register(operatorRoutes, { access: administration, config });
  return app;
}
