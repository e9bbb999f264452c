import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config.ts';
import type { Administration } from '../operations/operation.ts';
import { adminRoutes } from './admin-routes.ts';
import { billingRoute } from './billing-route.ts';

export interface OperatorRoutesOptions {
  readonly access: Administration;
  readonly config: Config;
}

/** What is for the operator and the payment provider: each is there only when its secret is set. */
export async function operatorRoutes(app: FastifyInstance, { access, config }: OperatorRoutesOptions): Promise<void> {
  const { ADMIN_TOKEN: token } = config;
  if (token !== undefined) app.register(adminRoutes, { access, config, token });
  if (access.billing !== undefined) app.register(billingRoute, { desk: access.billing });
}
