import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { PACKAGE_ROOT } from '../../config.ts';
import { type KeptAnswers, keepAnswers, serveKept } from '../http/cached-answers.ts';
import { PAGES_CONTENT_SECURITY_POLICY } from '../http/security-headers.ts';

/** Where `npm run build` puts the pages: browsers run what was compiled, wherever the server itself runs from. */
const FOLDER = join(PACKAGE_ROOT, 'dist', 'src', 'server', 'pages', 'browser');

/** Paths and the files served there. */
export const PAGES = { '/': 'index.html', '/dashboard': 'dashboard.html' };
export const OPERATOR_PAGES = { '/': 'dashboard.html', '/dashboard': 'dashboard.html' };

type PageFiles = Readonly<Record<string, string>>;

const read = new Map<PageFiles, Promise<KeptAnswers>>();

/** The pages for people, and what they load from /assets. None of it needs a key or holds one. Read once in a process. */
export async function pages(app: FastifyInstance, files: PageFiles): Promise<void> {
  const answers = read.get(files) ?? keepAnswers((reader) => readPages(reader, files));
  read.set(files, answers);
  serveKept(app, await answers);
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
