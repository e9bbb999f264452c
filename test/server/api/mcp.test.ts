import { Client, type ClientOptions, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterEach, describe, expect, it } from 'vitest';
import { unavailable } from '../../../src/contract/errors.ts';
import { FakeRateLimiter, fakeAccess, VALID_KEY } from '../../support/fake-access.ts';
import { fakeVerifier } from '../../support/fake-verifier.ts';
import { CLAIM, listenLocally, SOURCE, type TestServer, testServer, verifyRequest } from '../../support/test-server.ts';
import { lint } from './support/lint.ts';

const ENV = { MCP_ROUTE: 'true' };
const CLAIM_CALL = { name: 'verify_claim', arguments: { claim: CLAIM, grounding_source: SOURCE } };
const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
const CALL = { jsonrpc: '2.0', id: 3, method: 'tools/call', params: CLAIM_CALL };
const INITIALIZE = {
  jsonrpc: '2.0',
  id: 4,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1.0.0' } },
};

let server: TestServer;
let client: Client | undefined;
afterEach(async () => {
  await client?.close();
  client = undefined;
  await server.app.close();
});

/** The official client, connected to /mcp of a new server. */
async function connected(key: string, negotiation: ClientOptions['versionNegotiation'] = {}): Promise<Client> {
  server = testServer({ env: ENV });
  const url = new URL(`http://127.0.0.1:${await listenLocally(server)}/mcp`);
  client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: negotiation });
  await client.connect(
    new StreamableHTTPClientTransport(url, { requestInit: { headers: { authorization: `Bearer ${key}` } } }),
  );
  return client;
}

const post = (body: unknown, headers: Record<string, string> = {}) =>
  server.app.inject(
    verifyRequest({
      url: '/mcp',
      payload: JSON.stringify(body),
      headers,
    }),
  );

/** The message in a body of either type. */
const messageOf = (body: string) => JSON.parse(/^data: (.*)$/m.exec(body)?.[1] ?? body);

async function callTool(name: string, args: object) {
  const { body } = await post({ jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name, arguments: args } });
  return messageOf(body);
}

