import type { FastifyInstance } from 'fastify';
import type { ServerContext } from '../server-context.ts';
import { adminRoutes } from './admin-routes.ts';
import { billingRoute } from './billing-route.ts';

type OperatorContext = Pick<ServerContext, 'access' | 'config' | 'metrics'>;

/** The operator's and the payment provider's routes, each only if its secret is set. */
export async function operatorRoutes(
  app: FastifyInstance,
  { access, config, metrics }: OperatorContext,
): Promise<void> {
  const { ADMIN_TOKEN: token } = config;
  if (token !== undefined) app.register(adminRoutes, { access, config, token });
  if (access.billing !== undefined) app.register(billingRoute, { billing: access.billing, metrics });
}
