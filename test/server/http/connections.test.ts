import { readdirSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { fakeAccess, VALID_KEY } from '../../support/fake-access.ts';
import { fakeVerification, fakeVerifier } from '../../support/fake-verifier.ts';
import { rawConnection, rawVerify } from '../../support/raw-http.ts';
import {
  CLAIM,
  listenLocally,
  SOURCE,
  type TestServer,
  type TestServerOptions,
  testServer,
} from '../../support/test-server.ts';

const body = JSON.stringify({ claim: CLAIM, grounding_source: SOURCE });
const CLAIM_SENT = rawVerify(VALID_KEY, body);
const LARGE = 'GET /large HTTP/1.1\r\nHost: x\r\n\r\n';
/** A few of them are more than the kernel takes for a caller that does not read. */
const LARGE_BYTES = 1_500_000;

/** On one connection. */
const MAX_UNFINISHED_RESPONSES = 16;

const IMPATIENT = { REQUEST_TIMEOUT_MS: '200' };

let server: TestServer;
afterEach(() => server.app.close());

async function listen(options: TestServerOptions = {}): Promise<number> {
  server = testServer(options);
  const large = 'x'.repeat(LARGE_BYTES);
  server.app.get('/large', async () => large);
  return listenLocally(server);
}

/** A verifier that answers after `release`, or not at all once its caller is gone. */
function patientVerifier() {
  const signals: AbortSignal[] = [];
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const verifier = fakeVerifier(async (input, { signal } = {}) => {
    signals.push(signal!);
    const aborted = new Promise((_, reject) => signal!.addEventListener('abort', () => reject(signal!.reason)));
    await Promise.race([released, aborted]);
    return fakeVerification(input);
  });
  return { verifier, signals, release };
}

const statuses = (text: string) => [...text.matchAll(/HTTP\/1.1 (\d+) /g)].map(([, status]) => Number(status));
const descriptors = () => readdirSync('/proc/self/fd').length;
const answered = () => server.log.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'answered');

describe('requests sent one after the other without waiting for answers', () => {
  it(`are answered in their order, ${MAX_UNFINISHED_RESPONSES} at a time`, async () => {
    const { verifier, signals, release } = patientVerifier();
    const port = await listen({ verifier });
    const connection = await rawConnection(port);
    const ids = Array.from({ length: MAX_UNFINISHED_RESPONSES }, (_, i) => `id-${i}`);
    connection.socket.write(ids.map((id) => rawVerify(VALID_KEY, body, [`X-Request-Id: ${id}`])).join(''));
    await eventually(() => expect(signals).toHaveLength(ids.length));
    release();
    await connection.received(`x-request-id: ${ids.at(-1)}\r\n`);
    expect([...connection.text().matchAll(/x-request-id: (\S+)/g)].map(([, id]) => id)).toEqual(ids);
    connection.socket.write(rawVerify(VALID_KEY, body, ['Connection: close']));
    expect(statuses(await connection.closed)).toEqual(Array(ids.length + 1).fill(200));
  });

  it('end their connection and all its work when there are more', async () => {
    const { verifier, signals } = patientVerifier();
    const port = await listen({ verifier });
    const connection = await rawConnection(port);
    connection.socket.write(CLAIM_SENT.repeat(MAX_UNFINISHED_RESPONSES));
    await eventually(() => expect(signals).toHaveLength(MAX_UNFINISHED_RESPONSES));
    connection.socket.write(CLAIM_SENT.repeat(1_000));
    expect(await connection.closed).toBe('');
    await eventually(() => expect(server.inFlight.count).toBe(0));
    expect(signals.map((signal) => signal.aborted)).toEqual(Array(MAX_UNFINISHED_RESPONSES).fill(true));
  });

  it('are all given up when their caller disconnects', async () => {
    const { verifier, signals } = patientVerifier();
    const port = await listen({ verifier });
    const connection = await rawConnection(port);
    connection.socket.write(CLAIM_SENT.repeat(5));
    await eventually(() => expect(signals).toHaveLength(5));
    expect([server.inFlight.count, server.inFlight.unanswered]).toEqual([5, 5]);
    connection.socket.resetAndDestroy();
    await eventually(() => expect(server.inFlight.count).toBe(0));
    expect(signals.map((signal) => signal.aborted)).toEqual(Array(5).fill(true));
    expect(answered().map(({ status, address }) => [status, address])).toEqual(Array(5).fill([499, '127.0.0.1']));
  });

  it('leave no error behind when they end while their keys are looked up', async () => {
    let refuse = () => {};
    const refused = new Promise<undefined>((resolve) => {
      refuse = () => resolve(undefined);
    });
    const port = await listen({ access: { ...fakeAccess(), authenticator: { authenticate: () => refused } } });
    const connection = await rawConnection(port);
    connection.socket.write(CLAIM_SENT.repeat(MAX_UNFINISHED_RESPONSES + 1));
    await connection.closed;
    refuse();
    await eventually(() => expect(answered()).toHaveLength(MAX_UNFINISHED_RESPONSES));
    await new Promise(setImmediate);
    expect(server.log.join('')).not.toContain('"level":50');
  });
});

