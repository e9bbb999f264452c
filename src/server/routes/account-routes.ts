import type { FastifyInstance } from 'fastify';
import type { Principal } from '../../access/index.ts';
import { type AdmissionConfig, keySignIn } from '../auth/authenticate.ts';
import { askStore, type HttpExchange, login } from '../auth/bearer-authentication.ts';
import { rateLimited } from '../auth/rate-limit-headers.ts';
import { ACCOUNT_OPERATIONS } from '../operations/account-operations.ts';
import type { Administration } from '../operations/operation.ts';
import { operationRoutes } from '../operations/operation-routes.ts';

export interface AccountRoutesOptions {
  readonly access: Administration;
  readonly config: AdmissionConfig;
}

/** Looking at the account spends nothing of what was paid for, and still has bounds. */
const LOOKS = { limit: 60, windowSeconds: 60 };
const CHANGES = { limit: 10, windowSeconds: 3600 };

/** /v1/account: what a customer may do with a valid key, also while the subscription lapses. */
export async function accountRoutes(app: FastifyInstance, { access, config }: AccountRoutesOptions): Promise<void> {
  const signIn = keySignIn(access, config);
  await app.register(operationRoutes, {
    operations: ACCOUNT_OPERATIONS,
    access,
    admit: async (exchange: HttpExchange) => {
      const principal = await login(signIn, exchange);
      exchange.request.principal = principal;
      await bound(access, principal, exchange.request.method);
      return { actor: `customer:${principal.keyId}`, id: principal.keyId };
    },
  });
}

async function bound(access: Administration, principal: Principal, method: string): Promise<void> {
  const [name, { limit, windowSeconds }] =
    method === 'GET' ? (['look', LOOKS] as const) : (['change', CHANGES] as const);
  const id = `${name}:${principal.rateLimitId ?? principal.keyId}`;
  const state = await askStore(() => access.rateLimiter.hit(id, limit, windowSeconds));
  if (!state.allowed) throw rateLimited('Requests about the account', state, windowSeconds);
}
