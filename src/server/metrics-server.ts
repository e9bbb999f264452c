import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { type BaseServerOptions, baseServer } from './base-server.ts';
import type { Readiness } from './lifecycle/readiness.ts';
import { metricsRoute } from './routes/metrics-route.ts';
import type { Metrics } from './telemetry/service-metrics.ts';

export interface MetricsServerOptions {
  readonly config: Config;
  readonly metrics: Metrics;
  readonly readiness: Readiness;
  readonly logStream?: BaseServerOptions['logStream'];
}

/** Serves /metrics on METRICS_PORT, so that the API's port can be public. Ends with the API. */
export async function listenForScrapes(api: FastifyInstance, options: MetricsServerOptions): Promise<FastifyInstance> {
  const { config, metrics, readiness, logStream } = options;
  const app = baseServer({ config, readiness, watchers: [], logStream });
  app.register(metricsRoute, metrics);
  api.addHook('onClose', () => app.close());
  await app.listen({ host: config.HOST, port: config.METRICS_PORT });
  return app;
}