describe('POST /mcp', () => {
  it('is served and described only with MCP_ROUTE=true', async () => {
    server = testServer();
    expect((await post(LIST)).statusCode).toBe(404);
    expect((await server.app.inject('/openapi.json')).json().paths).not.toHaveProperty('/mcp');
    await server.app.close();
    server = testServer({ env: ENV });
    const document = (await server.app.inject('/openapi.json')).json();
    expect(document.paths['/mcp'].post).toMatchObject({ operationId: 'callTool', security: [{ bearerAuth: [] }] });
    const problems = (await lint(document)).filter((problem) => !problem.startsWith('no-unused-components:'));
    expect(problems).toEqual([]);
  });

  it.each(['legacy', 'auto'] as const)(
    'gives the official client (%s) the tools and the bodies of the HTTP API',
    async (mode) => {
      const one = await connected(VALID_KEY, { mode });
      expect(one.getNegotiatedProtocolVersion()).toBe(mode === 'legacy' ? '2025-11-25' : '2026-07-28');
      expect((await one.listTools()).tools.map(({ name }) => name)).toEqual([
        'verify_claim',
        'verify_answer',
        'verify_tool_use',
      ]);
      const claim = await one.callTool(CLAIM_CALL);
      expect(claim.structuredContent).toEqual((await server.app.inject(verifyRequest())).json());
      const answer = await one.callTool({
        name: 'verify_answer',
        arguments: { answer: CLAIM, sources: [{ id: 'a', text: SOURCE }], brief: true },
      });
      expect(answer.structuredContent).toEqual({ outcome: 'pass', checked: 1, passed: 1, sentences: [] });
    },
  );

  it('refuses wrong arguments in the answer of the tool, with the sentences of the HTTP API', async () => {
    const one = await connected(VALID_KEY);
    const result = await one.callTool({ name: 'verify_claim', arguments: { claim: '', grounding_source: 'x' } });
    expect(result).toMatchObject({
      isError: true,
      content: [{ text: 'claim must be a string of 1 to 500 characters, got 0.' }],
    });
  });

  it.each([
    [undefined, 'text/event-stream'],
    ['*/*', 'text/event-stream'],
    ['text/event-stream', 'text/event-stream'],
    ['application/*, text/*;q=0.5', 'text/event-stream'],
    ['application/json, text/event-stream', 'text/event-stream'],
    ['application/json', 'application/json'],
    ['Application/JSON; charset=utf-8', 'application/json'],
    ['application/json;q=0, */*', 'text/event-stream'],
    ['application/json, text/event-stream;q=0', 'application/json'],
  ])('answers a request with Accept: %s by %s', async (accept, type) => {
    server = testServer({ env: ENV });
    for (const message of [INITIALIZE, CALL]) {
      const { statusCode, headers, body } = await post(message, accept === undefined ? {} : { accept });
      expect([statusCode, String(headers['content-type']).split(';')[0]]).toEqual([200, type]);
      expect(messageOf(body)).toMatchObject({ jsonrpc: '2.0', id: message.id, result: expect.anything() });
    }
  });

  it('refuses a request that accepts neither JSON nor events', async () => {
    server = testServer({ env: ENV });
    for (const accept of ['text/html', 'application/json;q=0', '*/*;q=0.0'])
      expect((await post(CALL, { accept })).statusCode, accept).toBe(406);
  });

  it('takes null for an optional argument as left out, and for no other', async () => {
    server = testServer({ env: ENV });
    const answer = { answer: CLAIM, sources: [{ id: 'a', text: SOURCE }] };
    const nulls = { citations: null, uncertain: null, min_confidence: null, offsets: null, brief: null };
    const [left, given] = await Promise.all([
      callTool('verify_answer', answer),
      callTool('verify_answer', { ...answer, ...nulls }),
    ]);
    expect(given.result.isError).toBeUndefined();
    expect(given.result.structuredContent).toEqual(left.result.structuredContent);
    for (const [name, args] of [
      ['verify_claim', { claim: null, grounding_source: SOURCE }],
      ['verify_claim', { claim: CLAIM, grounding_source: SOURCE, other: null }],
    ] as const) {
      expect((await callTool(name, args)).result.isError, JSON.stringify(args)).toBe(true);
    }
  });

  it('refuses a field named __proto__ as another unknown field', async () => {
    server = testServer({ env: ENV });
    for (const name of ['__proto__', 'constructor', 'other']) {
      const given = JSON.parse(`{"claim":"${CLAIM}","grounding_source":"x","${name}":{"polluted":1}}`);
      expect((await callTool('verify_claim', given)).result).toMatchObject({
        isError: true,
        content: [{ text: `Expected only the fields claim and grounding_source, got "${name}".` }],
      });
    }
  });

  it('does not find tools named as members of every object', async () => {
    server = testServer({ env: ENV });
    for (const name of ['__proto__', 'constructor', 'toString', 'other']) {
      const { error } = await callTool(name, CLAIM_CALL.arguments);
      expect([error.code, error.message], name).toEqual([-32602, `Tool ${name} not found`]);
    }
  });

  it('announces tools whose list does not change', async () => {
    const one = await connected(VALID_KEY);
    expect(one.getServerCapabilities()).toEqual({ tools: {} });
  });

  it('says over capacity in how many seconds to try again', async () => {
    server = testServer({
      env: ENV,
      verifier: fakeVerifier(() => Promise.reject(unavailable('The queue is full.', 3))),
    });
    for (const accept of ['application/json, text/event-stream', 'application/json']) {
      const { statusCode, headers, body } = await post(CALL, { accept });
      expect([statusCode, headers['retry-after']]).toEqual([200, '3']);
      expect(messageOf(body).result).toEqual({
        isError: true,
        content: [{ type: 'text', text: 'The queue is full. Retry after 3 s.' }],
        structuredContent: { retry_after_seconds: 3 },
      });
    }
  });

  it('returns the message of the service for a wrong key', async () => {
    await expect(connected('cvs_wrong')).rejects.toThrow(/with a valid key, got an unknown one/);
    const response = await post(LIST, { authorization: 'Bearer cvs_wrong' });
    expect([response.statusCode, response.json().error.code]).toEqual([401, 'unauthorized']);
  });

  it('counts every message against the limit of the key, and a long answer as it counts there', async () => {
    server = testServer({ env: ENV, access: { ...fakeAccess(), rateLimiter: new FakeRateLimiter() } });
    const left = async (body: object) => Number((await post(body)).headers['x-ratelimit-remaining']);
    const answer = Array.from({ length: 11 }, (_, line) => `Line ${line}.`).join('\n');
    const call = { name: 'verify_answer', arguments: { answer, sources: [{ id: 'a', text: SOURCE }] } };
    expect(await left(LIST)).toBe(59);
    // Its headers are sent before its sentences are counted.
    expect((await post({ jsonrpc: '2.0', id: 2, method: 'tools/call', params: call })).body).toContain('outcome');
    expect(await left(LIST)).toBe(56);
  });

  it('takes one message, no list of them', async () => {
    server = testServer({ env: ENV });
    const response = await post([LIST, LIST]);
    expect([response.statusCode, response.json().error.message]).toEqual([
      400,
      'Expected one message of the Model Context Protocol as the body, a JSON object.',
    ]);
  });

  it('has no sessions: GET and DELETE are 405', async () => {
    server = testServer({ env: ENV });
    for (const method of ['GET', 'DELETE'] as const) {
      const { statusCode, headers } = await server.app.inject({ method, url: '/mcp' });
      expect([statusCode, headers.allow]).toEqual([405, 'POST']);
    }
  });

  it('answers web pages only of the origins in CORS_ORIGINS', async () => {
    const origin = 'https://app.example';
    server = testServer({ env: ENV });
    expect((await post(LIST, { origin })).statusCode).toBe(403);
    await server.app.close();
    server = testServer({ env: { ...ENV, CORS_ORIGINS: origin } });
    const { statusCode, headers } = await post(LIST, { origin });
    expect([statusCode, headers['access-control-allow-origin']]).toEqual([200, origin]);
    expect((await post(LIST, { origin: 'https://other.example' })).statusCode).toBe(403);
  });
});
