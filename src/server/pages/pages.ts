import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { PACKAGE_ROOT } from '../../config.ts';
import { type CachedResponses, cacheResponses, serveCached } from '../http/cached-responses.ts';
import { PAGES_CONTENT_SECURITY_POLICY } from '../http/headers.ts';

/** Pages and client as `npm run build` compiles them, also when the server itself runs from its sources. */
const BUILT = join(PACKAGE_ROOT, 'dist', 'src');

/** File names by path. */
export const PAGES = { '/': 'index.html', '/dashboard': 'dashboard.html' };
export const OPERATOR_PAGES = { '/': 'dashboard.html', '/dashboard': 'dashboard.html' };

/** Modules of the contract that run in pages. */
const CONTRACT_FILES = ['contract/words.js', 'contract/service-error.js'];

type PageFiles = Readonly<Record<string, string>>;

const cached = new Map<PageFiles, Promise<CachedResponses>>();

/** The web pages, their /assets, the /client that they ask with and the words of the contract. They need no key and contain none. Read once per process. */
export async function pages(app: FastifyInstance, files: PageFiles): Promise<void> {
  const answers = cached.get(files) ?? cacheResponses((reader) => readPages(reader, files));
  cached.set(files, answers);
  serveCached(app, await answers);
}

async function readPages(app: FastifyInstance, files: PageFiles): Promise<void> {
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({ 'content-security-policy': PAGES_CONTENT_SECURITY_POLICY, 'cache-control': 'no-cache' });
  });
  const globIgnore = ['*.html', '*.d.ts', '*.map'];
  const shared = { wildcard: false, index: false, globIgnore, cacheControl: false } as const;
  await app.register(fastifyStatic, { ...shared, root: join(BUILT, 'web'), prefix: '/assets/' });
  // Modules import by their paths below src/: the address of ../../client/ in /assets/try/.
  const client = { root: join(BUILT, 'client'), prefix: '/client/', decorateReply: false };
  await app.register(fastifyStatic, { ...shared, ...client });
  for (const file of CONTRACT_FILES) app.get(`/${file}`, (_request, reply) => reply.sendFile(file, BUILT));
  for (const [path, file] of Object.entries(files)) app.get(path, (_request, reply) => reply.sendFile(file));
}
