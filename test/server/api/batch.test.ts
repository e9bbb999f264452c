import { afterEach, describe, expect, it } from 'vitest';
import { unavailable } from '../../../src/contract/errors.ts';
import { MAX_CLAIMS, type VerifierInfo } from '../../../src/index.ts';
import { fakeAccess, principal } from '../../support/fake-access.ts';
import { fakeVerification, fakeVerifier } from '../../support/fake-verifier.ts';
import { CLAIM, SOURCE, type TestServer, testServer, verifyRequest } from '../../support/test-server.ts';

let server: TestServer;
afterEach(() => server.app.close());

const post = (claims: unknown, over: object = {}) =>
  server.app.inject(
    verifyRequest({
      url: '/v1/verify/batch',
      payload: JSON.stringify({ claims, grounding_source: SOURCE }),
      ...over,
    }),
  );
const UNSTATED = '"outcome":"review","reason_codes":["not_stated"]';
const claims = (count: number) => Array.from({ length: count }, (_, place) => `Claim ${place}.`);

describe('POST /v1/verify/batch', () => {
  it('answers for each claim with the bytes of /v1/verify, then its outcome and reason codes, in their order', async () => {
    server = testServer();
    const asked = ['Pigs fly.', CLAIM, CLAIM];
    const alone = [];
    for (const claim of asked) {
      const payload = JSON.stringify({ claim, grounding_source: SOURCE });
      const { body } = await server.app.inject(verifyRequest({ payload }));
      const decided = claim === CLAIM ? '"outcome":"pass","reason_codes":[]' : UNSTATED;
      alone.push(`${body.slice(0, -1)},${decided}}`);
    }
    const reply = await post(asked);
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
    expect(reply.body).toBe(`{"results":[${alone.join(',')}]}`);
    const metrics = (await server.app.inject({ url: '/metrics' })).body;
    expect(metrics).toContain('claim_verification_verdicts_total{verdict="SUPPORTED"} 4');
    expect(metrics).toContain('route="/v1/verify/batch",status="200",refused=""} 1');
  });

  it('does not let a claim pass that is below the lowest confidence of the verifier', async () => {
    const verifier = fakeVerifier();
    const info: VerifierInfo = { ...verifier.info, minConfidence: { value: 0.98, answers: 0.9, from: 'calibration' } };
    server = testServer({ verifier: { ...verifier, info } });
    expect((await post([CLAIM])).json().results).toMatchObject([{ verdict: 'SUPPORTED', outcome: 'review' }]);
  });

  it('is one call of the verifier, for the key that asks', async () => {
    const calls: unknown[] = [];
    const verifier = fakeVerifier();
    const verifyMany: typeof verifier.verifyMany = async (input, { signal, client } = {}) => {
      calls.push([input, signal?.aborted, client]);
      return input.claims.map((claim) => fakeVerification({ claim, source: input.source }));
    };
    server = testServer({ verifier: { ...verifier, verifyMany }, access: fakeAccess(principal({ keyId: 'k7' })) });
    await post([CLAIM]);
    expect(calls).toEqual([[{ claims: [CLAIM], source: SOURCE }, false, 'key:k7']]);
  });

  it.each([
    [1, 1],
    [10, 1],
    [11, 2],
    [MAX_CLAIMS, 20],
  ])('counts every ten claims begun as one: %i', async (count, cost) => {
    server = testServer();
    const reply = await post(claims(count));
    expect([reply.statusCode, reply.headers['x-ratelimit-remaining']]).toEqual([200, String(60 - cost)]);
  });

  it('is refused before any work where too little is left, or for good where it never fits', async () => {
    let asked = 0;
    const verifier = fakeVerifier(async (input) => {
      asked += 1;
      return fakeVerification(input);
    });
    server = testServer({ verifier, access: fakeAccess(principal({ limit: 3 })) });
    const never = await post(claims(31));
    expect([never.statusCode, never.json().error.details]).toEqual([400, { needed: 4, limit: 3 }]);
    const later = await post(claims(21));
    expect([later.statusCode, later.headers['retry-after'], later.json().error.details.needed]).toEqual([429, '17', 3]);
    expect(asked).toBe(0);
  });

  it('names the place of a wrong claim', async () => {
    server = testServer();
    const reply = await post([CLAIM, '']);
    expect([reply.statusCode, reply.json().error.details]).toEqual([
      400,
      { field: 'claims[1]', max_length: 500, received_length: 0 },
    ]);
  });

  it('takes the longest texts with every character escaped', async () => {
    server = testServer();
    const escaped = '\\ud83d\\ude00';
    const many = Array(MAX_CLAIMS).fill(`"${escaped.repeat(500)}"`);
    const payload = `{"claims":[${many}],"grounding_source":"${escaped.repeat(10_000)}"}`;
    expect((await post([], { payload })).statusCode).toBe(200);
  });

  it('is 503 until the model is warm and when the queue is full', async () => {
    server = testServer({ verifier: null });
    expect((await post([CLAIM])).statusCode).toBe(503);
    server.readiness.ready(fakeVerifier(() => Promise.reject(unavailable('The queue is full.', 3))));
    const reply = await post([CLAIM]);
    expect([reply.statusCode, reply.headers['retry-after']]).toEqual([503, '3']);
  });

  it('is described with its bounds and its errors', async () => {
    server = testServer();
    const document = (await server.app.inject({ url: '/openapi.json' })).json();
    const { post: operation } = document.paths['/v1/verify/batch'];
    expect(Object.keys(operation.responses)).toEqual(['200', '400', '401', '403', '429', '500', '503']);
    expect(document.components.schemas.BatchRequest.properties.claims).toMatchObject({
      minItems: 1,
      maxItems: 200,
      items: { minLength: 1, maxLength: 500 },
    });
    const { example } = operation.requestBody.content['application/json'];
    expect((await post(example.claims)).statusCode).toBe(200);
  });
});
