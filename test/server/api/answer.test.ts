import { afterEach, describe, expect, it } from 'vitest';
import { ServiceError, unavailable } from '../../../src/contract/errors.ts';
import { ANSWER_LIMITS } from '../../../src/index.ts';
import { maxAnswerBodyBytes } from '../../../src/server/api/answer.ts';
import { FakeRateLimiter, fakeAccess, principal } from '../../support/fake-access.ts';
import { fakeAnswers } from '../../support/fake-answers.ts';
import { fakeVerifier } from '../../support/fake-verifier.ts';
import { answerRequest, CLAIM, SOURCE, type TestServer, testServer } from '../../support/test-server.ts';

let server: TestServer;
afterEach(() => server.app.close());

const post = (body: object = {}, headers: Record<string, string> = {}) =>
  server.app.inject(answerRequest(body, { headers }));
/** An answer of so many lines, each of which is to be checked. */
const lines = (count: number) => Array.from({ length: count }, (_, line) => `Line ${line}.`).join('\n');

describe('POST /v1/verify/answer', () => {
  it('answers with a verdict for every sentence and for the whole', async () => {
    server = testServer();
    const reply = await post({ uncertain: 'fail' });
    expect(reply.statusCode).toBe(200);
    expect(reply.headers['content-type']).toBe('application/json; charset=utf-8');
    const body = reply.json();
    expect(Object.keys(body)).toEqual([
      'outcome',
      'verdict',
      'offsets',
      'min_confidence',
      'counts',
      'grounding_score',
      'sentences',
      'receipt',
    ]);
    expect([body.outcome, body.verdict, body.offsets]).toEqual(['fail', 'UNCERTAIN', 'utf16']);
    expect(body.sentences.map(({ text, verdict }: { text: string; verdict: string }) => [text, verdict])).toEqual([
      [CLAIM, 'SUPPORTED'],
      ['Pigs fly.', 'UNCERTAIN'],
    ]);
  });

  it('counts answers by outcome, and their sentences by verdict', async () => {
    server = testServer({ verifier: { ...fakeVerifier(), ...fakeAnswers() } });
    await server.app.inject(answerRequest());
    await server.app.inject(answerRequest({ uncertain: 'fail' }));
    const metrics = (await server.app.inject({ method: 'GET', url: '/metrics' })).body.split('\n');
    expect(metrics).toEqual(
      expect.arrayContaining([
        'claim_verification_answers_total{outcome="pass"} 0',
        'claim_verification_answers_total{outcome="review"} 1',
        'claim_verification_answers_total{outcome="fail"} 1',
        'claim_verification_verdicts_total{verdict="SUPPORTED"} 2',
        'claim_verification_verdicts_total{verdict="UNCERTAIN"} 2',
      ]),
    );
  });

  it('is verified for the key that asks, and for a key and those it was rotated from as one client', async () => {
    const clients: (string | undefined)[] = [];
    const answers = fakeAnswers();
    const verifier = fakeVerifier(undefined, {
      ...answers,
      verifyPrepared: (prepared, options) => {
        clients.push(options?.client);
        return answers.verifyPrepared(prepared, options);
      },
    });
    for (const owner of [principal({ keyId: 'k1' }), principal({ keyId: 'k2', rateLimitId: 'k1' })]) {
      server = testServer({ access: fakeAccess(owner), verifier });
      await post();
      await server.app.close();
    }
    expect(clients).toEqual(['key:k1', 'key:k1']);
  });

  it.each([
    ['no key', { authorization: 'Bearer cvs_wrong' }, undefined, 401, 'unauthorized'],
    ['another content type', { 'content-type': 'text/plain' }, undefined, 400, 'invalid_request'],
    ['a body that is not JSON', {}, '{', 400, 'invalid_request'],
    ['a field given twice', {}, '{"answer":"a","sources":[{"id":"1","id":"2","text":"b"}]}', 400, 'invalid_request'],
    ['an unknown field', {}, '{"answer":"a","sources":[{"id":"1","text":"b"}],"x":1}', 400, 'invalid_request'],
  ])('refuses as /v1/verify does: %s', async (_name, headers, payload, status, code) => {
    server = testServer();
    const reply = await server.app.inject(
      answerRequest({}, { headers, ...(payload === undefined ? {} : { payload }) }),
    );
    expect([reply.statusCode, reply.json().error.code]).toEqual([status, code]);
  });

  it('names the second id of two that are equal', async () => {
    server = testServer();
    const reply = await post({
      sources: [
        { id: 'a', text: SOURCE },
        { id: 'a', text: 'b' },
      ],
    });
    expect([reply.statusCode, reply.json().error.details]).toEqual([400, { field: 'sources[1].id' }]);
  });

  it('takes the longest texts with every character escaped, and names its own limit beyond', async () => {
    server = testServer({ access: fakeAccess(principal({ limit: 1_000 })) });
    const limit = maxAnswerBodyBytes(ANSWER_LIMITS);
    const escaped = '\\ud83d\\ude00';
    const payload = `{"answer":"${escaped.repeat(10_000)}","sources":[{"id":"a","text":"${escaped.repeat(100_000)}"}]}`;
    expect((await server.app.inject(answerRequest({}, { payload }))).statusCode).toBe(200);
    const longer = await server.app.inject(answerRequest({}, { payload: payload + ' '.repeat(limit) }));
    expect([longer.statusCode, longer.json().error.message]).toEqual([
      400,
      `Expected a body of at most ${limit} bytes, got more.`,
    ]);
  });

  it('has limits that are settings', async () => {
    server = testServer({ env: { MAX_ANSWER_CHARACTERS: '40', MAX_SOURCES: '1', MAX_SOURCES_CHARACTERS: '60' } });
    expect((await post()).statusCode).toBe(200);
    const details = async (body: object) => (await post(body)).json().error.details;
    expect(await details({ answer: 'x'.repeat(41) })).toEqual({ field: 'answer', max_length: 40, received_length: 41 });
    expect(await details({ sources: [{ id: 'a', text: 'x'.repeat(61) }] })).toMatchObject({ max_length: 60 });
    const two = ['a', 'b'].map((id) => ({ id, text: 'x' }));
    expect(await details({ sources: two })).toEqual({ field: 'sources', max_length: 1, received_length: 2 });
  });

  it('is 503 until the model is warm and when the queue is full', async () => {
    server = testServer({ verifier: null });
    expect((await post()).statusCode).toBe(503);
    expect((await post({ answer: '' })).statusCode).toBe(400);
    const full = fakeAnswers(() => Promise.reject(unavailable('The queue is full.', 3)));
    server.readiness.ready(fakeVerifier(undefined, full));
    for (const accept of ['application/json', 'text/event-stream']) {
      const reply = await post({}, { accept });
      expect([reply.statusCode, reply.headers['retry-after'], reply.headers['content-type']]).toEqual([
        503,
        '3',
        'application/json; charset=utf-8',
      ]);
    }
  });

  it('passes on that it would take too long, with both numbers', async () => {
    const details = { estimated_ms: 31_000, max_ms: 20_000 };
    const tooLong = new ServiceError('invalid_request', 'Expected less.', { details });
    server = testServer({
      verifier: fakeVerifier(
        undefined,
        fakeAnswers(() => Promise.reject(tooLong)),
      ),
    });
    const reply = await post({}, { accept: 'text/event-stream' });
    expect([reply.statusCode, reply.json().error.details]).toEqual([400, details]);
  });
});

