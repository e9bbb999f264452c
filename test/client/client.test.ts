import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type ClientOptions, createClient, ServiceError } from '../../src/client/index.ts';
import { ServiceError as LibraryServiceError } from '../../src/library/index.ts';
import { eventually } from '../support/eventually.ts';
import { VALID_KEY } from '../support/fake-access.ts';
import { CLAIM, listenLocally, SOURCE, testServer } from '../support/test-server.ts';

const BODY = { claim: CLAIM, grounding_source: SOURCE };
const ANSWER = { answer: `${CLAIM}\nPigs fly.`, sources: [{ id: 'a', text: SOURCE }] };

async function realClient(options: Partial<ClientOptions> = {}) {
  const server = testServer();
  const url = `http://127.0.0.1:${await listenLocally(server)}`;
  onTestFinished(() => server.app.close());
  return { url, client: createClient({ url, key: VALID_KEY, ...options }) };
}

/** A client of a server that answers as scripted, one function for each request, the last for all others. */
async function scriptedClient(answers: readonly RequestListener[], options: Partial<ClientOptions> = {}) {
  let asked = 0;
  const server = createServer((request, response) => {
    const answer = answers[Math.min(asked, answers.length - 1)]!;
    asked += 1;
    request.resume().on('end', () => answer(request, response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close().closeAllConnections());
  const { port } = server.address() as AddressInfo;
  return { client: createClient({ url: `http://127.0.0.1:${port}/`, ...options }), asked: () => asked };
}

const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): RequestListener =>
  (_, response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
const refusal = (status: number, code: string, headers: Record<string, string> = {}, details?: object) =>
  json(status, { error: { code, message: 'Not now.', ...(details && { details }) } }, headers);
const GOOD = json(200, { verdict: 'SUPPORTED' });
const events =
  (text: string): RequestListener =>
  (_, response) =>
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' }).end(text);

/** Waits pass at once; resolves to the milliseconds that were asked for. */
function noWaits(): number[] {
  const waits: number[] = [];
  const real = globalThis.setTimeout;
  // What fetch passes to its own timers has to arrive.
  vi.stubGlobal('setTimeout', (call: (...values: unknown[]) => void, ms = 0, ...values: unknown[]) => {
    waits.push(ms);
    return real(call, 0, ...values);
  });
  return waits;
}

afterEach(() => vi.unstubAllGlobals());

describe('a client of the service', () => {
  it('verifies a claim, with detail where it is asked for', async () => {
    const { client } = await realClient();
    const answer = await client.verify(BODY);
    expect(answer).toMatchObject({ verdict: 'SUPPORTED', audit_trail: [{ claim_span: CLAIM }] });
    expect(answer).not.toHaveProperty('detail');
    expect((await client.verify(BODY, { detail: 'full' })).detail).toMatchObject({ outcome: 'pass', offsets: 'utf16' });
  });

  it('verifies several claims, and an answer as JSON', async () => {
    const { client } = await realClient();
    const { results } = await client.verifyBatch({ claims: [CLAIM, 'Pigs fly.'], grounding_source: SOURCE });
    expect(results.map(({ verdict, outcome, reason_codes }) => [verdict, outcome, reason_codes])).toEqual([
      ['SUPPORTED', 'pass', []],
      ['UNCERTAIN', 'review', ['not_stated']],
    ]);
    expect((await client.verifyAnswer(ANSWER)).sentences).toHaveLength(2);
  });

  it('gives the sentences of an answer one by one, then the same answer as JSON gives', async () => {
    const { client } = await realClient();
    const texts: string[] = [];
    const answer = await client.verifyAnswer(ANSWER, { onSentence: ({ text }) => texts.push(text) });
    expect(texts).toEqual([CLAIM, 'Pigs fly.']);
    expect(answer).toEqual(await client.verifyAnswer(ANSWER));
  });

  it('rejects with the code, sentence and details of the service', async () => {
    const { client, url } = await realClient();
    const refused = client.verify({ ...BODY, claim: 'x'.repeat(501) });
    await expect(refused).rejects.toBeInstanceOf(ServiceError);
    await expect(refused).rejects.toBeInstanceOf(LibraryServiceError);
    await expect(refused).rejects.toMatchObject({
      ...{ code: 'invalid_request', status: 400, requestId: expect.any(String) },
      ...{ message: 'claim must be a string of 1 to 500 characters, got 501.', details: { received_length: 501 } },
    });
    await expect(createClient({ url, key: 'wrong' }).verify(BODY)).rejects.toMatchObject({ code: 'unauthorized' });
    const onSentence = () => undefined;
    await expect(client.verifyAnswer({ ...ANSWER, answer: '' }, { onSentence })).rejects.toMatchObject({
      code: 'invalid_request',
    });
  });
});

describe('retries', () => {
  it('wait as long as Retry-After says, or the details where the header cannot be read', async () => {
    const waits = noWaits();
    const refusals = [
      refusal(503, 'service_unavailable', { 'retry-after': '11' }),
      refusal(429, 'rate_limited', {}, { retry_after_seconds: 13 }),
    ];
    const { client, asked } = await scriptedClient([...refusals, GOOD]);
    expect(await client.verify(BODY)).toEqual({ verdict: 'SUPPORTED' });
    expect(asked()).toBe(3);
    expect(waits.filter((ms) => ms > 10_000)).toEqual([11_000, 13_000]);
  });

  it('understand Retry-After as a date', async () => {
    const waits = noWaits();
    const date = new Date(Date.now() + 30_000).toUTCString();
    const { client } = await scriptedClient([refusal(503, 'service_unavailable', { 'retry-after': date }), GOOD]);
    await client.verify(BODY);
    expect(waits.some((ms) => ms > 20_000 && ms <= 30_000)).toBe(true);
  });

  it('end with the last error', async () => {
    noWaits();
    const { client, asked } = await scriptedClient([refusal(503, 'service_unavailable')], { retries: 2 });
    await expect(client.verify(BODY)).rejects.toMatchObject({ code: 'service_unavailable', message: 'Not now.' });
    expect(asked()).toBe(3);
  });

  it.each([
    ['a refusal that will not pass', refusal(403, 'subscription_inactive'), {}],
    ['a fault of the server', refusal(500, 'internal_error'), {}],
    ['a longer wait than allowed', refusal(429, 'rate_limited', { 'retry-after': '40' }), { maxWaitMs: 30_000 }],
  ])('do not follow %s', async (_, answer, options) => {
    const { client, asked } = await scriptedClient([answer], options);
    await expect(client.verify(BODY)).rejects.toBeInstanceOf(ServiceError);
    expect(asked()).toBe(1);
  });

  it('follow a lost connection and the error page of a proxy', async () => {
    noWaits();
    const page: RequestListener = (_, response) => response.writeHead(502).end('<h1>Bad gateway</h1>');
    const lost: RequestListener = (request) => request.socket.destroy();
    const { client, asked } = await scriptedClient([lost, page, GOOD]);
    expect(await client.verify(BODY)).toEqual({ verdict: 'SUPPORTED' });
    expect(asked()).toBe(3);
  });

  it('say why when nothing listens', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    const client = createClient({ url: `http://127.0.0.1:${port}`, retries: 0 });
    await expect(client.verify(BODY)).rejects.toMatchObject({
      code: 'connection_failed',
      message: expect.stringContaining('ECONNREFUSED'),
    });
  });
});

describe('a signal', () => {
  it('ends a call while it waits for an answer', async () => {
    const { client } = await scriptedClient([() => undefined]);
    const signal = AbortSignal.timeout(20);
    await expect(client.verify(BODY, { signal })).rejects.toMatchObject({ name: 'TimeoutError' });
  });

  it('ends a call while it waits for its next attempt', async () => {
    const { client, asked } = await scriptedClient([refusal(503, 'service_unavailable', { 'retry-after': '50' })]);
    const controller = new AbortController();
    const call = client.verify(BODY, { signal: controller.signal });
    await eventually(() => expect(asked()).toBe(1));
    controller.abort(new Error('enough'));
    await expect(call).rejects.toThrow('enough');
  });
});

describe('a stream of events', () => {
  const onSentence = () => undefined;

  it('may come in pieces, with comments and other line ends', async () => {
    const text =
      ': hello\r\n\r\nevent: sentence\r\ndata: {"text": "é"}\r\n\r\nevent: answer\r\ndata: {\r\ndata: "outcome": "pass"}\r\n\r\n';
    const pieces: RequestListener = async (_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (const byte of Buffer.from(text))
        await new Promise<void>((next) => response.write(Buffer.of(byte), () => next()));
      response.end();
    };
    const { client } = await scriptedClient([pieces]);
    const seen: string[] = [];
    expect(await client.verifyAnswer(ANSWER, { onSentence: (one) => seen.push(one.text) })).toEqual({
      outcome: 'pass',
    });
    expect(seen).toEqual(['é']);
  });

  it('that ends with an error rejects with it', async () => {
    const { client } = await scriptedClient([
      events(
        'event: sentence\ndata: {}\n\nevent: error\ndata: {"error":{"code":"service_unavailable","message":"Later."}}\n\n',
      ),
    ]);
    await expect(client.verifyAnswer(ANSWER, { onSentence })).rejects.toMatchObject({ message: 'Later.' });
  });

  it('that ends too early is a lost connection, and another body is none of the service', async () => {
    const { client } = await scriptedClient([events('event: sentence\ndata: {}\n\n'), GOOD]);
    await expect(client.verifyAnswer(ANSWER, { onSentence })).rejects.toMatchObject({ code: 'connection_failed' });
    await expect(client.verifyAnswer(ANSWER, { onSentence })).rejects.toMatchObject({ code: 'unexpected_response' });
  });

  it('passes on what its listener throws', async () => {
    const { client } = await scriptedClient([events('event: sentence\ndata: {}\n\n')]);
    const failing = () => {
      throw new TypeError('of the caller');
    };
    await expect(client.verifyAnswer(ANSWER, { onSentence: failing })).rejects.toThrow('of the caller');
  });
});

describe('wrong options', () => {
  it.each(['', 'localhost:8080', 'ftp://x', undefined])('%j is no address', (url) => {
    expect(() => createClient({ url: url as string })).toThrow(/^Expected url to be the address of the service/);
  });

  it('a page that is no JSON is none of the service', async () => {
    const { client } = await scriptedClient([(_, response) => response.writeHead(200).end('<html>')]);
    await expect(client.verify(BODY)).rejects.toMatchObject({ code: 'unexpected_response' });
  });
});
