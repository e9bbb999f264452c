import type { FastifyInstance } from 'fastify';
import { authenticate } from '../auth/authenticate.ts';
import { acceptJsonBodies, assertJsonContentType, assertPlainBody } from '../http/json-body.ts';
import type { ServerContext } from '../server-context.ts';

/** Every route of `app` needs an API key with requests left, then a body in JSON; checked in the order of the lines. */
export function requireKeyAndJson(app: FastifyInstance, context: Pick<ServerContext, 'access' | 'config'>): void {
  app.decorateRequest('principal', undefined);
  app.addHook('onRequest', authenticate(context));
  app.addHook('onRequest', async ({ headers }) => {
    assertJsonContentType(headers['content-type']);
    assertPlainBody(headers['content-encoding']);
  });
  acceptJsonBodies(app);
}