describe('the cost of an answer', () => {
  const limited = (limit: number, over: object = {}) => {
    const rateLimiter = new FakeRateLimiter();
    const recorded: [boolean, number][] = [];
    const record = (_id: string, allowed: boolean, count = 1) => void recorded.push([allowed, count]);
    const usageRecorder = { record, flush: async () => undefined };
    const access = { ...fakeAccess(principal({ limit })), rateLimiter, usageRecorder };
    server = testServer({ access, ...over });
    return { rateLimiter, recorded };
  };

  it.each([
    ['Hello?', 1],
    [lines(1), 1],
    [lines(10), 1],
    [lines(11), 2],
    [`${lines(10)}\nReally?`, 1],
    [lines(101), 11],
  ])('is one for every ten checked sentences begun, at least one: %#', async (answer, cost) => {
    const { rateLimiter, recorded } = limited(60);
    const reply = await post({ answer });
    expect([reply.statusCode, reply.headers['x-ratelimit-remaining']]).toEqual([200, String(60 - cost)]);
    expect([...rateLimiter.hits]).toEqual([['key:k1', cost]]);
    expect(recorded.reduce((sum, [, count]) => sum + count, 0)).toBe(cost);
  });

  it.each(['application/json', 'text/event-stream'])(
    'is refused before any work where too little is left, and counts one: %s',
    async (accept) => {
      let begun = 0;
      const answers = fakeAnswers(async () => {
        begun += 1;
      });
      const { recorded } = limited(6, { verifier: fakeVerifier(undefined, answers) });
      expect((await post({ answer: lines(1) }, { accept })).statusCode).toBe(200);
      const refused = await post({ answer: lines(51) }, { accept });
      expect([refused.statusCode, begun]).toEqual([429, 1]);
      expect(refused.headers).toMatchObject({
        'content-type': 'application/json; charset=utf-8',
        'retry-after': '17',
        'x-ratelimit-limit': '6',
        'x-ratelimit-remaining': '4',
      });
      expect(refused.json()).toEqual({
        error: {
          code: 'rate_limited',
          message: expect.any(String),
          details: { limit: 6, window: 'minute', retry_after_seconds: 17, needed: 6 },
        },
      });
      expect((await post({ answer: lines(31) }, { accept })).headers['x-ratelimit-remaining']).toBe('0');
      expect(recorded).toEqual([
        [true, 1],
        [true, 1],
        [false, 5],
        [true, 1],
        [true, 3],
      ]);
    },
  );

  it.each([
    ['application/json', 1, 400],
    ['text/event-stream', 1, 200],
    ['application/json', 9, 200],
  ])(
    'counts sentences that are corrected before they are checked, and may be refused then: %s, %d left',
    async (accept, left, status) => {
      const answers = fakeAnswers();
      const verifyPrepared: typeof answers.verifyPrepared = async (request, options) => {
        const body = await answers.verifyPrepared(request, options);
        await options?.onCorrections?.(3);
        return body;
      };
      const { rateLimiter } = limited(left, { verifier: fakeVerifier(undefined, { ...answers, verifyPrepared }) });
      const reply = await post({ answer: lines(8), repair: 'remove' }, { accept });
      expect(reply.statusCode).toBe(status);
      if (left > 1) expect([...rateLimiter.hits]).toEqual([['key:k1', 2]]);
      else expect(reply.body).toContain('"needed":2');
    },
  );

  it('is a 400 with both numbers where it is more than the whole limit, as waiting would not help', async () => {
    const { rateLimiter } = limited(5);
    const reply = await post({ answer: lines(51) });
    expect(reply.statusCode).toBe(400);
    expect(reply.headers).toMatchObject({ 'x-ratelimit-limit': '5', 'x-ratelimit-remaining': '4' });
    expect(reply.headers).not.toHaveProperty('retry-after');
    expect(reply.json()).toMatchObject({ error: { code: 'invalid_request', details: { needed: 6, limit: 5 } } });
    expect([...rateLimiter.hits]).toEqual([['key:k1', 1]]);
  });

  it('is 503, not a pass, when the store cannot be asked for the rest', async () => {
    const rateLimiter = new FakeRateLimiter();
    const hit = rateLimiter.hit.bind(rateLimiter);
    rateLimiter.hit = (id, rate, count) => (count === 1 ? hit(id, rate) : Promise.reject(new Error('down')));
    server = testServer({ access: { ...fakeAccess(), rateLimiter } });
    expect((await post({ answer: lines(10) })).statusCode).toBe(200);
    expect((await post({ answer: lines(21) })).statusCode).toBe(503);
  });
});

