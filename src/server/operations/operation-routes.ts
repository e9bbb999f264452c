import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { OperatorRole, RepeatableWork } from '../../access/index.ts';
import { ServiceError } from '../../errors.ts';
import type { Jobs } from '../../jobs/index.ts';
import { acceptJsonBodies, assertJsonContentType, assertPlainBody } from '../http/json-body.ts';
import type { RequestAndReply } from '../http/request-observers.ts';
import type { ServerAccess } from '../server-context.ts';
import type { Operation } from './operation.ts';

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

/** Converts the field names of plain objects, at every depth, from camel case to snake case. */
export function snakeCase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(snakeCase);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [toSnake(name), snakeCase(part)]));
}

function toSnake(name: string): string {
  return name.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`);
}

/** However it is spelt, the sender is the same. */
const SCHEME = /^bearer +/i;

const PRINTABLE = /^[\x21-\x7e]{8,255}$/;

interface Repeatable extends Pick<RepeatableWork, 'recover'> {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** What a repetition has in common with the first; by default method, path, query and body. */
  readonly content?: string;
}

/**
 * Runs a POST once per Idempotency-Key, if it has one; the answer to a repetition says that it is one. `run` gets the id of
 * the request, with a key.
 */
export async function runOnce(
  access: ServerAccess,
  { request, reply, content: given, recover }: Repeatable,
  run: (id?: string) => Promise<unknown>,
): Promise<unknown> {
  const key = request.headers['idempotency-key'];
  if (key === undefined || request.method !== 'POST') return run();
  if (typeof key !== 'string' || !PRINTABLE.test(key)) {
    const message =
      'Expected Idempotency-Key to be 8 to 255 printable ASCII characters without spaces, such as a UUID.';
    throw new ServiceError('invalid_request', message, { details: { field: 'Idempotency-Key' } });
  }
  const content = given ?? JSON.stringify([request.method, request.url, request.body]);
  const token = request.headers.authorization?.trim().replace(SCHEME, 'Bearer ') ?? '';
  const { body, replayed } = await access.idempotency.once({ key, token, content }, { run, recover });
  if (replayed) reply.header('idempotency-replayed', 'true');
  return body;
}
