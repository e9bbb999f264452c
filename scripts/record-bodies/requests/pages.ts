import { list, type Step } from '../step.ts';

const exact = (path: string): Step => ({ name: path, path, record: 'exact' });
/** Scripts and other files that the pages load: whether they are there, and of what kind. */
const headersOf = (path: string): Step => ({ name: path, path, record: 'nothing' });

const HTML_AND_STYLES = [
  '/',
  '/dashboard',
  '/docs',
  '/docs/',
  '/docs/static/index.html',
  '/docs/static/swagger-initializer.js',
];
const STYLES = ['try', 'base', 'answer', 'matrix', 'dashboard'].map((name) => `/assets/${name}.css`);
const FILES = [
  '/assets/icon.svg',
  '/assets/try.js',
  '/assets/dashboard.js',
  '/docs/static/swagger-ui.css',
  '/docs/static/logo.svg',
];
const OTHERS = [
  '/docs/json',
  '/docs/yaml',
  '/assets/',
  '/assets/index.html',
  '/assets/tsconfig.json',
  '/docs/static/none.js',
];
const MISSING = [
  '/nothing',
  '/v1',
  '/v1/',
  '/v2/verify',
  '/admin/v1',
  '/admin/v1/',
  '/openapi.json/',
  '/..%2f',
  '/%ZZ',
  '/demo-key',
];

const HOST = 'Host: localhost';
const raw = (name: string, text: string): Step => ({ name, path: '/health/live', raw: text });

/** What needs no key. */
export const PAGES = list('pages', null, [
  ...HTML_AND_STYLES.map(exact),
  ...STYLES.map(exact),
  ...FILES.map(headersOf),
  ...[...OTHERS, ...MISSING].map((path): Step => ({ name: path, path })),
  { name: 'openapi.json', path: '/openapi.json', record: 'exact' },
  { name: 'info', path: '/info' },
  { name: 'live', path: '/health/live' },
  { name: 'ready', path: '/health/ready' },
  ...['/', '/openapi.json', '/info', '/health/live', '/health/ready', '/metrics', '/docs/'].flatMap((path): Step[] => [
    { name: `HEAD ${path}`, method: 'HEAD', path },
    { name: `OPTIONS ${path}`, method: 'OPTIONS', path },
    { name: `POST ${path}`, path, body: {} },
  ]),
  { name: 'a request id that is sent back', path: '/health/live', headers: { 'x-request-id': 'mine-1' } },
  { name: 'another origin', path: '/info', headers: { origin: 'https://app.example' } },
  { name: 'too many headers', path: '/health/live', headers: { 'x-long': 'x'.repeat(17_000) } },
  raw('no Host', 'GET /health/live HTTP/1.1\r\nConnection: close\r\n\r\n'),
  raw('HTTP/1.0', 'GET /health/live HTTP/1.0\r\n\r\n'),
  raw('no HTTP', 'nothing\r\n\r\n'),
  raw('an invalid header', `GET /health/live HTTP/1.1\r\n${HOST}\r\nbad header\r\n\r\n`),
  raw('two lengths', `POST /v1/verify HTTP/1.1\r\n${HOST}\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\na`),
  raw('an unknown method', `NOTHING /health/live HTTP/1.1\r\n${HOST}\r\n\r\n`),
  raw('an expectation', `GET /health/live HTTP/1.1\r\n${HOST}\r\nExpect: nothing\r\nConnection: close\r\n\r\n`),
  raw('an absolute address', `GET http://localhost/health/live HTTP/1.1\r\n${HOST}\r\nConnection: close\r\n\r\n`),
]);

/** Last of all: the labels tell what was asked before. */
export const METRICS = list('metrics', null, [{ name: 'names', path: '/metrics', record: 'names' }]);
