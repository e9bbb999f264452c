import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';

/** GET /metrics in the text format of Prometheus. */
export async function metricsRoute(app: FastifyInstance, { registry }: { registry: Registry }): Promise<void> {
  app.get('/metrics', async (_request, reply) => reply.type(registry.contentType).send(await registry.metrics()));
}
