import { afterEach, describe, expect, it } from 'vitest';
import { unavailable } from '../../../src/contract/errors.ts';
import { fakeAccess, principal } from '../../support/fake-access.ts';
import { fakeVerification, fakeVerifier } from '../../support/fake-verifier.ts';
import { CLAIM, SOURCE, type TestServer, testServer, verifyRequest } from '../../support/test-server.ts';

let server: TestServer;
afterEach(() => server.app.close());

describe('POST /v1/verify', () => {
  it('answers exactly the four fields, in order, with slices of the caller’s own texts', async () => {
    server = testServer();
    const reply = await server.app.inject(verifyRequest());
    expect(reply.statusCode).toBe(200);
    expect(reply.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(reply.body).toBe(
      `{"verdict":"SUPPORTED","confidence":0.97,"reasoning":"1. A fake looked.","audit_trail":[{"claim_span":"${CLAIM}",` +
        `"source_span":"${CLAIM}","match_type":"exact_match"}]}`,
    );
  });

  it('is verified for the key that asks, and for a key and those it was rotated from as one client', async () => {
    const clients: (string | undefined)[] = [];
    const verifier = fakeVerifier(async (input, { client } = {}) => {
      clients.push(client);
      return fakeVerification(input);
    });
    for (const owner of [principal({ keyId: 'k1' }), principal({ keyId: 'k2', rateLimitId: 'k1' })]) {
      server = testServer({ access: fakeAccess(owner), verifier });
      await server.app.inject(verifyRequest());
      await server.app.close();
    }
    expect(clients).toEqual(['key:k1', 'key:k1']);
  });

  it('sends the empty string for a source span that does not exist', async () => {
    server = testServer();
    const payload = JSON.stringify({ claim: 'Pigs fly.', grounding_source: SOURCE });
    const reply = await server.app.inject(verifyRequest({ payload }));
    expect(reply.json().audit_trail).toEqual([
      { claim_span: 'Pigs fly.', source_span: '', match_type: 'insufficient_evidence' },
    ]);
  });

  it('returns the stages in Server-Timing and the rate limit in X-RateLimit headers', async () => {
    server = testServer();
    const { headers } = await server.app.inject(verifyRequest());
    expect(headers['server-timing']).toBe(
      'text;dur=1.0, tokenize;dur=2.3, queue;dur=3.0, inference;dur=4.0, policy;dur=0.0, pairs;desc="evidence 12, verdict 5"',
    );
    expect(headers).toMatchObject({
      'x-ratelimit-limit': '60',
      'x-ratelimit-remaining': '59',
      'x-ratelimit-reset': '1900000000',
    });
    expect(headers).not.toHaveProperty('retry-after');
  });

  it('is 503 with Retry-After until the model is warm, and after the fields were checked', async () => {
    server = testServer({ verifier: null });
    const reply = await server.app.inject(verifyRequest());
    expect(reply.statusCode).toBe(503);
    expect(reply.headers).toMatchObject({ 'retry-after': '5', 'x-ratelimit-remaining': '59' });
    expect(reply.json()).toEqual({
      error: {
        code: 'service_unavailable',
        message: expect.any(String),
        details: { retry_after_seconds: 5 },
      },
    });
    expect((await server.app.inject(verifyRequest({ payload: '{}' }))).statusCode).toBe(400);
    server.readiness.ready(fakeVerifier());
    expect((await server.app.inject(verifyRequest())).statusCode).toBe(200);
  });

  it('passes an overload on as 503 with its Retry-After', async () => {
    server = testServer({ verifier: fakeVerifier(() => Promise.reject(unavailable('The queue is full.', 3))) });
    const reply = await server.app.inject(verifyRequest());
    expect(reply.statusCode).toBe(503);
    expect(reply.headers['retry-after']).toBe('3');
    expect(reply.json().error.message).toBe('The queue is full.');
  });

  it('hides the cause of an unexpected failure, names the request and keeps the text out of the log', async () => {
    const failing = fakeVerifier(async ({ claim }) => {
      throw new Error(`choked on ${claim}`);
    });
    server = testServer({ verifier: failing });
    const reply = await server.app.inject(verifyRequest({ headers: { 'x-request-id': 'req-7' } }));
    expect(reply.statusCode).toBe(500);
    expect(reply.json()).toEqual({
      error: {
        code: 'internal_error',
        message: expect.any(String),
        details: { request_id: 'req-7' },
      },
    });
    expect(reply.headers).toMatchObject({ 'x-request-id': 'req-7', 'x-ratelimit-remaining': '59' });
    const log = server.log.join('');
    expect(log).toContain('verify.test.ts');
    expect(log).not.toContain('choked');
    expect(log).not.toContain(CLAIM);
  });

  it('gives byte-identical bodies for the same request', async () => {
    server = testServer();
    const [first, second] = [await server.app.inject(verifyRequest()), await server.app.inject(verifyRequest())];
    expect(first.body).toBe(second.body);
  });
});

describe('POST /v1/verify?detail=full', () => {
  const post = (query: string, over: object = {}) =>
    server.app.inject(verifyRequest({ url: `/v1/verify${query}`, ...over }));

  it('adds outcome, offsets, scores, reasons and models behind the four fields', async () => {
    server = testServer();
    const plain = await post('');
    const { statusCode, body } = await post('?detail=full');
    expect(statusCode).toBe(200);
    const { detail, ...rest } = JSON.parse(body);
    expect(JSON.stringify(rest)).toBe(plain.body);
    expect(body.startsWith(plain.body.slice(0, -1))).toBe(true);
    const start = SOURCE.indexOf(CLAIM);
    expect(detail).toEqual({
      outcome: 'pass',
      reason_codes: [],
      offsets: 'utf16',
      scores: { SUPPORTED: 0.9, UNSUPPORTED: 0.05, UNCERTAIN: 0.05 },
      spans: [{ claim: { start: 0, end: CLAIM.length }, source: { start, end: start + CLAIM.length }, reasons: [] }],
      models: { verdict: 'ab'.repeat(32), evidence: null },
    });
  });

  it('has no source offsets where nothing matches', async () => {
    server = testServer();
    const payload = JSON.stringify({ claim: 'Pigs fly.', grounding_source: SOURCE });
    const { detail } = (await post('?detail=full', { payload })).json();
    expect(detail.spans).toMatchObject([{ source: null }]);
    expect([detail.outcome, detail.reason_codes]).toEqual(['review', ['not_stated']]);
  });

  it.each(['?detail=none', '?detail=', '?detail', '?detail=FULL', '?detail=full&detail=full', '?detail=full,full'])(
    'takes no other value: %s',
    async (query) => {
      server = testServer();
      const reply = await post(query);
      expect([reply.statusCode, reply.json().error.details]).toEqual([400, { field: 'detail' }]);
      expect(reply.headers['x-ratelimit-remaining']).toBe('59');
    },
  );

  it('is not asked for by other parameters', async () => {
    server = testServer();
    const plain = await post('');
    expect((await post('?details=full&verbose=1')).body).toBe(plain.body);
  });
});
