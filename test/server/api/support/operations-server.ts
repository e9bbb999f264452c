import type { InjectOptions } from 'fastify';
import { type RealAccess, realAccess } from '../../../support/real-access.ts';
import { testServer } from '../../../support/test-server.ts';

export const ADMIN_TOKEN = 'the-token-of-the-operator';

export interface OperationsServer extends RealAccess {
  /** Status and body of a request with that token. */
  send(method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE', url: string, options?: SendOptions): Promise<Reply>;
  readonly log: string[];
}

export interface SendOptions {
  /** The admin token by default; "" for none. */
  readonly token?: string;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

export interface Reply {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: a JSON document is looked at as such
  readonly body: any;
  readonly headers: Record<string, unknown>;
}

export async function operationsServer(env: Record<string, string> = { ADMIN_TOKEN }): Promise<OperationsServer> {
  const real = await realAccess();
  const { app, log } = testServer({ access: real.access, env });
  return {
    access: real.access,
    log,
    close: async () => {
      await app.close();
      await real.close();
    },
    send: async (method, url, { token = ADMIN_TOKEN, body, headers = {} } = {}) => {
      const request: InjectOptions = {
        method,
        url,
        headers: {
          ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
      };
      const reply = await app.inject(request);
      const isJson = String(reply.headers['content-type']).includes('json');
      return { status: reply.statusCode, body: isJson ? reply.json() : reply.body, headers: reply.headers };
    },
  };
}
