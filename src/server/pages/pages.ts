import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { PACKAGE_ROOT } from '../../config.ts';
import { PAGES_CONTENT_SECURITY_POLICY } from '../security-headers.ts';

/** Where `npm run build` puts the pages: browsers run what was compiled, wherever the server itself runs from. */
const FOLDER = join(PACKAGE_ROOT, 'dist', 'src', 'server', 'pages', 'browser');

/** Paths and the files served there. */
export const PAGES = { '/': 'index.html', '/dashboard': 'dashboard.html' };
export const OPERATOR_PAGES = { '/': 'dashboard.html', '/dashboard': 'dashboard.html' };

/** The pages for people, and what they load from /assets. None of it needs a key or holds one. */
export async function pages(app: FastifyInstance, files: Readonly<Record<string, string>>): Promise<void> {
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
  for (const [path, file] of Object.entries(files)) app.get(path, (_request, reply) => reply.sendFile(file));
}
