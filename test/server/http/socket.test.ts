import { afterEach, describe, expect, it } from 'vitest';
import { VALID_KEY } from '../../support/fake-access.ts';
import { fakeVerification, fakeVerifier } from '../../support/fake-verifier.ts';
import { bodyOf, rawConnection, rawVerify } from '../../support/raw-http.ts';
import {
  CLAIM,
  listenLocally,
  SOURCE,
  type TestServer,
  type TestServerOptions,
  testServer,
} from '../../support/test-server.ts';

let server: TestServer;
afterEach(() => server.app.close());

async function listen(options: TestServerOptions = {}): Promise<number> {
  server = testServer(options);
  return listenLocally(server);
}

const body = JSON.stringify({ claim: CLAIM, grounding_source: SOURCE });

function post(port: number, payload: string, key = VALID_KEY) {
  return fetch(`http://127.0.0.1:${port}/v1/verify`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: payload,
  });
}

describe('a client that disconnects', () => {
  it('aborts its verification and no other', async () => {
    const signals: AbortSignal[] = [];
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    let arrived = () => {};
    const bothArrived = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    const verifier = fakeVerifier(async (input, { signal } = {}) => {
      signals.push(signal!);
      if (signals.length === 2) arrived();
      const aborted = new Promise((_, reject) => signal!.addEventListener('abort', () => reject(signal!.reason)));
      await Promise.race([released, aborted]);
      return fakeVerification(input);
    });
    const port = await listen({ verifier });
    const leaving = await rawConnection(port);
    leaving.socket.write(rawVerify(VALID_KEY, body));
    const staying = post(port, body);
    await bothArrived;
    const [first, second] = signals as [AbortSignal, AbortSignal];
    expect([first.aborted, second.aborted]).toEqual([false, false]);
    const aborted = new Promise((resolve) => {
      for (const signal of signals) signal.addEventListener('abort', resolve, { once: true });
    });
    leaving.socket.destroy();
    await aborted;
    expect([first.aborted, second.aborted].filter(Boolean)).toHaveLength(1);
    release();
    expect((await staying).status).toBe(200);
    const statuses = server.log.map((line) => JSON.parse(line)).filter((line) => line.msg === 'answered');
    expect(statuses.map((line) => line.status).sort()).toEqual([200, 499]);
    expect(server.inFlight.count).toBe(0);
  });

  it('leaves nothing behind when it goes in the middle of its body', async () => {
    const port = await listen();
    const connection = await rawConnection(port);
    connection.socket.write(rawVerify(VALID_KEY, body).slice(0, -10));
    connection.socket.end();
    await connection.closed;
    expect((await post(port, body)).status).toBe(200);
    expect(server.log.join('')).not.toContain('"level":50');
  });
});

describe('a request that Node cannot read', () => {
  it.each([
    ['garbage', 'NOT HTTP\r\n\r\n', 400, 'invalid_request'],
    ['too many headers', `GET / HTTP/1.1\r\nHost: x\r\nX-Flood: ${'x'.repeat(20_000)}\r\n\r\n`, 431, 'invalid_request'],
    [
      'two lengths',
      `POST /v1/verify HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n`,
      400,
      'invalid_request',
    ],
    ['no host', 'GET /health/live HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 'invalid_request'],
  ])('is answered in the error shape: %s', async (_name, request, status, code) => {
    const port = await listen();
    const connection = await rawConnection(port);
    connection.socket.write(request);
    const text = await connection.closed;
    expect(text).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(text.toLowerCase()).toMatch(/\r\nx-request-id: [0-9a-f-]{36}\r\n/);
    expect(bodyOf(text).error.code).toBe(code);
  });

  it('may expect what we do not know', async () => {
    const port = await listen();
    const connection = await rawConnection(port);
    connection.socket.write('GET /health/live HTTP/1.1\r\nHost: x\r\nExpect: tea\r\nConnection: close\r\n\r\n');
    expect(await connection.closed).toMatch(/^HTTP\/1.1 200 /);
  });

  it('is answered 408 when its body comes too slowly', async () => {
    const port = await listen({ env: { REQUEST_TIMEOUT_MS: '200' } });
    const connection = await rawConnection(port);
    connection.socket.write(rawVerify(VALID_KEY, body).slice(0, -1));
    const text = await connection.closed;
    expect(text).toMatch(/^HTTP\/1.1 408 /);
    expect(bodyOf(text).error).toEqual({
      code: 'invalid_request',
      message: expect.any(String),
    });
  });

  it('ends a connection whose headers never end', async () => {
    const port = await listen({ env: { REQUEST_TIMEOUT_MS: '200' } });
    const connection = await rawConnection(port);
    connection.socket.write('GET /health/live HTTP/1.1\r\nHost: x\r\n');
    expect(await connection.closed).toMatch(/^HTTP\/1.1 408 /);
  });
});

describe('a body that is not wanted', () => {
  it('is refused on a connection that can be used again', async () => {
    const port = await listen();
    const connection = await rawConnection(port);
    connection.socket.write(rawVerify(VALID_KEY, 'x'.repeat(3_000_000)));
    await connection.received('at most 262144 bytes');
    connection.socket.write(rawVerify(VALID_KEY, body, ['Connection: close']));
    const text = await connection.closed;
    expect(text.match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 400', 'HTTP/1.1 200']);
  });

  it('does not keep a client from reading why', async () => {
    const port = await listen();
    for (const [key, status] of [
      ['wrong', 401],
      [VALID_KEY, 400],
    ] as const) {
      const reply = await post(port, 'x'.repeat(5_000_000), key);
      expect(reply.status).toBe(status);
      expect(await reply.json()).toHaveProperty('error.code');
    }
  });
});
