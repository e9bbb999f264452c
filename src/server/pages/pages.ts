import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, sep } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { PACKAGE_ROOT } from '../../config.ts';
import { type CachedResponse, cachedResponse, serveCached } from '../http/cached-responses.ts';
import { PAGES_CONTENT_SECURITY_POLICY } from '../http/headers.ts';

/** Pages and client as `npm run build` compiles them, also when the server itself runs from its sources. */
const BUILT = join(PACKAGE_ROOT, 'dist', 'src');

export const PAGES = { '/': 'index.html', '/dashboard': 'dashboard.html' };
export const OPERATOR_PAGES = { '/': 'dashboard.html', '/dashboard': 'dashboard.html' };

const CONTRACT_FILES = ['contract/words.js', 'contract/service-error.js'];

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
};

const HEADERS = { 'content-security-policy': PAGES_CONTENT_SECURITY_POLICY, 'cache-control': 'no-cache' };

/** Files by their paths below `BUILT`, read once per process. */
const read = new Map<string, CachedResponse>();

/** The web pages, their /assets, the /client that they ask with and the words of the contract. They need no key and contain none. */
export async function pages(app: FastifyInstance, files: Readonly<Record<string, string>>): Promise<void> {
  const serve = (path: string, file: string) => {
    const response = read.get(file) ?? cachedResponse(TYPES[extname(file)]!, readFileSync(join(BUILT, file)));
    read.set(file, response);
    serveCached(app, path, () => response, HEADERS);
  };
  for (const file of filesIn('web')) serve(`/assets/${file}`, `web/${file}`);
  // Modules import by their paths below src/: the address of ../../client/ in /assets/try/.
  for (const file of filesIn('client')) serve(`/client/${file}`, `client/${file}`);
  for (const file of CONTRACT_FILES) serve(`/${file}`, file);
  for (const [path, file] of Object.entries(files)) serve(path, `web/${file}`);
}

function filesIn(folder: string): string[] {
  const names = readdirSync(join(BUILT, folder), { recursive: true, encoding: 'utf8' });
  return names
    .filter((name) => extname(name) in TYPES && extname(name) !== '.html')
    .map((name) => name.split(sep).join('/'));
}
