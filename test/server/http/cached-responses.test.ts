import { fastify } from 'fastify';
import { expect, it } from 'vitest';
import { type CachedResponse, cachedResponse, serveCached } from '../../../src/server/http/cached-responses.ts';

function serverOf(response: () => CachedResponse) {
  const app = fastify();
  serveCached(app, '/a', response, { 'cache-control': 'no-cache' });
  return app;
}

it('a response has its type, its headers and the tag of its bytes', async () => {
  const app = serverOf(() => cachedResponse('text/css; charset=utf-8', 'a {}'));
  const { headers, body } = await app.inject('/a');
  expect([headers['content-type'], headers['cache-control'], body]).toEqual([
    'text/css; charset=utf-8',
    'no-cache',
    'a {}',
  ]);
  expect(headers.etag).toBe(cachedResponse('', 'a {}').etag);
  expect(headers.etag).not.toBe(cachedResponse('', 'b {}').etag);
});

it('a client whose copy is current gets no body', async () => {
  const response = cachedResponse('text/css', 'a {}');
  const app = serverOf(() => response);
  const ask = async (tag: string) => (await app.inject({ url: '/a', headers: { 'if-none-match': tag } })).statusCode;
  expect(await ask(response.etag)).toBe(304);
  expect(await ask(`"other", ${response.etag}`)).toBe(304);
  expect(await ask(`W/"other", W/${response.etag}`)).toBe(304);
  expect(await ask('*')).toBe(304);
  expect(await ask('"other"')).toBe(200);
});

it('a response that failed is made again', async () => {
  let broken = true;
  const app = serverOf(() => {
    if (broken) throw new Error('no file can be opened');
    return cachedResponse('text/plain', 'text');
  });
  expect((await app.inject('/a')).statusCode).toBe(500);
  broken = false;
  expect(await app.inject('/a')).toMatchObject({ statusCode: 200, body: 'text' });
});
