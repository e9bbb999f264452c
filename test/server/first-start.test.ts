import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../src/config.ts';
import { withDefaultDemoKey } from '../../src/server/first-start.ts';

const TERMINAL = { env: {}, stdin: { isTTY: true }, stdout: { isTTY: true } };
const PIPE = { isTTY: false };

describe('DEMO_KEY when it is unset', () => {
  it('is true on a terminal of a local service', () => {
    expect(withDefaultDemoKey(loadConfig({}), TERMINAL).DEMO_KEY).toBe(true);
  });

  it.each<[string, NodeJS.ProcessEnv, Partial<typeof TERMINAL>]>([
    ['DEMO_KEY=false', { DEMO_KEY: 'false' }, {}],
    ['a HOST that others reach', { HOST: '0.0.0.0' }, {}],
    ['a proxy', { TRUST_PROXY: 'true' }, {}],
    ['a shared database', { DATABASE_URL: 'postgres://localhost/keys' }, {}],
    ['subscriptions for sale', { CHECKOUT_URL: 'https://claims.example/renew' }, {}],
    ['NODE_ENV=production', {}, { env: { NODE_ENV: 'production' } }],
    ['a container', {}, { env: { container: 'podman' } }],
    ['a pod', {}, { env: { KUBERNETES_SERVICE_HOST: '10.0.0.1' } }],
    ['input that is no terminal', {}, { stdin: PIPE }],
    ['output that is no terminal', {}, { stdout: PIPE }],
  ])('stays off with %s', (_, env, start) => {
    expect(withDefaultDemoKey(loadConfig(env), { ...TERMINAL, ...start }).DEMO_KEY ?? false).toBe(false);
  });

  it('stays as it is set', () => {
    expect(withDefaultDemoKey(loadConfig({ DEMO_KEY: 'true' }), { ...TERMINAL, stdin: PIPE }).DEMO_KEY).toBe(true);
  });
});
