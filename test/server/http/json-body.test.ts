import { fc, test } from '@fast-check/vitest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fakeAccess, principal } from '../../support/fake-access.ts';
import { CLAIM, SOURCE, type TestServer, testServer, verifyRequest } from '../../support/test-server.ts';

let server: TestServer;
beforeAll(() => {
  server = testServer({ access: fakeAccess(principal({ limit: 1_000_000 })) });
});
afterAll(() => server.app.close());

const good = { claim: CLAIM, grounding_source: SOURCE };

async function refusal(payload: string | Buffer, headers: Record<string, string> = {}) {
  const reply = await server.app.inject(verifyRequest({ payload, headers }));
  expect(reply.statusCode).toBe(400);
  expect(reply.json().error.code).toBe('invalid_request');
  expect(reply.headers).toHaveProperty('x-ratelimit-remaining');
  return reply.json().error;
}

describe('the content type', () => {
  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonp',
    'application/json-patch+json',
    'application/json; charset=iso-8859-1',
    'application/json; charset="utf-16"',
    'not a type',
    ';',
  ])('is refused when it is %j', async (type) => {
    expect((await refusal(JSON.stringify(good), { 'content-type': type })).message).toMatch(
      /^Expected the header Content-Type: application\/json/,
    );
  });

  it('is refused when missing, with and without a body', async () => {
    const { authorization } = verifyRequest().headers as { authorization: string };
    for (const payload of [Buffer.from(JSON.stringify(good)), undefined]) {
      const reply = await server.app.inject({
        method: 'POST',
        url: '/v1/verify',
        headers: { authorization },
        ...(payload ? { payload } : {}),
      });
      expect(reply.statusCode).toBe(400);
      expect(reply.json().error.message).toBe('Expected the header Content-Type: application/json, got none.');
    }
  });

  it.each([
    'application/json',
    'Application/JSON',
    'application/json; charset=UTF-8',
    'application/json;charset="utf-8"',
    'application/json; charset=utf8; version=1',
    'application/json;',
  ])('is accepted as %j', async (type) => {
    const reply = await server.app.inject(verifyRequest({ headers: { 'content-type': type } }));
    expect(reply.statusCode).toBe(200);
  });

  it('does not come with a compressed body', async () => {
    expect((await refusal(JSON.stringify(good), { 'content-encoding': 'gzip' })).message).toContain('Content-Encoding');
  });
});

describe('the JSON text', () => {
  it.each(['', ' ', '{', '{"claim":', "{'claim':'x'}", '{"claim":"x",}', 'undefined', '{"claim":"a\nb"}', '\u0000'])(
    'is refused when malformed: %j',
    async (payload) => {
      const error = await refusal(payload);
      expect(error.message).toMatch(/^Expected (well-formed JSON|a JSON object as the body)/);
      expect(error).not.toHaveProperty('details');
    },
  );

  it.each(['null', '[]', '"text"', '7', 'true'])('is refused when it is no object: %s', async (payload) => {
    expect((await refusal(payload)).message).toMatch(
      /^Expected a JSON object with the fields claim and grounding_source/,
    );
  });

  it('is refused when its bytes are not UTF-8', async () => {
    const bytes = Buffer.concat([Buffer.from('{"claim":"'), Buffer.from([0xed, 0xa0, 0x80]), Buffer.from('"}')]);
    expect((await refusal(bytes)).message).toBe('The body is not valid UTF-8. Encode it as UTF-8.');
    expect((await refusal(Buffer.from([0xff, 0xfe, 0x7b, 0x00]))).message).toContain('UTF-8');
  });

  it('may start with a byte order mark', async () => {
    const reply = await server.app.inject(verifyRequest({ payload: `\ufeff${JSON.stringify(good)}` }));
    expect(reply.statusCode).toBe(200);
  });

  it('names a field given twice, whose meaning parsers differ on', async () => {
    const payload = `{"claim":"x","grounding_source":"a \\" , \\"claim\\" b","\\u0063laim":"y"}`;
    expect((await refusal(payload)).details).toEqual({ field: 'claim' });
    expect((await refusal('[1,"claim","claim"]')).message).toMatch(/^Expected a JSON object with the fields/);
    const nested = '{"claim":{"a":1,"b":2},"grounding_source":["claim","claim"]}';
    expect((await refusal(nested)).details).toEqual({ field: 'claim', max_length: 500 });
  });

  it.each(['__proto__', 'constructor', 'toString', 'extra'])('names the unknown field %s', async (name) => {
    const payload = `{"claim":"x","grounding_source":"y","${name}":{"claim":"z"}}`;
    expect((await refusal(payload)).details).toEqual({ field: name });
  });

  it('is refused over 256 KiB, and read up to the last byte of them', async () => {
    const room = 256 * 1024 - JSON.stringify(good).length;
    const fitting = JSON.stringify(good) + ' '.repeat(room);
    expect((await server.app.inject(verifyRequest({ payload: fitting }))).statusCode).toBe(200);
    expect((await refusal(`${fitting} `)).message).toBe('Expected a body of at most 262144 bytes, got more.');
  });

  it('takes the longest texts with every character escaped', async () => {
    const escaped = '\\ud83d\\ude00';
    const payload = `{"claim":"${escaped.repeat(500)}","grounding_source":"${escaped.repeat(10_000)}"}`;
    expect((await server.app.inject(verifyRequest({ payload }))).statusCode).toBe(200);
  });

  it('is not exhausted by nesting', async () => {
    await refusal(`{"claim":${'['.repeat(100_000)}${']'.repeat(100_000)},"grounding_source":"x"}`);
    await refusal('['.repeat(200_000));
    expect((await refusal('['.repeat(100_000) + ']'.repeat(100_000))).message).toBe(
      'Expected JSON of at most 20000 values, at most 32 deep, got more or deeper.',
    );
  });
});

