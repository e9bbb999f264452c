import { afterEach, expect, it } from 'vitest';
import { CLAIM, SOURCE, type TestServer, testServer, verifyRequest } from '../../support/test-server.ts';

const LITELLM = '/beta/litellm_basic_guardrail_api';

let server: TestServer;
afterEach(() => server.app.close());

const post = (url: string, body: object) => server.app.inject(verifyRequest({ url, payload: JSON.stringify(body) }));

async function counted(): Promise<Record<string, number>> {
  const { body } = await server.app.inject('/metrics');
  const lines = body.matchAll(/^claim_verification_gateway_requests_total\{gateway="(\w+)",outcome="(\w+)"\} (\d+)$/gm);
  return Object.fromEntries([...lines].map(([, gateway, outcome, count]) => [`${gateway} ${outcome}`, Number(count)]));
}

it('requests of gateways are counted by what became of their answers', async () => {
  server = testServer({ env: { GATEWAY_ROUTES: 'litellm' } });
  const guarded = (text: string, params: object = { sources: [SOURCE] }) =>
    post(LITELLM, { input_type: 'response', texts: [text], additional_provider_specific_params: params });
  await guarded(CLAIM);
  await guarded('Pigs fly.');
  await guarded('Pigs fly.', { sources: [SOURCE], uncertain: 'fail' });
  await guarded(CLAIM, { sources: [SOURCE], uncertain: 'perhaps' });
  await guarded(CLAIM, {});
  await post(LITELLM, { input_type: 'request', texts: [CLAIM] });
  await server.app.inject(verifyRequest({ payload: '{}' }));
  const expected = { 'litellm passed': 1, 'litellm noted': 1, 'litellm blocked': 2, 'litellm refused': 1 };
  expect(await counted()).toEqual(expected);
});
