import { afterEach, describe, expect, it } from 'vitest';
import { unavailable } from '../../../src/contract/errors.ts';
import { FakeRateLimiter, fakeAccess, principal, VALID_KEY } from '../../support/fake-access.ts';
import { type TestServer, testServer, verifyRequest } from '../../support/test-server.ts';

let server: TestServer;
afterEach(() => server.app.close());

const withAuthorization = (authorization: string | undefined) => {
  const request = verifyRequest();
  return { ...request, headers: { 'content-type': 'application/json', ...(authorization ? { authorization } : {}) } };
};

describe('the key', () => {
  it('is asked for when the header is missing', async () => {
    server = testServer();
    const reply = await server.app.inject(withAuthorization(undefined));
    expect(reply.statusCode).toBe(401);
    expect(reply.headers['www-authenticate']).toBe('Bearer realm="claim-verification"');
    expect(reply.headers).not.toHaveProperty('x-ratelimit-limit');
    expect(reply.json().error).toMatchObject({ code: 'unauthorized', details: { header_present: false } });
  });

  it.each(['Basic dXNlcjpwYXNz', 'Bearer', 'Bearer a b', 'cvs_valid', `Token ${VALID_KEY}`])(
    'is reported as missing, not as wrong, for %j',
    async (authorization) => {
      server = testServer();
      const reply = await server.app.inject(withAuthorization(authorization));
      expect(reply.statusCode).toBe(401);
      expect(reply.headers['www-authenticate']).toBe('Bearer realm="claim-verification"');
      expect(reply.json().error.details).toEqual({ header_present: true });
    },
  );

  it('is refused as an invalid token when unknown, and named nowhere', async () => {
    server = testServer();
    for (const key of ['cvs_wrong', 'x'.repeat(10_000), 'clé-ключ', '%00%0d%0a']) {
      const reply = await server.app.inject(withAuthorization(`Bearer ${encodeURI(key)}`));
      expect(reply.statusCode).toBe(401);
      expect(reply.headers['www-authenticate']).toBe('Bearer realm="claim-verification", error="invalid_token"');
      expect(reply.json().error.details).toEqual({ header_present: true });
      expect(reply.body + server.log.join('')).not.toContain(encodeURI(key));
    }
  });

  it.each([`Bearer ${VALID_KEY}`, `bearer ${VALID_KEY}`, `BEARER   ${VALID_KEY} `])(
    'is accepted in any letter case of the scheme: %j',
    async (authorization) => {
      server = testServer();
      expect((await server.app.inject(withAuthorization(authorization))).statusCode).toBe(200);
    },
  );

  it('is never taken from the query or the body', async () => {
    server = testServer();
    const request = {
      ...withAuthorization(undefined),
      url: `/v1/verify?api_key=${VALID_KEY}&access_token=${VALID_KEY}`,
    };
    expect((await server.app.inject(request)).statusCode).toBe(401);
    expect(server.log.join('')).not.toContain(VALID_KEY);
  });

  it('is 503, not a pass, when its store cannot be asked', async () => {
    for (const failure of [unavailable('The key store is locked.', 4), new Error('disk I/O error')]) {
      const access = { ...fakeAccess(), authenticator: { authenticate: () => Promise.reject(failure) } };
      server = testServer({ access });
      const reply = await server.app.inject(verifyRequest());
      expect(reply.statusCode).toBe(503);
      expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
      expect(reply.json().error.code).toBe('service_unavailable');
      expect(reply.body).not.toContain('I/O');
      await server.app.close();
    }
  });
});

describe('failed logins', () => {
  const wrong = (address: string) => ({ ...withAuthorization('Bearer cvs_wrong'), remoteAddress: address });

  it('are limited per address without shutting out a valid key from it', async () => {
    server = testServer({ env: { FAILED_LOGINS_PER_MINUTE: '2' } });
    const statuses: number[] = [];
    for (let time = 0; time < 4; time += 1) statuses.push((await server.app.inject(wrong('10.0.0.1'))).statusCode);
    expect(statuses).toEqual([401, 401, 429, 429]);
    const limited = await server.app.inject(wrong('10.0.0.1'));
    expect(limited.headers).toMatchObject({
      'retry-after': '17',
      'x-ratelimit-limit': '2',
      'x-ratelimit-remaining': '0',
    });
    expect(limited.json().error.details).toEqual({ limit: 2, window: 'minute', retry_after_seconds: 17 });
    expect((await server.app.inject({ ...verifyRequest(), remoteAddress: '10.0.0.1' })).statusCode).toBe(200);
    expect((await server.app.inject(wrong('10.0.0.2'))).statusCode).toBe(401);
  });

  it('are counted under the address a trusted proxy reports, and only then', async () => {
    const forwarded = (client: string) => {
      const request = wrong('10.0.0.1');
      return { ...request, headers: { ...request.headers, 'x-forwarded-for': `6.6.6.6, ${client}` } };
    };
    for (const [trust, expected] of [
      ['true', 401],
      ['10.0.0.0/8', 401],
      ['192.168.0.1', 429],
      ['false', 429],
    ] as const) {
      server = testServer({ env: { FAILED_LOGINS_PER_MINUTE: '1', TRUST_PROXY: trust } });
      await server.app.inject(forwarded('1.1.1.1'));
      expect((await server.app.inject(forwarded('2.2.2.2'))).statusCode).toBe(expected);
      expect((await server.app.inject(forwarded('1.1.1.1'))).statusCode).toBe(429);
      await server.app.close();
    }
  });

  it.each(['true', '10.0.0.0/8'])(
    'are counted and logged under an address, whatever stands in X-Forwarded-For',
    async (trust) => {
      server = testServer({ env: { FAILED_LOGINS_PER_MINUTE: '1', TRUST_PROXY: trust } });
      const statuses = [];
      for (const hop of ['garbage', '1.1.1.1:4711']) {
        const request = wrong('10.0.0.1');
        const headers = { ...request.headers, 'x-forwarded-for': hop };
        statuses.push((await server.app.inject({ ...request, headers })).statusCode);
      }
      expect(statuses).toEqual([401, 429]);
      const lines = server.log.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'answered');
      expect(lines.map(({ address }) => address)).toEqual(['10.0.0.1', '10.0.0.1']);
    },
  );

  it('do not count requests without a token, which guess nothing', async () => {
    server = testServer({ env: { FAILED_LOGINS_PER_MINUTE: '1' } });
    for (let time = 0; time < 3; time += 1) {
      expect((await server.app.inject(withAuthorization(undefined))).statusCode).toBe(401);
    }
  });
});

