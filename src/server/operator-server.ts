import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { type BaseServerOptions, baseServer } from './base-server.ts';
import type { InFlight } from './lifecycle/in-flight.ts';
import type { Readiness } from './lifecycle/readiness.ts';
import type { Administration } from './operations/operation.ts';
import { OPERATOR_PAGES, pages } from './pages/pages.ts';
import { docsRoutes } from './routes/docs-routes.ts';
import { operatorRoutes } from './routes/operator-routes.ts';
import { accessLog } from './telemetry/access-log.ts';

export interface OperatorServerOptions {
  readonly config: Config;
  readonly access: Administration;
  readonly readiness: Readiness;
  readonly inFlight: InFlight;
  readonly logStream?: BaseServerOptions['logStream'];
}

/** /admin/v1 and the dashboard by themselves, so that the API's port can be public. */
export function buildOperatorServer(options: OperatorServerOptions): FastifyInstance {
  const { config, access, readiness, inFlight, logStream } = options;
  const app = baseServer({ config, readiness, watchers: [inFlight, accessLog], logStream });
  app.register(docsRoutes);
  app.register(pages, OPERATOR_PAGES);
  app.register(operatorRoutes, { access, config });
  return app;
}

/** Listens on ADMIN_PORT, and ends with the API. */
export async function listenForOperator(
  api: FastifyInstance,
  options: OperatorServerOptions,
): Promise<FastifyInstance> {
  const app = buildOperatorServer(options);
  api.addHook('onClose', () => app.close());
  await app.listen({ host: options.config.HOST, port: options.config.ADMIN_PORT });
  return app;
}
