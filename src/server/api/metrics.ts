import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';

export interface MetricsRouteOptions {
  readonly registry: Pick<Registry, 'metrics' | 'contentType'>;
}

/** GET /metrics in Prometheus's text format. Concurrent scrapes share one text. */
export async function metricsRoute(app: FastifyInstance, { registry }: MetricsRouteOptions): Promise<void> {
  let pending: Promise<string> | undefined;
  const metrics = () => {
    pending ??= registry.metrics().finally(() => {
      pending = undefined;
    });
    return pending;
  };
  app.get('/metrics', async (_request, reply) => reply.type(registry.contentType).send(await metrics()));
}