describe('the fields', () => {
  it.each([
    [
      { claim: '', grounding_source: SOURCE },
      { field: 'claim', max_length: 500, received_length: 0 },
    ],
    [
      { claim: 'x'.repeat(501), grounding_source: SOURCE },
      { field: 'claim', max_length: 500, received_length: 501 },
    ],
    [{ grounding_source: SOURCE }, { field: 'claim', max_length: 500 }],
    [
      { claim: 7, grounding_source: SOURCE },
      { field: 'claim', max_length: 500 },
    ],
    [
      { claim: 'x', grounding_source: '' },
      { field: 'grounding_source', max_length: 10_000, received_length: 0 },
    ],
    [{ claim: 'x' }, { field: 'grounding_source', max_length: 10_000 }],
    [
      { claim: ' \n', grounding_source: SOURCE },
      { field: 'claim', max_length: 500, received_length: 2 },
    ],
  ])('are named with their bounds: %#', async (body, details) => {
    const error = await refusal(JSON.stringify(body));
    expect(error.details).toEqual(details);
    expect(error.message).toContain(`${details.field} must be a string of 1 to ${details.max_length} characters`);
  });

  it('count code points', async () => {
    const payload = JSON.stringify({ claim: '😀'.repeat(500), grounding_source: '😀'.repeat(10_000) });
    expect((await server.app.inject(verifyRequest({ payload }))).statusCode).toBe(200);
  });

  it('are refused with a lone surrogate, however it is written', async () => {
    expect((await refusal('{"claim":"a\\ud800","grounding_source":"x"}')).message).toContain('lone surrogate');
    expect((await refusal('{"claim":"x","grounding_source":"\\udc00b"}')).details.field).toBe('grounding_source');
  });
});

const anyJson = fc.oneof(
  fc.json(),
  fc.string(),
  fc.record({ claim: fc.anything(), grounding_source: fc.anything() }).map(text),
);
function text(value: unknown): string {
  try {
    return JSON.stringify(value) ?? 'undefined';
  } catch {
    return 'unserialisable';
  }
}

describe('whatever is sent', () => {
  test.prop([anyJson, fc.constantFrom('application/json', 'text/plain', 'application/json; charset=utf-8')], {
    numRuns: 150,
  })('is answered with a verdict or the error shape, never a 500', async (payload, type) => {
    const reply = await server.app.inject(verifyRequest({ payload, headers: { 'content-type': type } }));
    expect([200, 400]).toContain(reply.statusCode);
    if (reply.statusCode === 400) {
      const { error } = reply.json();
      expect(error.code).toBe('invalid_request');
      expect(error.message.length).toBeGreaterThan(10);
    }
  });

  test.prop([fc.uint8Array({ maxLength: 300 })], { numRuns: 100 })('may be any bytes', async (bytes) => {
    const reply = await server.app.inject(verifyRequest({ payload: Buffer.from(bytes) }));
    expect(reply.statusCode).toBe(400);
    expect(reply.json().error.code).toBe('invalid_request');
  });
});
