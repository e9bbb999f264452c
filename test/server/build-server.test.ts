import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadConfig } from '../../src/config.ts';
import { buildOperatorServer } from '../../src/server/build-server.ts';
import { createServerContext } from '../../src/server/server-context.ts';
import { type RealAccess, realAccess } from '../support/real-access.ts';
import { testServer } from '../support/test-server.ts';

const env = { ADMIN_TOKEN: 'the-token-of-the-operator', ADMIN_PORT: '9999', LOG_LEVEL: 'silent' };
const authorization = `Bearer ${env.ADMIN_TOKEN}`;

let real: RealAccess;
beforeEach(async () => {
  real = await realAccess();
});
afterEach(() => real.close());

it('a start is never given up for being slow: Fastify would after 10 seconds', async () => {
  const { app } = testServer({ access: real.access, env });
  expect(app.initialConfig.pluginTimeout).toBe(0);
  await app.close();
});

describe('with an ADMIN_PORT', () => {
  it('the operator is served there, and no claim is verified', async () => {
    const app = buildOperatorServer(createServerContext({ config: loadConfig(env), access: real.access }));
    const get = (url: string) => app.inject({ method: 'GET', url, headers: { authorization } });
    expect((await get('/admin/v1/plans')).statusCode).toBe(200);
    expect((await get('/dashboard')).headers['content-type']).toContain('text/html');
    expect((await get('/admin/v1/plans')).headers['x-request-id']).toBeTruthy();
    expect((await get('/v1/account')).statusCode).toBe(404);
    expect((await app.inject({ method: 'POST', url: '/v1/verify' })).statusCode).toBe(404);
    await app.close();
  });

  it('the API has nothing of the operator, and accounts still', async () => {
    const { app } = testServer({ access: real.access, env });
    const get = (url: string) => app.inject({ method: 'GET', url, headers: { authorization } });
    expect((await get('/admin/v1/plans')).statusCode).toBe(404);
    expect((await get('/v1/account')).statusCode).toBe(401);
    await app.close();
  });
});

it('starts where other work keeps the CPUs, however long that takes', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { app } = testServer({ access: real.access, env });
  app.register(() => new Promise((done) => setTimeout(done, 60_000)));
  let outcome: unknown;
  app.ready().then(
    () => {
      outcome = 'ready';
    },
    (error) => {
      outcome = error;
    },
  );
  while (outcome === undefined) {
    await vi.advanceTimersByTimeAsync(1000);
    await new Promise((turn) => setImmediate(turn));
  }
  vi.useRealTimers();
  expect(outcome).toBe('ready');
  await app.close();
});

describe('without ADMIN_TOKEN', () => {
  /** What a server that starts now answers to the token of the operator. */
  async function answers(token: string) {
    const context = createServerContext({
      config: loadConfig({ ADMIN_PORT: env.ADMIN_PORT, LOG_LEVEL: 'silent' }),
      access: real.access,
      hasOperators: await real.access.operators.haveTokens(),
    });
    const app = buildOperatorServer(context);
    const { statusCode, body } = await app.inject({
      url: '/admin/v1/me',
      headers: { authorization: `Bearer ${token}` },
    });
    const { paths } = (await app.inject({ url: '/openapi.json' })).json();
    await app.close();
    return { statusCode, body, isDescribed: '/admin/v1/me' in paths };
  }

  it('operators sign in with their tokens only, and the routes are gone without operators', async () => {
    expect(await answers('undefined')).toMatchObject({ statusCode: 404, isDescribed: false });
    const { id, token } = await real.access.operators.create({ name: 'eva', role: 'read' }, 'test');
    expect(await answers(token)).toMatchObject({ statusCode: 200, isDescribed: true });
    const refused = await answers('undefined');
    expect([refused.statusCode, refused.body]).toEqual([401, expect.stringContaining('with the token of an operator')]);
    await real.access.operators.revoke(id, 'test');
    expect(await answers(token)).toMatchObject({ statusCode: 404, isDescribed: false });
  });
});

describe('the admin token', () => {
  it('keeps the server from starting when it is too short or its file cannot be read', async () => {
    for (const file of ['/nowhere/token', '/dev/null']) {
      expect(() => loadConfig({ ADMIN_TOKEN_FILE: file })).toThrow(/^ADMIN_TOKEN_FILE: expected /);
    }
    expect(() => loadConfig({ ADMIN_TOKEN: 'short secret' })).toThrow(
      /^ADMIN_TOKEN: expected at least 16 characters and no white space$/,
    );
  });
});
