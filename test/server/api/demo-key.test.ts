import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadConfig } from '../../../src/config.ts';
import { type RealAccess, realAccess } from '../../support/real-access.ts';
import { type TestServer, testServer, verifyRequest } from '../../support/test-server.ts';

let real: RealAccess;
let server: TestServer;
beforeEach(async () => {
  real = await realAccess();
  server = testServer({ access: real.access, env: { DEMO_KEY: 'true' } });
});
afterEach(async () => {
  await server.app.close();
  await real.close();
});

const LOCAL = { host: '127.0.0.1:8080', origin: 'http://127.0.0.1:8080' };

function ask(headers: Record<string, string> = LOCAL, remoteAddress = '127.0.0.1') {
  return server.app.inject({ method: 'POST', url: '/demo-key', headers, remoteAddress });
}

describe('POST /demo-key', () => {
  it('gives a page on this machine a key that works for a day, the same one each time', async () => {
    const [first, second] = await Promise.all([ask(), ask({ host: 'localhost:1', origin: 'http://localhost:1' })]);
    const { key } = first.json();
    expect([first.statusCode, first.headers['cache-control'], second.json().key]).toEqual([200, 'no-store', key]);
    expect((await server.app.inject(verifyRequest({ headers: { authorization: `Bearer ${key}` } }))).statusCode).toBe(
      200,
    );
    const [made, ...more] = (await real.access.keys.list()).rows;
    expect([made!.name, more]).toEqual(['demo', []]);
    const hours = (Date.parse(made!.expires_at!) - Date.parse(made!.created_at)) / 3_600_000;
    expect(Math.round(hours)).toBe(24);
    expect((await server.app.inject({ method: 'GET', url: '/info' })).json().demo_key).toBe(true);
  });

  it('gives none to other machines, sites and proxies', async () => {
    const others: [Record<string, string>, string?][] = [
      [LOCAL, '192.0.2.7'],
      [{ host: LOCAL.host }],
      [{ ...LOCAL, origin: 'https://evil.example' }],
      [{ ...LOCAL, origin: 'null' }],
      [{ host: 'rebound.example:8080', origin: 'http://rebound.example:8080' }],
      [{ host: '127.0.0.1.evil.example', origin: 'http://127.0.0.1.evil.example' }],
      [{ ...LOCAL, 'x-forwarded-for': '192.0.2.7' }],
      [{ ...LOCAL, via: '1.1 proxy' }],
    ];
    for (const [headers, address] of others) {
      expect((await ask(headers, address)).statusCode, JSON.stringify(headers)).toBe(403);
    }
    expect((await real.access.keys.list()).rows).toEqual([]);
  });

  it('is not there by default, nor offered', async () => {
    const closed = testServer({ access: real.access });
    const reply = await closed.app.inject({ method: 'POST', url: '/demo-key', headers: LOCAL });
    expect(reply.statusCode).toBe(404);
    expect((await closed.app.inject({ method: 'GET', url: '/info' })).json()).not.toHaveProperty('demo_key');
    await closed.app.close();
  });

  it('is refused as a setting where others may reach the service', () => {
    const refused = { HOST: ['0.0.0.0', '::', '192.0.2.1', 'service'], TRUST_PROXY: ['true', '10.0.0.1'] };
    for (const [name, values] of Object.entries(refused)) {
      for (const value of values) {
        expect(() => loadConfig({ DEMO_KEY: 'true', [name]: value }), value).toThrow(
          /DEMO_KEY: expected false unless HOST/,
        );
      }
    }
    for (const HOST of ['127.0.0.1', '::1', 'localhost'])
      expect(loadConfig({ DEMO_KEY: 'true', HOST }).DEMO_KEY).toBe(true);
  });
});
