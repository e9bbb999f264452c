// Serves the page and passes its requests on to the service with the key: CLAIM_VERIFIER_URL=... CLAIM_VERIFIER_API_KEY=... node proxy.mjs
// Put your own sign-in and limit per visitor at the comment below.
import { readFile } from 'node:fs/promises';
import { request as ask, createServer } from 'node:http';

const { CLAIM_VERIFIER_URL: url = 'http://127.0.0.1:8080', CLAIM_VERIFIER_API_KEY: key, PORT = '3000' } = process.env;
if (key === undefined) {
  console.error('Expected a key of the service in CLAIM_VERIFIER_API_KEY (URL and API_KEY are not read).');
  process.exit(2);
}
/** The folder with the client and the class of its errors. */
const PACKAGE = new URL('..', import.meta.resolve('claim-verification-service/client'));
const PREFIX = '/verify-api';
/** No other route of the service is to be reached from outside. */
const ROUTES = new Set(['/v1/verify', '/v1/verify/answer', '/v1/verify/batch']);
/** Passed on in either direction; cookies and the visitor's own Authorization are not. */
const HEADERS = ['content-type', 'content-length', 'accept', 'retry-after', 'x-request-id'];

const picked = (headers) =>
  Object.fromEntries(HEADERS.flatMap((name) => (headers[name] ? [[name, headers[name]]] : [])));

function passOn(request, response, path) {
  const headers = { ...picked(request.headers), authorization: `Bearer ${key}` };
  const toService = ask(new URL(path, url), { method: 'POST', headers }, (answer) => {
    response.writeHead(answer.statusCode, picked(answer.headers));
    answer.pipe(response);
  });
  toService.on('error', () => (response.headersSent ? response.destroy() : response.writeHead(502).end()));
  response.on('close', () => toService.destroy());
  request.pipe(toService);
}

async function serveFile(response, file, type) {
  const content = await readFile(file).catch(() => undefined);
  if (content === undefined) response.writeHead(404).end();
  else response.writeHead(200, { 'content-type': `${type}; charset=utf-8` }).end(content);
}

const server = createServer(async (request, response) => {
  const { pathname, search } = new URL(request.url, 'http://proxy');
  // Your sign-in and your limit per visitor: here, before anything is passed on.
  const path = pathname.slice(PREFIX.length);
  if (request.method === 'POST' && pathname.startsWith(PREFIX) && ROUTES.has(path))
    passOn(request, response, path + search);
  else if (pathname === '/') await serveFile(response, new URL('index.html', import.meta.url), 'text/html');
  else if (/^\/(?:client\/[\w-]+|contract\/service-error)\.js$/.test(pathname))
    await serveFile(response, new URL(pathname.slice(1), PACKAGE), 'text/javascript');
  else response.writeHead(404).end();
});
server.listen(Number(PORT), '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}/`));
