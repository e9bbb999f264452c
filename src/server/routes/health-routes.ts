import type { FastifyInstance } from 'fastify';
import type { ServerContext } from '../server-context.ts';

type HealthContext = Pick<ServerContext, 'readiness'>;

/** GET /health/live: the process responds. GET /health/ready: it can verify claims. */
export async function healthRoutes(app: FastifyInstance, { readiness }: HealthContext): Promise<void> {
  app.get('/health/live', async () => ({ status: 'ok' }));
  app.get('/health/ready', async () => {
    readiness.assertReady();
    return { status: 'ready' };
  });
}
