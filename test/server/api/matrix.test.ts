import { afterEach, describe, expect, it } from 'vitest';
import { fakeAccess } from '../../support/fake-access.ts';
import { CLAIM, SOURCE, type TestServer, testServer, verifyRequest } from '../../support/test-server.ts';

let server: TestServer;
afterEach(() => server.app.close());

describe('POST /v1/matrix', () => {
  it('answers with slices of both texts and the scores of every pair, and nothing else', async () => {
    server = testServer();
    const reply = await server.app.inject(verifyRequest({ url: '/v1/matrix' }));
    expect([reply.statusCode, reply.headers['x-ratelimit-remaining']]).toEqual([200, '59']);
    expect(reply.headers['server-timing']).toContain('inference');
    expect(reply.json()).toEqual({
      claim_spans: [CLAIM],
      source_spans: [SOURCE],
      scores: [[{ entailment: 0.75, neutral: 0.125, contradiction: 0.125 }]],
      phase: [['verdict']],
      relevant: [[true]],
    });
  });

  it('lets nobody in whom /v1/verify would not, and counts in the same window', async () => {
    const access = fakeAccess();
    server = testServer({ access });
    const post = (url: string, authorization: string) =>
      server.app.inject(verifyRequest({ url, headers: { authorization, 'content-type': 'application/json' } }));
    expect((await post('/v1/matrix', 'Bearer cvs_wrong')).statusCode).toBe(401);
    await server.app.inject(verifyRequest());
    const second = await server.app.inject(verifyRequest({ url: '/v1/matrix' }));
    expect(second.headers['x-ratelimit-remaining']).toBe('58');
  });

  it('refuses what /v1/verify refuses', async () => {
    server = testServer();
    const reply = await server.app.inject(verifyRequest({ url: '/v1/matrix', payload: '{"claim":"x"}' }));
    expect([reply.statusCode, reply.json().error.details.field]).toEqual([400, 'grounding_source']);
  });
});
