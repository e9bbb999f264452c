import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ServiceError } from '../../contract/errors.ts';
import type { ServerAccess } from '../server-context.ts';

const DAY_MS = 86_400_000;
/** A key that is about to expire is not handed out. */
const RESERVE_MS = 3_600_000;

const LOOPBACK_ADDRESS = /^(?:127\.|::1$|::ffff:127\.)/;
const LOOPBACK_HOST = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/;
const PROXY_HEADERS = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'];

/** POST /demo-key, with DEMO_KEY: a key for the try page in a browser on this machine. One key is made a process and day. */
export async function demoKeyRoute(app: FastifyInstance, { access }: { access: ServerAccess }): Promise<void> {
  let made: { readonly key: Promise<string>; readonly expiresAt: number } | undefined;
  app.post('/demo-key', async (request, reply) => {
    if (!isLocal(request)) {
      throw new ServiceError('forbidden', 'Demo keys are only for the try page in a browser on this machine.');
    }
    if (made === undefined || made.expiresAt - RESERVE_MS < Date.now()) {
      const expiresAt = Date.now() + DAY_MS;
      made = {
        key: access.keys.create({ name: 'demo', expires: expiresAt }, 'demo').then(({ key }) => key),
        expiresAt,
      };
      made.key.catch(() => {
        made = undefined;
      });
    }
    return reply.header('cache-control', 'no-store').send({ key: await made.key });
  });
}

/** True for a page of this server opened on this machine, not for another origin or through a proxy. */
function isLocal({ socket, headers }: FastifyRequest): boolean {
  const { host = '', origin } = headers;
  return (
    LOOPBACK_ADDRESS.test(socket.remoteAddress ?? '') &&
    LOOPBACK_HOST.test(host) &&
    origin === `http://${host}` &&
    PROXY_HEADERS.every((name) => headers[name] === undefined)
  );
}
