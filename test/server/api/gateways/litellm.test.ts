import { afterEach, describe, expect, it } from 'vitest';
import { type SentenceBody, ServiceError } from '../../../../src/index.ts';
import { FakeRateLimiter, fakeAccess, principal, VALID_KEY } from '../../../support/fake-access.ts';
import { fakeAnswers } from '../../../support/fake-answers.ts';
import { fakeVerifier } from '../../../support/fake-verifier.ts';
import { CLAIM, SOURCE, type TestServer, testServer, verifyRequest } from '../../../support/test-server.ts';

const ENV = { GATEWAY_ROUTES: 'litellm' };
const PATH = '/beta/litellm_basic_guardrail_api';

const ELEVEN_SENTENCES = Array.from({ length: 11 }, (_, line) => `Line ${line}.`).join('\n');

let server: TestServer;
afterEach(() => server.app.close());

/** A request as LiteLLM sends it, with what the service does not read. */
function guardrailRequest(texts: readonly string[] | null, params: object | null = { sources: [SOURCE] }, over = {}) {
  return {
    input_type: 'response',
    litellm_call_id: 'c1',
    structured_messages: null,
    images: null,
    request_data: {},
    texts,
    additional_provider_specific_params: params,
    ...over,
  };
}

const post = (body: object, headers: Record<string, string> = {}) =>
  server.app.inject(verifyRequest({ url: PATH, payload: JSON.stringify(body), headers }));

/** A verifier that contradicts every sentence. */
function contradicting(reasons: SentenceBody['reasons'] = []) {
  const answers = fakeAnswers();
  return fakeVerifier(undefined, {
    ...answers,
    async verifyPrepared(request, options) {
      const body = await answers.verifyPrepared(request, options);
      const sentences = body.sentences.map((one) => ({ ...one, verdict: 'UNSUPPORTED' as const, reasons }));
      return { ...body, outcome: 'fail', verdict: 'UNSUPPORTED', sentences };
    },
  });
}

