import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { PACKAGE_ROOT } from '../../config.ts';
import { PAGES_CONTENT_SECURITY_POLICY } from '../security-headers.ts';

/** Where `npm run build` puts the pages: browsers run what was compiled, wherever the server itself runs from. */
const FOLDER = join(PACKAGE_ROOT, 'dist', 'src', 'server', 'pages', 'browser');

/** The pages for people, at /, and what they load from /assets. None of it needs a key or holds one. */
export async function pages(app: FastifyInstance): Promise<void> {
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({ 'content-security-policy': PAGES_CONTENT_SECURITY_POLICY, 'cache-control': 'no-cache' });
  });
  await app.register(fastifyStatic, {
    root: FOLDER,
    prefix: '/assets/',
    wildcard: false,
    index: false,
    globIgnore: ['*.html'],
    cacheControl: false,
  });
  const page = (file: string) => (_request: unknown, reply: FastifyReply) => reply.sendFile(file);
  app.get('/', page('index.html'));
}