describe('server-sent events', () => {
  it.each([
    ['text/event-stream', true],
    ['Text/Event-Stream; q=0.9, */*;q=0.1', true],
    ['application/json;q=0.5, text/event-stream', true],
    ['text/event-stream, */*', true],
    ['application/*, text/event-stream;q=0.4', true],
    ['application/json, text/event-stream', false],
    ['text/event-stream;q=0', false],
    ['text/event-stream;q=0.000, text/html', false],
    ['*/*', false],
    ['text/*', false],
    ['', false],
  ])('are sent for Accept: %s: %s', async (accept, expected) => {
    server = testServer();
    const { headers } = await post({}, { accept });
    expect(headers['content-type'] === 'text/event-stream; charset=utf-8').toBe(expected);
  });

  it('are the sentences in order and then the answer, byte for byte as without them', async () => {
    server = testServer();
    const whole = await post();
    const reply = await post({}, { accept: 'text/event-stream' });
    const sentences = whole
      .json()
      .sentences.map((sentence: object) => `event: sentence\ndata: ${JSON.stringify(sentence)}\n\n`);
    expect(reply.body).toBe(`${sentences.join('')}event: answer\ndata: ${whole.body}\n\n`);
    expect(reply.headers).toMatchObject({
      'x-ratelimit-remaining': '58',
      'x-accel-buffering': 'no',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    expect(reply.headers).toHaveProperty('x-request-id');
    expect(reply.headers).not.toHaveProperty('content-length');
  });

  it('are the answer alone where nothing is to be decided', async () => {
    server = testServer();
    const answers = fakeAnswers();
    const body = answers.verifyPrepared(
      await answers.prepareAnswer({
        answer: '',
        sources: [],
        citations: 'none',
        uncertain: 'review',
        minConfidence: 0,
        offsets: 'utf16',
      }),
    );
    server.readiness.ready(fakeVerifier(undefined, { ...answers, verifyPrepared: () => body }));
    const reply = await post({}, { accept: 'text/event-stream' });
    expect(reply.body).toBe(`event: answer\ndata: ${JSON.stringify(await body)}\n\n`);
  });

  it.each([
    [
      unavailable('The queue is full.', 3),
      { code: 'service_unavailable', message: 'The queue is full.', details: { retry_after_seconds: 3 } },
      503,
      'refused',
    ],
    [
      new Error('choked on pigs'),
      {
        code: 'internal_error',
        message: expect.any(String),
        details: { request_id: 'req-7' },
      },
      500,
      'failed',
    ],
  ])('end with an error instead of the answer when it fails midway: %#', async (failure, error, status, message) => {
    const answers = fakeAnswers(async (place) => {
      if (place === 1) throw failure;
    });
    server = testServer({ verifier: fakeVerifier(undefined, answers) });
    const reply = await post({}, { accept: 'text/event-stream', 'x-request-id': 'req-7' });
    expect(reply.statusCode).toBe(200);
    const [sentence, last, ...rest] = reply.body.split('\n\n');
    expect(sentence).toMatch(/^event: sentence\ndata: \{"start":0,/);
    const [event, data] = last!.split('\ndata: ');
    expect([event, JSON.parse(data!)]).toEqual(['event: error', { error }]);
    expect(rest).toEqual(['']);
    const log = server.log.map((line) => JSON.parse(line));
    expect(log.find(({ msg }) => msg === 'answered')).toMatchObject({ status, route: '/v1/verify/answer' });
    expect(log.find(({ msg }) => msg === message)).toBeDefined();
    expect(server.log.join('')).not.toContain('pigs');
    const metrics = (await server.app.inject({ url: '/metrics' })).body;
    expect(metrics).toContain(
      `requests_total{method="POST",route="/v1/verify/answer",status="${status}",refused="${error.code}"} 1`,
    );
  });
});
