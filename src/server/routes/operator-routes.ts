import type { FastifyInstance } from 'fastify';
import type { ServerContext } from '../server-context.ts';
import { adminRoutes } from './admin-routes.ts';
import { billingRoute } from './billing-route.ts';

type OperatorContext = Pick<ServerContext, 'access' | 'config' | 'jobs' | 'metrics' | 'hasOperators'>;

/** Whether the operator's routes are served: ADMIN_TOKEN is set, or an operator had a token when the service started. */
export function operatorsMayEnter({ config, hasOperators }: Pick<ServerContext, 'config' | 'hasOperators'>): boolean {
  return config.ADMIN_TOKEN !== undefined || hasOperators;
}

/** The operator's routes, if anybody could sign in, and the payment provider's, if its secret is set. */
export async function operatorRoutes(app: FastifyInstance, context: OperatorContext): Promise<void> {
  const { access, config, jobs, metrics } = context;
  if (operatorsMayEnter(context)) app.register(adminRoutes, { access, config, jobs, token: config.ADMIN_TOKEN });
  if (access.billing !== undefined) app.register(billingRoute, { billing: access.billing, metrics });
}
