import type { FastifyInstance } from 'fastify';
import type { GatewayContext } from './check-answers.ts';
import { fmsHealthRoute, fmsRoute } from './fms-route.ts';
import { litellmRoute } from './litellm-route.ts';

/** The routes of the gateways that GATEWAY_ROUTES names, under the keys and limits of POST /v1/verify/answer. */
export async function gatewayRoutes(app: FastifyInstance, context: GatewayContext): Promise<void> {
  const gateways = context.config.GATEWAY_ROUTES ?? [];
  if (gateways.includes('litellm')) app.register(litellmRoute, context);
  if (gateways.includes('fms')) {
    app.register(fmsRoute, context);
    app.register(fmsHealthRoute, context);
  }
}
