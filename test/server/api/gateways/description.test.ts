import { afterEach, expect, it } from 'vitest';
import { loadConfig } from '../../../../src/config.ts';
import { type TestServer, testServer } from '../../../support/test-server.ts';
import { lint } from '../support/lint.ts';

let server: TestServer;
afterEach(() => server?.app.close());

it('GATEWAY_ROUTES describes its path, which is served', async () => {
  server = testServer({ env: { GATEWAY_ROUTES: 'litellm' } });
  const document = (await server.app.inject('/openapi.json')).json();
  const { paths } = document;
  const described = Object.entries<Record<string, { tags: string[] }>>(paths).flatMap(([url, item]) =>
    Object.entries(item).flatMap(([method, { tags }]) => (tags.includes('gateways') ? [{ url, method }] : [])),
  );
  expect(described.map(({ url }) => url)).toEqual(['/beta/litellm_basic_guardrail_api']);
  for (const { url, method } of described) {
    expect(server.app.hasRoute({ url, method: method.toUpperCase() as 'GET' }), url).toBe(true);
  }
  // The operator's schemas have no use in a document without the operator's paths.
  const problems = (await lint(document)).filter((problem) => !problem.startsWith('no-unused-components:'));
  expect(problems).toEqual([]);
});

it('another name does not start', () => {
  expect(() => loadConfig({ GATEWAY_ROUTES: 'kong' })).toThrow(/^GATEWAY_ROUTES: /);
});
