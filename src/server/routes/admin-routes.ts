import type { FastifyInstance } from 'fastify';
import { adminTokenCheck } from '../../access/index.ts';
import { authenticateBearer, type BearerAuthentication } from '../auth/bearer-authentication.ts';
import { FailedLogins } from '../auth/failed-logins.ts';
import { ADMIN_OPERATIONS } from '../operations/admin-operations.ts';
import { operationRoutes } from '../operations/operation-routes.ts';
import type { ServerContext } from '../server-context.ts';

type AdminOptions = Pick<ServerContext, 'access' | 'config'> & { readonly token: string };

/** /admin/v1: for the operator with the admin token. */
export async function adminRoutes(app: FastifyInstance, { access, config, token }: AdminOptions): Promise<void> {
  const isToken = adminTokenCheck(token);
  const operator = { actor: 'admin', id: '' };
  const authentication: BearerAuthentication<typeof operator> = {
    find: async (given) => (isToken(given) ? operator : undefined),
    expected: 'the header Authorization: Bearer <ADMIN_TOKEN> with the admin token',
    hint: '',
    failedLogins: new FailedLogins({ rateLimiter: access.rateLimiter, limit: config.FAILED_LOGINS_PER_MINUTE }),
  };
  await app.register(operationRoutes, {
    operations: ADMIN_OPERATIONS,
    access,
    authenticate: (requestAndReply) => authenticateBearer(authentication, requestAndReply),
  });
}
