import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import { refersToDeleted } from '../../access/index.ts';
import { acceptJsonBodies, assertJsonBody } from '../http/json-body.ts';
import type { ServerContext } from '../server-context.ts';
import { type Caller, callerCheck } from './callers.ts';
import type { Operation } from './operation.ts';

export interface ServedOperations {
  readonly operations: readonly Operation[];
  readonly context: ServerContext;
}

const READERS: Readonly<Record<NonNullable<Operation['reads']>, (app: FastifyInstance) => void>> = {
  json: acceptJsonBodies,
  nothing: (app) => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', (_request, _body, done) => done(null));
  },
};

/** Serves the operations. Checks, in this order: caller, headers, JSON, then query and fields. */
export async function operationRoutes(app: FastifyInstance, { operations, context }: ServedOperations): Promise<void> {
  app.decorateRequest('principal', undefined);
  const kinds = new Set(operations.map(({ caller }) => caller));
  const checks = new Map([...kinds].map((kind) => [kind, callerCheck(kind, context)]));
  for (const [reads, read] of Object.entries(READERS)) {
    app.register(async (scope) => {
      read(scope);
      for (const one of operations) {
        if ((one.reads ?? 'json') === reads) scope.route(routeOf(one, checks.get(one.caller)!, context));
      }
    });
  }
}

function routeOf(one: Operation, check: ReturnType<typeof callerCheck>, context: ServerContext): RouteOptions {
  const { method, path, bodyLimit, head, keyHeader, checkHeaders, run } = one;
  const takesJson = one.reads !== 'nothing' && (one.body ?? one.content?.['application/json']) !== undefined;
  const status = Number(Object.keys(one.responses).find((code) => code.startsWith('2')));
  const callers = new WeakMap<FastifyRequest, Caller>();
  return {
    method,
    url: path,
    config: { verifies: one.tags.some((tag) => tag === 'verification' || tag === 'gateways') },
    ...(bodyLimit === undefined ? {} : { bodyLimit }),
    ...(head === undefined ? {} : { exposeHeadRoute: head }),
    onRequest: async (request, reply) => {
      const { headers } = request;
      const key = keyHeader === undefined ? undefined : headers[keyHeader];
      if (typeof key === 'string') headers.authorization ||= `Bearer ${key}`;
      callers.set(request, await check({ request, reply }));
      checkHeaders?.(headers);
      if (takesJson) assertJsonBody(headers);
    },
    handler: async (request, reply) => {
      const caller = callers.get(request);
      if (caller === undefined) throw new Error('An operation was reached without authentication. This is a bug.');
      const { id = caller.id } = request.params as { id?: string };
      const { query, body } = request;
      try {
        return reply.code(status).send(await run({ ...context, ...caller, request, reply, id, query, body }));
      } catch (error) {
        throw refersToDeleted(error) ? caller.deleted() : error;
      }
    },
  };
}
