import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { OperatorRole } from '../../access/index.ts';
import type { Jobs } from '../../jobs/index.ts';
import { acceptJsonBodies, assertJsonContentType, assertPlainBody } from '../http/json-body.ts';
import type { RequestAndReply } from '../http/request-observers.ts';
import type { ServerAccess } from '../server-context.ts';
import type { Operation } from './operation.ts';
import { runOnce } from './run-once.ts';
import { snakeCase } from './snake-case.ts';

/** The authenticated sender of a request. */
export interface Caller {
  readonly actor: string;
  /** Of an operator. */
  readonly role?: OperatorRole;
  /** The ID that operations without one in their path apply to; "" for none. */
  readonly id: string;
}

export interface OperationRoutesOptions {
  readonly operations: readonly Operation[];
  readonly access: ServerAccess;
  /** Undefined in a service without jobs, and where no operation needs them. */
  readonly jobs?: Jobs | undefined;
  /** Returns the caller or throws; runs before every other check of the request. */
  readonly authenticate: (requestAndReply: RequestAndReply) => Promise<Caller>;
}

/** Serves the operations. Checks, in this order: authentication, content type, JSON, then query and fields. */
export async function operationRoutes(app: FastifyInstance, options: OperationRoutesOptions): Promise<void> {
  const { operations, access, jobs, authenticate } = options;
  const callers = new WeakMap<FastifyRequest, Caller>();
  app.addHook('onRequest', async (request, reply) => {
    callers.set(request, await authenticate({ request, reply }));
  });
  acceptJsonBodies(app);
  for (const { method, path, status = 200, body, run } of operations) {
    app.route({
      method,
      url: path,
      onRequest: async ({ headers }) => {
        if (body === undefined) return;
        assertJsonContentType(headers['content-type']);
        assertPlainBody(headers['content-encoding']);
      },
      handler: async (request, reply) => {
        const caller = callers.get(request);
        if (caller === undefined) throw new Error('An operation was reached without authentication. This is a bug.');
        const { id = caller.id } = request.params as { id?: string };
        const { query, body: given } = request;
        const result = await runOnce(access, { request, reply }, () =>
          run({ access, jobs, actor: caller.actor, role: caller.role, id, query, body: given }),
        );
        return reply.code(status).send(snakeCase(result));
      },
    });
  }
}
