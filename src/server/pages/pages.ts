import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { PACKAGE_ROOT } from '../../config.ts';
import { type CachedResponses, cacheResponses, serveCached } from '../http/cached-responses.ts';
import { PAGES_CONTENT_SECURITY_POLICY } from '../http/security-headers.ts';

/** The pages as `npm run build` compiles them, also when the server itself runs from its sources. */
const FOLDER = join(PACKAGE_ROOT, 'dist', 'src', 'web');

/** File names by path. */
export const PAGES = { '/': 'index.html', '/dashboard': 'dashboard.html' };
export const OPERATOR_PAGES = { '/': 'dashboard.html', '/dashboard': 'dashboard.html' };

type PageFiles = Readonly<Record<string, string>>;

const cached = new Map<PageFiles, Promise<CachedResponses>>();

/** The web pages and their /assets. They need no key and contain none. Read once per process. */
export async function pages(app: FastifyInstance, files: PageFiles): Promise<void> {
  const answers = cached.get(files) ?? cacheResponses((reader) => readPages(reader, files));
  cached.set(files, answers);
  serveCached(app, await answers);
}

async function readPages(app: FastifyInstance, files: PageFiles): Promise<void> {
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