describe('files', () => {
  it('are sent from memory, with no descriptor for an answer that is not read or was given up', async () => {
    const port = await listen();
    const before = descriptors();
    const connection = await rawConnection(port);
    connection.socket.pause();
    connection.socket.write(LARGE.repeat(10));
    await eventually(() => expect(server.inFlight.count).toBeGreaterThan(0));
    await eventually(() => expect(server.inFlight.unanswered).toBe(0));
    const bothSockets = 2;
    expect(descriptors()).toBe(before + bothSockets);
    connection.socket.resetAndDestroy();
    await eventually(() => expect(server.inFlight.count).toBe(0));
    await eventually(() => expect(descriptors()).toBe(before));
  });
});

describe('a caller who reads nothing', () => {
  it('is disconnected, and its answers are given up', async () => {
    const port = await listen({ env: IMPATIENT });
    const connection = await rawConnection(port);
    connection.socket.pause();
    connection.socket.write(LARGE.repeat(10));
    await eventually(() => expect(answered().map(({ status }) => status)).toContain(499));
    expect(server.inFlight.count).toBe(0);
    connection.socket.destroy();
  });

  it('is waited for while its answer is not made yet', async () => {
    const { verifier, release } = patientVerifier();
    const port = await listen({ verifier, env: IMPATIENT });
    const connection = await rawConnection(port);
    connection.socket.write(rawVerify(VALID_KEY, body, ['Connection: close']));
    setTimeout(release, 1_500);
    expect(statuses(await connection.closed)).toEqual([200]);
  });
});

describe('a connection that sends nothing', () => {
  it('is closed after REQUEST_TIMEOUT_MS', async () => {
    const port = await listen({ env: IMPATIENT });
    const connection = await rawConnection(port);
    expect(statuses(await connection.closed)).toEqual([408]);
  });
});

describe('what cannot be read behind a good request', () => {
  it.each([
    ['garbage', 'GARBAGE\r\n\r\n', 400],
    ['too many headers', `GET / HTTP/1.1\r\nHost: x\r\nX-Flood: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
    ['a body that never ends', rawVerify(VALID_KEY, body).slice(0, -1), 408],
  ])('is answered after that one: %s', async (_name, rest, status) => {
    const { verifier, release } = patientVerifier();
    const port = await listen({ verifier, env: IMPATIENT });
    server.app.server.once('clientError', () => setImmediate(release));
    const connection = await rawConnection(port);
    connection.socket.write(CLAIM_SENT + rest);
    expect(statuses(await connection.closed)).toEqual([200, status]);
  });

  it('is no second answer to a request that was answered before it was read', async () => {
    const port = await listen({ env: IMPATIENT });
    const connection = await rawConnection(port);
    connection.socket.write(rawVerify('wrong', body).slice(0, -1));
    expect(statuses(await connection.closed)).toEqual([401]);
  });
});
