import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { VALID_KEY } from '../../support/fake-access.ts';
import { CLAIM, SOURCE, type TestServer, testServer, verifyRequest } from '../../support/test-server.ts';

let server: TestServer;
beforeAll(() => {
  server = testServer();
});
afterAll(() => server.app.close());

describe('a path that is not served', () => {
  it.each([
    ['GET', '/nope'],
    ['POST', '/nope'],
    ['POST', '/V1/VERIFY'],
    ['GET', '/assets/nope.js'],
    ['PUT', '/v2/verify'],
  ] as const)('%s %s is 404 in the error shape, without a key and before the body is read', async (method, url) => {
    const reply = await server.app.inject({
      method,
      url,
      headers: { 'content-type': 'application/json' },
      payload: '{',
    });
    expect(reply.statusCode).toBe(404);
    expect(reply.json()).toEqual({ error: { code: 'invalid_request', message: 'Nothing is served at this path.' } });
    expect(reply.headers).toHaveProperty('x-request-id');
  });

  it.each([
    ['POST', '/v1/verify/', '/v1/verify'],
    ['GET', '/dashboard/?x=1', '/dashboard'],
  ] as const)('%s %s is 404 and says where it is served', async (method, url, known) => {
    const reply = await server.app.inject({ method, url });
    const message = `Nothing is served at this path; without the slash at its end it is ${known}.`;
    expect([reply.statusCode, reply.json().error.message]).toEqual([404, message]);
  });

  it('may be undecodable', async () => {
    const reply = await server.app.inject({ method: 'GET', url: '/%zz' });
    expect(reply.statusCode).toBe(400);
    expect(reply.json().error).toEqual({
      code: 'invalid_request',
      message: expect.any(String),
    });
    expect(reply.headers).toMatchObject({ 'x-content-type-options': 'nosniff' });
    expect(reply.headers).toHaveProperty('x-request-id');
  });
});

describe('a method that is not served', () => {
  it.each([
    ['GET', '/v1/verify', 'POST'],
    ['PUT', '/v1/verify', 'POST'],
    ['DELETE', '/v1/verify?x=1', 'POST'],
    ['OPTIONS', '/v1/verify', 'POST'],
    ['PROPFIND', '/v1/verify', 'POST'],
    ['POST', '/health/live', 'GET, HEAD'],
    ['DELETE', '/info', 'GET, HEAD'],
    ['POST', '/openapi.json', 'GET, HEAD'],
  ])('%s %s is 405 with Allow', async (method, url, allow) => {
    const reply = await server.app.inject({
      method,
      url,
      payload: method === 'GET' ? undefined : 'x',
    } as InjectOptions);
    expect(reply.statusCode).toBe(405);
    expect(reply.headers.allow?.toString().split(', ').sort().join(', ')).toBe(allow);
    expect(reply.json().error.code).toBe('invalid_request');
  });

  it('sends no body to HEAD', async () => {
    const reply = await server.app.inject({ method: 'HEAD', url: '/v1/verify' });
    expect(reply.statusCode).toBe(405);
    expect(reply.headers.allow).toBe('POST');
  });
});

describe('every answer', () => {
  const requests: InjectOptions[] = [
    { method: 'GET', url: '/health/live' },
    { method: 'GET', url: '/nope' },
    { method: 'POST', url: '/v1/verify' },
    verifyRequest({ payload: '{' }),
    verifyRequest(),
  ];

  it('keeps a sane X-Request-Id', async () => {
    for (const request of requests) {
      const headers = { ...request.headers, 'x-request-id': 'Trace_1.a-b' };
      expect((await server.app.inject({ ...request, headers })).headers['x-request-id']).toBe('Trace_1.a-b');
    }
  });

  it.each(['', 'a b', 'x'.repeat(129), 'a\u00e9', '<script>', 'a,b', 'a"b'])('replaces the id %j', async (given) => {
    const reply = await server.app.inject(verifyRequest({ headers: { 'x-request-id': given } }));
    expect(reply.headers['x-request-id']).toMatch(/^[0-9a-f]{8}-[0-9a-f-]{27}$/);
  });

  it('is safe to show in no frame, no cache and no other type, and to no other origin', async () => {
    for (const request of requests) {
      const { headers } = await server.app.inject({
        ...request,
        headers: { ...request.headers, origin: 'https://x.org' },
      });
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'cache-control': 'no-store',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      });
      expect(headers).not.toHaveProperty('access-control-allow-origin');
      expect(headers).not.toHaveProperty('x-powered-by');
    }
  });
});

describe('the log', () => {
  it('has caller, route and status, and no text, key, query or unknown path', async () => {
    const fresh = testServer();
    const secret = 'secret-in-address';
    await fresh.app.inject({
      ...verifyRequest({ headers: { 'x-request-id': 'id-1' } }),
      url: `/v1/verify?q=${secret}`,
    });
    await fresh.app.inject({ method: 'GET', url: `/${secret}` });
    await fresh.app.inject(
      verifyRequest({ payload: JSON.stringify({ claim: CLAIM, grounding_source: SOURCE, [secret]: 1 }) }),
    );
    await fresh.app.inject(verifyRequest({ payload: `{"claim":"${CLAIM}` }));
    const lines = fresh.log.map((line) => JSON.parse(line));
    expect(lines).toHaveLength(4);
    expect(lines[0]).toMatchObject({
      level: 30,
      requestId: 'id-1',
      method: 'POST',
      route: '/v1/verify',
      status: 200,
      keyId: 'k1',
      msg: 'answered',
    });
    expect(lines[1]).toMatchObject({ route: 'none', status: 404 });
    for (const text of [secret, CLAIM, SOURCE, VALID_KEY]) expect(fresh.log.join('')).not.toContain(text);
    await fresh.app.close();
  });
});
