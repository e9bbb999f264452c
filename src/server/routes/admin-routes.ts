import type { FastifyInstance } from 'fastify';
import { adminTokenCheck, type OperatorRole } from '../../access/index.ts';
import { ServiceError } from '../../errors.ts';
import { authenticateBearer, type BearerAuthentication } from '../auth/bearer-authentication.ts';
import { FailedLogins } from '../auth/failed-logins.ts';
import { ADMIN_OPERATIONS } from '../operations/admin-operations.ts';
import { operationRoutes } from '../operations/operation-routes.ts';
import type { ServerContext } from '../server-context.ts';

type AdminOptions = Pick<ServerContext, 'access' | 'config' | 'jobs'> & {
  /** Undefined: only operators with tokens of their own may enter. */
  readonly token: string | undefined;
};

interface SignedInOperator {
  readonly actor: string;
  readonly role: OperatorRole;
}

/** /admin/v1: for operators, with the admin token or with tokens of their own. */
export async function adminRoutes(app: FastifyInstance, { access, config, jobs, token }: AdminOptions): Promise<void> {
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
