import type { FastifyInstance } from 'fastify';
import type { Readiness } from '../lifecycle/readiness.ts';

/** Probes: the process answers; the process wants traffic. */
export async function healthRoutes(app: FastifyInstance, { readiness }: { readiness: Readiness }): Promise<void> {
  app.get('/health/live', async () => ({ status: 'ok' }));
  app.get('/health/ready', async () => {
    readiness.assertReady();
    return { status: 'ready' };
  });
}
