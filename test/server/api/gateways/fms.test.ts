import { afterEach, describe, expect, it } from 'vitest';
import { fakeAccess, principal } from '../../../support/fake-access.ts';
import { CLAIM, SOURCE, type TestServer, testServer, verifyRequest } from '../../../support/test-server.ts';

const ENV = { GATEWAY_ROUTES: 'fms' };
const PATH = '/api/v1/text/context/doc';

let server: TestServer;
afterEach(() => server.app.close());

/** A request as the orchestrator sends it, with parts replaced. */
const docs = (over: object = {}) => ({
  content: CLAIM,
  context_type: 'docs',
  context: [SOURCE],
  detector_params: {},
  ...over,
});

const post = (body: object, headers: Record<string, string> = { 'detector-id': 'claims' }) =>
  server.app.inject(verifyRequest({ url: PATH, payload: JSON.stringify(body), headers }));

describe('POST of the detector API', () => {
  it('is served only where it is enabled', async () => {
    server = testServer({ env: { GATEWAY_ROUTES: 'litellm' } });
    expect((await post(docs())).statusCode).toBe(404);
    expect((await server.app.inject('/health')).statusCode).toBe(404);
  });

  it.each(['docs', 'document', 'chunks'])('detects nothing in what the context supports, of type %s', async (type) => {
    server = testServer({ env: ENV });
    const reply = await post(docs({ context_type: type }));
    expect([reply.statusCode, reply.json()]).toEqual([200, []]);
  });

  it('detects the sentences that the context does not support', async () => {
    server = testServer({ env: ENV });
    expect((await post(docs({ content: `${CLAIM}\nPigs fly.` }))).json()).toEqual([
      {
        detection_type: 'groundedness',
        detection: 'UNCERTAIN',
        score: 0.9,
        evidence: [
          { name: 'sentence', value: 'Pigs fly.' },
          { name: 'reason', value: 'not_stated' },
        ],
      },
    ]);
  });

  it.each(['Anything else?', 'Any news?\nAnything else?'])(
    'detects an answer with nothing to check: %j',
    async (content) => {
      server = testServer({ env: ENV });
      expect((await post(docs({ content, detector_params: { uncertain: 'pass' } }))).json()).toEqual([
        {
          detection_type: 'groundedness',
          detection: 'UNCERTAIN',
          score: 1,
          evidence: [{ name: 'sentence', value: content }],
        },
      ]);
    },
  );

  it('reads uncertain and min_confidence of the parameters and ignores others, such as a threshold', async () => {
    server = testServer({ env: ENV });
    const detected = async (detector_params: object) =>
      (await post(docs({ content: `${CLAIM}\nPigs fly.`, detector_params }))).json().length;
    expect(await detected({ threshold: 0.5 })).toBe(1);
    expect(await detected({ uncertain: 'pass' })).toBe(0);
    expect(await detected({ min_confidence: 0.95 })).toBe(2);
  });

  it.each([
    [docs({ content: ' ' }), 'content must be a string of 1 to 10000 characters, got white space only.'],
    [docs({ context: [SOURCE, ''] }), 'context[1] must be a string of 1 to 100000 characters, got 0.'],
    [docs({ context: [] }), 'context: '],
    [docs({ context_type: 'url' }), 'context_type: '],
    [docs({ detector_params: { uncertain: 'maybe' } }), 'uncertain must be pass, review or fail'],
  ])('refuses %j with the status and the body of the detector API', async (body, sentence) => {
    server = testServer({ env: ENV });
    const reply = await post(body);
    expect([reply.statusCode, reply.json()]).toEqual([422, { code: 422, message: expect.stringContaining(sentence) }]);
  });

  it('needs the header detector-id and a key with requests left', async () => {
    server = testServer({ env: ENV, access: fakeAccess(principal({ limit: 1 })) });
    expect((await post(docs(), { 'detector-id': 'a', authorization: 'Bearer cvs_wrong' })).json().code).toBe(401);
    const unnamed = await post(docs(), {});
    expect(unnamed.json()).toEqual({ code: 422, message: 'Expected the header detector-id, got none.' });
    const limited = await post(docs());
    expect([limited.statusCode, limited.headers['retry-after'], limited.json().code]).toEqual([429, '17', 429]);
  });

  it('has the probe of a detector, without a key', async () => {
    server = testServer({ env: ENV, verifier: null });
    expect((await server.app.inject('/health')).statusCode).toBe(503);
    expect(server.log).toEqual([]);
    await server.app.close();
    server = testServer({ env: ENV });
    expect((await server.app.inject('/health')).json()).toEqual({ status: 'ready' });
  });
});
