import { afterEach, describe, expect, it } from 'vitest';
import { type TestServer, testServer, verifyRequest } from '../../support/test-server.ts';

const ORIGIN = 'https://app.example';
let server: TestServer;
afterEach(() => server.app.close());

function preflight(url = '/v1/verify', origin = ORIGIN) {
  const headers = {
    origin,
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'authorization',
  };
  return server.app.inject({ method: 'OPTIONS', url, headers });
}

describe('web pages of other origins', () => {
  it('may call nothing by default', async () => {
    server = testServer();
    const reply = await preflight();
    expect([reply.statusCode, reply.headers['access-control-allow-origin']]).toEqual([405, undefined]);
    const verified = await server.app.inject(verifyRequest({ headers: { origin: ORIGIN } }));
    expect(verified.headers).not.toHaveProperty('access-control-allow-origin');
  });

  it('may call /v1 and /info if their origin is named, and read the headers of the limit, also of errors', async () => {
    server = testServer({ env: { CORS_ORIGINS: `https://other.example, ${ORIGIN}` } });
    const asked = await preflight();
    expect(asked.statusCode).toBe(204);
    expect(asked.headers).toMatchObject({
      'access-control-allow-origin': ORIGIN,
      'access-control-allow-methods': 'GET, POST, DELETE',
      'access-control-allow-headers': expect.stringContaining('Authorization'),
      vary: 'Origin',
    });
    for (const token of ['cvs_valid', 'wrong']) {
      const headers = { origin: ORIGIN, authorization: `Bearer ${token}` };
      const reply = await server.app.inject(verifyRequest({ headers }));
      expect(reply.headers['access-control-allow-origin']).toBe(ORIGIN);
      expect(reply.headers['access-control-expose-headers']).toContain('X-RateLimit-Remaining');
      expect(reply.headers['access-control-allow-credentials']).toBeUndefined();
    }
  });

  it('may not if it is not, nor call anything but /v1 and /info', async () => {
    server = testServer({ env: { CORS_ORIGINS: ORIGIN } });
    const stranger = await preflight('/v1/verify', 'https://app.example.evil');
    expect([stranger.statusCode, stranger.headers['access-control-allow-origin']]).toEqual([405, undefined]);
    expect(stranger.headers.vary).toBe('Origin');
    for (const url of ['/admin/v1/plans', '/metrics', '/']) {
      expect((await preflight(url)).headers, url).not.toHaveProperty('access-control-allow-origin');
    }
  });

  it('may all if the setting is the star', async () => {
    server = testServer({ env: { CORS_ORIGINS: '*' } });
    expect((await preflight()).headers['access-control-allow-origin']).toBe('*');
  });

  it('are refused as a setting when they are no origins', () => {
    for (const origins of ['https://app.example/', 'app.example', '*, https://app.example', 'null']) {
      expect(() => testServer({ env: { CORS_ORIGINS: origins } }), origins).toThrow(/CORS_ORIGINS: expected \*/);
    }
    server = testServer();
  });
});
