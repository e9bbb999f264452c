import type { FastifyInstance } from 'fastify';
import { adminTokenCheck } from '../../access/index.ts';
import type { Config } from '../../config.ts';
import { login, type SignIn } from '../auth/bearer-authentication.ts';
import { FailedLogins } from '../auth/failed-logins.ts';
import { ADMIN_OPERATIONS } from '../operations/admin-operations.ts';
import type { Administration } from '../operations/operation.ts';
import { operationRoutes } from '../operations/operation-routes.ts';

export interface AdminRoutesOptions {
  readonly access: Administration;
  readonly config: Pick<Config, 'FAILED_LOGINS_PER_MINUTE'>;
  readonly token: string;
}

/** /admin/v1: what the operator may do with the admin token. */
export async function adminRoutes(app: FastifyInstance, { access, config, token }: AdminRoutesOptions): Promise<void> {
  const isToken = adminTokenCheck(token);
  const operator = { actor: 'admin', id: '' };
  const signIn: SignIn<typeof operator> = {
    find: async (given) => (isToken(given) ? operator : undefined),
    expected: 'the header Authorization: Bearer <ADMIN_TOKEN> with the admin token',
    hint: '',
    failedLogins: new FailedLogins({ rateLimiter: access.rateLimiter, limit: config.FAILED_LOGINS_PER_MINUTE }),
  };
  await app.register(operationRoutes, {
    operations: ADMIN_OPERATIONS,
    access,
    admit: (exchange) => login(signIn, exchange),
  });
}