describe('the subscription', () => {
  it.each(['active', 'trialing'] as const)('lets %s through', async (status) => {
    server = testServer({ access: fakeAccess(principal({ status })) });
    expect((await server.app.inject(verifyRequest())).statusCode).toBe(200);
  });

  it.each(['past_due', 'unpaid', 'canceled', 'expired'] as const)(
    'refuses %s with where to renew it',
    async (status) => {
      server = testServer({
        access: fakeAccess(principal({ status })),
        env: { CHECKOUT_URL: 'https://pay.example.org/renew' },
      });
      const reply = await server.app.inject(verifyRequest({ payload: 'not json' }));
      expect(reply.statusCode).toBe(403);
      expect(reply.json()).toEqual({
        error: {
          code: 'subscription_inactive',
          message: `The subscription of this key is ${status}; renew it at https://pay.example.org/renew`,
          details: { status, checkout_url: 'https://pay.example.org/renew' },
        },
      });
      expect(reply.headers).toMatchObject({ 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': '59' });
    },
  );

  it('is reported before the rate limit, even if that is unavailable', async () => {
    const access = {
      ...fakeAccess(principal({ status: 'unpaid', limit: 1 })),
      rateLimiter: { hit: () => Promise.reject(new Error('down')) },
    };
    server = testServer({ access });
    const reply = await server.app.inject(verifyRequest());
    expect(reply.statusCode).toBe(403);
    expect(reply.headers).not.toHaveProperty('x-ratelimit-limit');
  });
});

describe('the request rate', () => {
  it('ends in 429 with every header and detail of the specification', async () => {
    server = testServer({ access: fakeAccess(principal({ limit: 2 })) });
    const remaining: unknown[] = [];
    for (let time = 0; time < 2; time += 1) {
      remaining.push((await server.app.inject(verifyRequest())).headers['x-ratelimit-remaining']);
    }
    expect(remaining).toEqual(['1', '0']);
    const reply = await server.app.inject(verifyRequest({ payload: 'not json' }));
    expect(reply.statusCode).toBe(429);
    expect(reply.headers).toMatchObject({
      'x-ratelimit-limit': '2',
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset': '1900000000',
      'retry-after': '17',
    });
    expect(reply.json()).toEqual({
      error: {
        code: 'rate_limited',
        message: expect.any(String),
        details: { limit: 2, window: 'minute', retry_after_seconds: 17 },
      },
    });
  });

  it('counts requests that end in 400', async () => {
    server = testServer({ access: fakeAccess(principal({ limit: 2 })) });
    expect((await server.app.inject(verifyRequest({ payload: '{' }))).headers['x-ratelimit-remaining']).toBe('1');
    const wrongType = verifyRequest({ headers: { 'content-type': 'text/plain' } });
    expect((await server.app.inject(wrongType)).headers['x-ratelimit-remaining']).toBe('0');
    expect((await server.app.inject(verifyRequest())).statusCode).toBe(429);
  });

  it('is counted per key, not per address', async () => {
    const rateLimiter = new FakeRateLimiter();
    server = testServer({ access: { ...fakeAccess(principal({ keyId: 'k9' })), rateLimiter } });
    await server.app.inject({ ...verifyRequest(), remoteAddress: '10.0.0.1' });
    await server.app.inject({ ...verifyRequest(), remoteAddress: '10.0.0.2' });
    expect([...rateLimiter.hits]).toEqual([['key:k9', 2]]);
  });

  it('is recorded as usage, refused requests apart', async () => {
    const recorded: [string, boolean][] = [];
    const record = (keyId: string, allowed: boolean) => void recorded.push([keyId, allowed]);
    const usageRecorder = { record, flush: async () => undefined };
    server = testServer({ access: { ...fakeAccess(principal({ limit: 1 })), usageRecorder } });
    await server.app.inject(verifyRequest());
    await server.app.inject(verifyRequest());
    await server.app.inject(withAuthorization('Bearer cvs_wrong'));
    expect(recorded).toEqual([
      ['k1', true],
      ['k1', false],
    ]);
  });

  it('is 503, not a pass, when its store cannot be asked', async () => {
    const access = { ...fakeAccess(), rateLimiter: { hit: () => Promise.reject(new Error('down')) } };
    server = testServer({ access });
    const reply = await server.app.inject(verifyRequest({ payload: 'not json' }));
    expect(reply.statusCode).toBe(503);
    expect(reply.headers['retry-after']).toBe('5');
  });
});
