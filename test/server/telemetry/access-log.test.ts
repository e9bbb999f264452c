import type { InjectOptions } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { ServiceError } from '../../../src/contract/errors.ts';
import { fakeAccess, principal } from '../../support/fake-access.ts';
import { fakeVerifier } from '../../support/fake-verifier.ts';
import { CLAIM, SOURCE, type TestServer, testServer, verifyRequest } from '../../support/test-server.ts';

let server: TestServer;
afterEach(() => server.app.close());

async function lineOf(request: InjectOptions) {
  await server.app.inject(request);
  const lines = server.log.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'answered');
  return lines.at(-1);
}

describe('the line of an answer', () => {
  it('has the time as ISO 8601, sizes and verdict, and no text', async () => {
    server = testServer();
    const line = await lineOf(verifyRequest());
    expect(line).toMatchObject({ claimLength: CLAIM.length, sourceLength: SOURCE.length, verdict: 'SUPPORTED' });
    expect(line.time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(server.log.join()).not.toContain('founded');
  });

  it('says why a request was refused', async () => {
    server = testServer({ access: fakeAccess(principal({ limit: 1 })) });
    expect(await lineOf(verifyRequest({ payload: '{}' }))).toMatchObject({
      refused: 'invalid_request',
      field: 'claim',
    });
    expect(await lineOf(verifyRequest())).toMatchObject({ status: 429, refused: 'rate_limited' });
    expect(await lineOf(verifyRequest({ headers: { authorization: 'Bearer x' } }))).toMatchObject({
      refused: 'unauthorized',
    });
    await server.app.close();
    server = testServer({ access: fakeAccess(principal({ status: 'past_due' })) });
    expect(await lineOf(verifyRequest())).toMatchObject({
      refused: 'subscription_inactive',
      subscription: 'past_due',
    });
  });

  it('is the only one of a request that the queue refused', async () => {
    const refused = new ServiceError('service_unavailable', 'The queue is full.', { refusal: 'over_share' });
    server = testServer({ verifier: fakeVerifier(() => Promise.reject(refused)) });
    await server.app.inject(verifyRequest());
    const lines = server.log.map((line) => JSON.parse(line)).filter(({ requestId }) => requestId !== undefined);
    expect(lines).toMatchObject([{ msg: 'answered', status: 503, route: '/v1/verify', refused: 'over_share' }]);
    expect(lines[0].keyId).toEqual(expect.any(String));
  });

  it('does not repeat a field that the caller invented', async () => {
    server = testServer();
    const invented = 'Our secret plan is to sell the plant in Lyon';
    const payload = JSON.stringify({ claim: CLAIM, grounding_source: SOURCE, [invented]: 1 });
    expect(await lineOf(verifyRequest({ payload }))).toMatchObject({ refused: 'invalid_request' });
    expect(server.log.join()).not.toContain('Lyon');
  });
});

it('log and metrics have the same few names, whatever path is asked for', async () => {
  server = testServer();
  const static_ = { status: 200, route: 'static' };
  expect(await lineOf({ url: '/assets/base.css' })).toMatchObject(static_);
  for (let n = 0; n < 20; n += 1) expect((await lineOf({ url: `/nothing-${n}` })).route).toBe('none');
  const { body } = await server.app.inject({ url: '/metrics' });
  const routes = [...body.matchAll(/requests_total\{[^}]*route="([^"]*)"/g)].map(([, route]) => route);
  expect(new Set(routes)).toEqual(new Set(['static', 'none']));
});