describe("POST of LiteLLM's guardrail API", () => {
  it('is served only where it is enabled', async () => {
    server = testServer();
    expect((await post(guardrailRequest([CLAIM]))).statusCode).toBe(404);
    expect((await server.app.inject('/openapi.json')).json().paths).not.toHaveProperty(PATH);
  });

  it('lets an answer pass that the sources support, given as texts or as objects', async () => {
    server = testServer({ env: ENV });
    for (const sources of [[SOURCE], [{ id: 'a', text: SOURCE, title: 'About' }]]) {
      const reply = await post(guardrailRequest([CLAIM], { sources }));
      expect([reply.statusCode, reply.json()]).toEqual([200, { action: 'NONE' }]);
    }
  });

  it('takes the sources of the call from the header that LiteLLM forwards, where the parameters have none', async () => {
    server = testServer({ env: ENV });
    const asked = async (header: string, params: object | null = null) => {
      const reply = await post(
        guardrailRequest([CLAIM], params, { request_headers: { 'x-grounding-sources': header } }),
      );
      return reply.json();
    };
    expect(await asked(JSON.stringify([SOURCE]))).toEqual({ action: 'NONE' });
    expect(await asked(JSON.stringify([SOURCE]), { sources: ['Pigs fly.'] })).toMatchObject({
      action: 'GUARDRAIL_INTERVENED',
    });
    for (const [header, sentence] of [
      ['Acme', 'Expected well-formed JSON as the header x-grounding-sources, got something else at line 1, column 1.'],
      ['['.repeat(33), 'Expected JSON of at most 20000 values, at most 32 deep, got more or deeper.'],
      [`[${'[],'.repeat(20_000)}[]]`, 'Expected JSON of at most 20000 values, at most 32 deep, got more or deeper.'],
      ['[{"id":"1","id":"2","text":"a"}]', 'A field appears twice. Send each field once.'],
      ['[{"id":"1"}]', 'The header x-grounding-sources must be a JSON array of texts, or of objects with a text.'],
      ['"Acme"', 'The header x-grounding-sources must be a JSON array of texts, or of objects with a text.'],
    ] as const) {
      const blocked = `The answer was blocked: its sources cannot be read. ${sentence}`;
      expect(await asked(header)).toEqual({ action: 'BLOCKED', blocked_reason: blocked });
    }
  });

  it('blocks an answer that the sources contradict, and says which words differ', async () => {
    const place = { start: 0, end: 3 };
    const reasons: SentenceBody['reasons'] = [
      { code: 'number_differs', expected: { ...place, text: '350', source_id: '1' }, found: { ...place, text: '530' } },
    ];
    server = testServer({ env: ENV, verifier: contradicting(reasons) });
    expect((await post(guardrailRequest(['It employs 530 people.']))).json()).toEqual({
      action: 'BLOCKED',
      blocked_reason:
        'The answer was blocked: the sources contradict "It employs 530 people." (they say "350", the answer says "530").',
    });
  });

  it('blocks the whole response for one of its answers, and quotes three sentences at most', async () => {
    server = testServer({ env: ENV, verifier: contradicting() });
    const { action, blocked_reason: reason } = (await post(guardrailRequest(['A.\nB.\nC.\nD.', CLAIM]))).json();
    expect([action, reason]).toEqual([
      'BLOCKED',
      'The answer was blocked: the sources contradict "A."; the sources contradict "B."; the sources contradict "C."; and 1 more.',
    ]);
  });

  it('adds a note to an answer that no source decides, and blocks or passes it as the parameters say', async () => {
    server = testServer({ env: ENV });
    const asked = (params: object) => post(guardrailRequest([CLAIM, 'Pigs fly.'], { sources: [SOURCE], ...params }));
    expect((await asked({})).json()).toEqual({
      action: 'GUARDRAIL_INTERVENED',
      texts: [CLAIM, 'Pigs fly.\n\n[Note: the sources do not confirm "Pigs fly.".]'],
    });
    expect((await asked({ uncertain: 'pass' })).json()).toEqual({ action: 'NONE' });
    expect((await asked({ uncertain: 'fail' })).json()).toEqual({
      action: 'BLOCKED',
      blocked_reason: 'The answer was blocked: the sources do not confirm "Pigs fly.".',
    });
  });

  it('logs sizes and the worst outcome, and no text', async () => {
    server = testServer({ env: ENV });
    await post(guardrailRequest([CLAIM, 'Pigs fly.']));
    const line = server.log.find((one) => one.includes('"outcome"')) ?? '';
    expect(JSON.parse(line)).toMatchObject({
      answerLength: CLAIM.length + 9,
      sources: 1,
      sourcesLength: SOURCE.length,
      outcome: 'review',
      checked: 2,
    });
    expect(server.log.join('')).not.toContain('Pigs');
  });

  it('says so of an answer with nothing to check', async () => {
    server = testServer({ env: ENV });
    for (const uncertain of ['pass', 'review', 'fail'])
      expect((await post(guardrailRequest(['Anything else?'], { uncertain, sources: [SOURCE] }))).json().texts).toEqual(
        ['Anything else?\n\n[Note: nothing in it could be checked against the sources.]'],
      );
  });

  it.each([[null], [{}], [{ sources: [] }], [{ sources: null }]])(
    'blocks an answer that comes with %j, or passes it by a setting',
    async (params) => {
      server = testServer({ env: ENV });
      expect((await post(guardrailRequest([CLAIM], params))).json()).toEqual({
        action: 'BLOCKED',
        blocked_reason: 'The answer was blocked: it has no sources to check it against.',
      });
      await server.app.close();
      server = testServer({ env: { ...ENV, LITELLM_WITHOUT_SOURCES: 'pass' } });
      expect((await post(guardrailRequest([CLAIM], params))).json()).toEqual({ action: 'NONE' });
    },
  );

  it.each([
    ['a prompt', guardrailRequest(['Who?'], null, { input_type: 'request' })],
    ['no text', guardrailRequest(null)],
    ['blank texts, as of an answer of tool calls', guardrailRequest(['', ' \n'])],
  ])('lets %s pass without asking the models', async (_name, body) => {
    server = testServer({ env: ENV, verifier: null });
    const reply = await post(body);
    expect([reply.statusCode, reply.json()]).toEqual([200, { action: 'NONE' }]);
  });

  it('takes the key from X-API-Key too, where LiteLLM puts api_key, and refuses without one', async () => {
    server = testServer({ env: ENV });
    const payload = JSON.stringify(guardrailRequest([CLAIM]));
    const ask = (headers: Record<string, string>) =>
      server.app.inject({
        method: 'POST',
        url: PATH,
        payload,
        headers: { 'content-type': 'application/json', ...headers },
      });
    expect((await ask({ 'x-api-key': VALID_KEY })).statusCode).toBe(200);
    expect((await ask({ 'x-api-key': 'cvs_wrong' })).statusCode).toBe(401);
    expect((await ask({})).statusCode).toBe(401);
  });

  it.each([
    [['Anything else?'], 1],
    [['Who?', 'a?', CLAIM], 3],
    [[ELEVEN_SENTENCES, 'Who?'], 3],
    [[ELEVEN_SENTENCES, ELEVEN_SENTENCES], 4],
    [['', CLAIM, ' '], 1],
  ])('counts each answer as POST /v1/verify/answer does, at least one: %#', async (texts, cost) => {
    const rateLimiter = new FakeRateLimiter();
    server = testServer({ env: ENV, access: { ...fakeAccess(principal({ limit: 60 })), rateLimiter } });
    const reply = await post(guardrailRequest(texts));
    expect([reply.statusCode, reply.headers['x-ratelimit-remaining']]).toEqual([200, String(60 - cost)]);
    expect([...rateLimiter.hits]).toEqual([['key:k1', cost]]);
  });

  it('counts one for each answer before any of them is prepared', async () => {
    let prepared = 0;
    const answers = fakeAnswers();
    const verifier = fakeVerifier(undefined, {
      ...answers,
      prepareAnswer(input, signal) {
        prepared += 1;
        return answers.prepareAnswer(input, signal);
      },
    });
    server = testServer({ env: ENV, access: fakeAccess(principal({ limit: 5 })), verifier });
    expect((await post(guardrailRequest(Array(3).fill('Who?')))).statusCode).toBe(200);
    expect([(await post(guardrailRequest(Array(3).fill('Who?')))).statusCode, prepared]).toEqual([429, 3]);
    const never = await post(guardrailRequest(Array(6).fill('Who?')));
    expect([never.statusCode, prepared]).toEqual([400, 3]);
  });

  it('repairs nothing: the decision is about the answers as they came', async () => {
    server = testServer({ env: ENV, verifier: fakeVerifier(undefined, fakeAnswers()) });
    const { statusCode, body } = await post(guardrailRequest(['Who?'], { sources: [SOURCE], repair: 'mark' }));
    expect([statusCode, JSON.parse(body).error.details]).toEqual([400, { field: 'repair' }]);
  });

  it('blocks a response of more than 16 answers without asking the models, blank ones not counted', async () => {
    server = testServer({ env: ENV, verifier: null });
    const reply = await post(guardrailRequest([...Array(17).fill('Who?'), '']));
    expect([reply.statusCode, reply.json(), reply.headers['x-ratelimit-remaining']]).toEqual([
      200,
      {
        action: 'BLOCKED',
        blocked_reason: 'The answers were blocked: a response may have at most 16 of them, this one has 17.',
      },
      '59',
    ]);
    expect((await post(guardrailRequest([...Array(16).fill('Who?'), ' ']))).statusCode).toBe(503);
  });

  it.each([
    ['only invisible characters', '\u200b\u2060', 'got white space only.'],
    ['more characters than the limit', 'a'.repeat(10_001), 'got 10001.'],
    ['a lone surrogate', 'a\ud800', 'got a lone surrogate, which is not Unicode text.'],
  ])('blocks a response with an answer of %s', async (_, text, got) => {
    server = testServer({ env: ENV });
    for (const texts of [[text], [CLAIM, text], [text, CLAIM]]) {
      const reply = await post(guardrailRequest(texts));
      const reason = `The answers were blocked unchecked: answer must be a string of 1 to 10000 characters, ${got}`;
      expect([reply.statusCode, reply.json()]).toEqual([200, { action: 'BLOCKED', blocked_reason: reason }]);
    }
    expect((await server.app.inject('/metrics')).body).toContain(
      'claim_verification_gateway_requests_total{gateway="litellm",outcome="blocked"} 3',
    );
  });

  it('blocks a response with an answer that would take too long', async () => {
    const costly = new ServiceError('invalid_request', 'Too much.', { details: { estimated_ms: 9, max_ms: 1 } });
    server = testServer({
      env: ENV,
      verifier: fakeVerifier(
        undefined,
        fakeAnswers(() => Promise.reject(costly)),
      ),
    });
    const reply = await post(guardrailRequest([CLAIM]));
    expect([reply.statusCode, reply.json().action]).toEqual([200, 'BLOCKED']);
  });

  it('lets a prompt of any number of messages pass', async () => {
    server = testServer({ env: ENV, verifier: null });
    const reply = await post(guardrailRequest(Array(500).fill('Who?'), null, { input_type: 'request' }));
    expect([reply.statusCode, reply.json(), reply.headers['x-ratelimit-remaining']]).toEqual([
      200,
      { action: 'NONE' },
      '59',
    ]);
  });

  it.each([
    [{ texts: [CLAIM] }, "Expected a request of LiteLLM's guardrail API: input_type:"],
    [guardrailRequest([CLAIM], { sources: 'one text' }), 'sources must be an array of 1 to 200 sources'],
    [guardrailRequest([CLAIM], { sources: [SOURCE], uncertian: 'fail' }), 'Expected only the fields answer, sources,'],
  ])('refuses %j', async (body, sentence) => {
    server = testServer({ env: ENV });
    const reply = await post(body);
    expect([reply.statusCode, reply.json().error.message]).toEqual([400, expect.stringContaining(sentence)]);
  });
});
