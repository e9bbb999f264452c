import { type FastifyInstance, fastify } from 'fastify';
import type { Config } from '../config.ts';
import { refuseUnknownRoutes } from './error-handling.ts';
import type { Metrics } from './metrics.ts';
import { metricsRoute } from './routes/metrics.ts';

type Listening = Pick<Config, 'HOST' | 'METRICS_PORT'>;

/** Serves /metrics on a port of its own, so that the API's port can be public. Ends with the API. */
export async function listenForScrapes(api: FastifyInstance, metrics: Metrics, config: Listening): Promise<void> {
  const app = fastify({ forceCloseConnections: true });
  refuseUnknownRoutes(app);
  app.register(metricsRoute, metrics);
  api.addHook('onClose', () => app.close());
  await app.listen({ host: config.HOST, port: config.METRICS_PORT });
}
