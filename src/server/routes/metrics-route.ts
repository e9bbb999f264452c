import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';

export interface MetricsRouteOptions {
  readonly registry: Pick<Registry, 'metrics' | 'contentType'>;
}

/** GET /metrics in the text format of Prometheus. Who asks while it is being made gets the same text. */
export async function metricsRoute(app: FastifyInstance, { registry }: MetricsRouteOptions): Promise<void> {
  let underWay: Promise<string> | undefined;
  const metrics = () => {
    underWay ??= registry.metrics().finally(() => {
      underWay = undefined;
    });
    return underWay;
  };
  app.get('/metrics', async (_request, reply) => reply.type(registry.contentType).send(await metrics()));
}
