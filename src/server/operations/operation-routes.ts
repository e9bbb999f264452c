import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { acceptJsonBodies, assertJsonContentType, assertPlainBody } from '../http/json-body.ts';
import type { Administration, Operation } from './operation.ts';
import { snakeCase } from './snake-case.ts';

/** Who asks, once let in. */
export interface Caller {
  readonly actor: string;
  /** The id that operations without one in their path are about; "" for none. */
  readonly id: string;
}

export interface OperationRoutesOptions {
  readonly operations: readonly Operation[];
  readonly access: Administration;
  /** Lets the request in or throws; asked before anything else of the request is looked at. */
  readonly admit: (exchange: { request: FastifyRequest; reply: FastifyReply }) => Promise<Caller>;
}

/** Serves the operations: who asks, then the body's type and form, then query and fields, then the work. */
export async function operationRoutes(app: FastifyInstance, options: OperationRoutesOptions): Promise<void> {
  const { operations, access, admit } = options;
  const callers = new WeakMap<FastifyRequest, Caller>();
  app.addHook('onRequest', async (request, reply) => {
    callers.set(request, await admit({ request, reply }));
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
        if (caller === undefined) throw new Error('A request came past its admission. This is a bug.');
        const { id = caller.id } = request.params as { id?: string };
        const result = await run({ access, actor: caller.actor, id, query: request.query, body: request.body });
        return reply.code(status).send(snakeCase(result));
      },
    });
  }
}
