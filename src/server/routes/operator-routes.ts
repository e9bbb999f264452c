import type { FastifyInstance, FastifyRequest } from 'fastify';
import { adminTokenCheck, type BillingWebhook, type OperatorRole, SIGNATURE_HEADER } from '../../access/index.ts';
import { ServiceError } from '../../errors.ts';
import { authenticateBearer, type BearerAuthentication } from '../auth/bearer-authentication.ts';
import { FailedLogins } from '../auth/failed-logins.ts';
import { assertJsonContentType, assertPlainBody, readJson } from '../http/json-body.ts';
import { ADMIN_OPERATIONS } from '../operations/admin-operations.ts';
import { operationRoutes, snakeCase } from '../operations/operation-routes.ts';
import type { ServerContext } from '../server-context.ts';

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

interface BillingContext extends Pick<ServerContext, 'metrics'> {
  readonly billing: BillingWebhook;
}

/** POST /admin/v1/billing-events: authenticated by the signature of each event instead of a token. */
async function billingRoute(app: FastifyInstance, { billing, metrics }: BillingContext): Promise<void> {
  app.addHook('onRequest', async ({ headers }) => {
    assertJsonContentType(headers['content-type']);
    assertPlainBody(headers['content-encoding']);
  });
  app.removeAllContentTypeParsers();
  // The signature covers the exact bytes.
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (_request: FastifyRequest, body: Buffer) => body);
  app.post('/admin/v1/billing-events', async ({ headers, body }) => {
    const signature = headers[SIGNATURE_HEADER];
    const delivery = { signature: typeof signature === 'string' ? signature : undefined, body: body as Buffer };
    const result = await billing.receive(delivery, readJson).catch((error) => {
      metrics.countBillingEvent('rejected');
      throw error;
    });
    metrics.countBillingEvent(result.outcome);
    return snakeCase(result);
  });
}

type AdminOptions = Pick<ServerContext, 'access' | 'config' | 'jobs'> & {
  /** Undefined: only operators with tokens of their own may enter. */
  readonly token: string | undefined;
};

interface SignedInOperator {
  readonly actor: string;
  readonly role: OperatorRole;
}

/** /admin/v1: for operators, with the admin token or with tokens of their own. */
async function adminRoutes(app: FastifyInstance, { access, config, jobs, token }: AdminOptions): Promise<void> {
  const isToken = token === undefined ? () => false : adminTokenCheck(token);
  const authentication: BearerAuthentication<SignedInOperator> = {
    find: async (given, { onlyKnown }) => {
      if (isToken(given)) return { actor: 'admin', role: 'operate' };
      const found = onlyKnown ? undefined : await access.operators.authenticate(given);
      return found === undefined ? undefined : { actor: `operator:${found.name}`, role: found.role };
    },
    expected:
      token === undefined
        ? 'the header Authorization: Bearer <TOKEN> with the token of an operator'
        : 'the header Authorization: Bearer <ADMIN_TOKEN> with the admin token or the token of an operator',
    hint: '',
    failedLogins: new FailedLogins({ rateLimiter: access.rateLimiter, limit: config.FAILED_LOGINS_PER_MINUTE }),
  };
  await app.register(operationRoutes, {
    operations: ADMIN_OPERATIONS,
    access,
    jobs,
    authenticate: async (requestAndReply) => {
      const { actor, role } = await authenticateBearer(authentication, requestAndReply);
      if (role === 'read' && requestAndReply.request.method !== 'GET') {
        throw new ServiceError(
          'forbidden',
          'Expected the token of an operator who may make changes, got one with the role read.',
        );
      }
      return { actor, role, id: '' };
    },
  });
}
