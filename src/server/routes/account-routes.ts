import type { FastifyInstance } from 'fastify';
import type { Principal } from '../../access/index.ts';
import { apiKeyAuthentication } from '../auth/authenticate.ts';
import { authenticateBearer, withStoreErrors } from '../auth/bearer-authentication.ts';
import { rateLimited } from '../auth/rate-limit-headers.ts';
import { ACCOUNT_OPERATIONS } from '../operations/account-operations.ts';
import { operationRoutes } from '../operations/operation-routes.ts';
import type { ServerAccess, ServerContext } from '../server-context.ts';

type AccountContext = Pick<ServerContext, 'access' | 'config'>;

/** Account requests do not count against the key's own rate limit; they have these limits instead. */
const READ_LIMIT = { limit: 60, windowSeconds: 60 };
const WRITE_LIMIT = { limit: 10, windowSeconds: 3600 };

/** /v1/account: for customers with a valid key, even if their subscription is inactive. */
export async function accountRoutes(app: FastifyInstance, { access, config }: AccountContext): Promise<void> {
  const authentication = apiKeyAuthentication({ access, config });
  await app.register(operationRoutes, {
    operations: ACCOUNT_OPERATIONS,
    access,
    authenticate: async ({ request, reply }) => {
      const principal = await authenticateBearer(authentication, { request, reply });
      request.principal = principal;
      await limitRate(access, principal, request.method);
      return { actor: `customer:${principal.keyId}`, id: principal.keyId };
    },
  });
}

async function limitRate(access: ServerAccess, principal: Principal, method: string): Promise<void> {
  const [name, rate] = method === 'GET' ? (['look', READ_LIMIT] as const) : (['change', WRITE_LIMIT] as const);
  const id = `${name}:${principal.rateLimitId ?? principal.keyId}`;
  const state = await withStoreErrors(() => access.rateLimiter.hit(id, rate));
  if (!state.allowed) throw rateLimited('Requests about the account', state, rate);
}
