import type { FastifyInstance } from 'fastify';
import type { ServerContext } from '../server-context.ts';

type HealthContext = Pick<ServerContext, 'readiness' | 'stores'>;

/**
 * GET /health/live: the process responds. GET /health/ready: it can verify claims, or says which store is lost; whether
 * that is a 503 is a setting.
 */
export async function healthRoutes(app: FastifyInstance, { readiness, stores }: HealthContext): Promise<void> {
  app.get('/health/live', async () => ({ status: 'ok' }));
  app.get('/health/ready', async () => {
    readiness.assertReady();
    const { lost } = stores;
    return lost.length === 0 ? { status: 'ready' } : { status: 'degraded', lost };
  });
}
