import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { bodyChunks, discardRest } from '../../../src/server/http/body-chunks.ts';
import { answerClientError, boundConnections } from '../../../src/server/http/connections.ts';
import { rawConnection } from '../../support/raw-http.ts';

let server: Server;
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const REQUEST_TIMEOUT_MS = 1_000;
/** Node looks for slow requests this often. */
const CHECK_MS = 20;

async function listen(handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>): Promise<number> {
  const options = {
    requestTimeout: REQUEST_TIMEOUT_MS,
    headersTimeout: REQUEST_TIMEOUT_MS,
    connectionsCheckingInterval: CHECK_MS,
  };
  server = createServer(options, (request, response) => void handle(request, response));
  server.on('clientError', (error, socket) => void answerClientError(error, socket as never));
  boundConnections(server, 10_000);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

const HEAD = 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n';
const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;
const END = '0\r\n\r\n';

const NO_PACE = { bytesPerSecond: 0, windowMs: 60_000 };
/** For what hangs only. */
const PATIENT_MS = 120_000;
const PATIENT = { idleMs: PATIENT_MS, pace: NO_PACE };

async function textOf(request: IncomingMessage, idleMs: number, pace = NO_PACE): Promise<string> {
  let text = '';
  for await (const part of bodyChunks(request, { idleMs, pace })) text += part;
  return text;
}

describe('a body that is read as it arrives', () => {
  it('may take longer than a request, and the next request on its connection is as any other', async () => {
    const port = await listen(async (request, response) => {
      const text = await textOf(request, PATIENT_MS).catch((error: Error) => error.message);
      response.end(`got ${text}.`);
    });
    const { socket, received, text, closed } = await rawConnection(port);
    socket.write(HEAD);
    for (const letter of 'abcd') {
      await sleep(REQUEST_TIMEOUT_MS / 2);
      socket.write(chunk(letter));
    }
    socket.write(END);
    await received('got abcd.');
    socket.write('GET / HTTP/1.1\r\nHost: a\r\nX-Never');
    await closed;
    expect(text()).toContain('408');
  });

  it('ends with an error when nothing more of it comes', async () => {
    const port = await listen(async (request, response) => {
      response.end(await textOf(request, 50).catch((error: Error) => error.message));
    });
    const { socket, received } = await rawConnection(port);
    socket.write(HEAD + chunk('abc'));
    await received('No more data of the body arrived within 50 ms. Send the request again.');
  });

  it('ends with an error when it comes more slowly than the least pace, while the service waits for it', async () => {
    const port = await listen(async (request, response) => {
      const pace = { bytesPerSecond: 100, windowMs: 500 };
      response.end(await textOf(request, PATIENT_MS, pace).catch((error: Error) => error.message));
    });
    const { socket, received } = await rawConnection(port);
    socket.write(HEAD);
    const drip = setInterval(() => socket.write(chunk('x')), 50);
    await received('The body arrived too slowly: ');
    clearInterval(drip);
  });

  it('may be slow while it is held back: only the time counts in which the service waits', async () => {
    let hold = () => {};
    const held = new Promise<void>((resolve) => {
      hold = resolve;
    });
    const port = await listen(async (request, response) => {
      let count = 0;
      for await (const part of bodyChunks(request, {
        idleMs: PATIENT_MS,
        pace: { bytesPerSecond: 100, windowMs: 1_000 },
      })) {
        count += part.length;
        if (count > 1) continue;
        hold();
        await sleep(2_500);
      }
      response.end(`got ${count}`);
    });
    const { socket, received } = await rawConnection(port);
    socket.write(HEAD + chunk('x'));
    await held;
    // All of it is there long before the service asks for it.
    for (let part = 0; part < 4; part += 1) socket.write(chunk('x'));
    socket.write(END);
    await received('got 5');
  });

  it('ends with an error when the client disconnects', async () => {
    const failure = new Promise<string>((resolve, reject) => {
      listen(async (request) => {
        request.on('error', () => undefined);
        await textOf(request, PATIENT_MS).then(reject, (error: Error) => resolve(error.message));
      })
        .then(rawConnection)
        .then(({ socket }) => socket.write(HEAD + chunk('abc'), () => socket.destroy()))
        .catch(reject);
    });
    expect(await failure).toBe('The body is incomplete. Send the request again.');
  });

  it('is not read from the connection before it is asked for', async () => {
    let arrived = 0;
    let stop = () => {};
    const stopped = new Promise<void>((resolve) => {
      stop = resolve;
    });
    const port = await listen(async (request, response) => {
      for await (const part of bodyChunks(request, PATIENT)) {
        arrived += part.length;
        await stopped;
      }
      response.end(`got ${arrived}`);
    });
    const { socket, received } = await rawConnection(port);
    const part = 'x'.repeat(1 << 20);
    socket.write(HEAD);
    for (let count = 0; count < 32; count += 1) socket.write(chunk(part));
    socket.write(END);
    await sleep(100);
    expect(socket.writableLength).toBeGreaterThan(part.length);
    stop();
    await received(`got ${32 * part.length}`);
  });
});

describe('what is done with a body', () => {
  it('lets all other connections have their turn after each part', async () => {
    const turns: number[] = [];
    let turn = 0;
    const count = () => {
      turn += 1;
      counting = setImmediate(count);
    };
    let counting = setImmediate(count);
    const port = await listen(async (request, response) => {
      for await (const _part of bodyChunks(request, PATIENT)) turns.push(turn);
      response.end('read');
    });
    const { socket, received } = await rawConnection(port);
    socket.write(HEAD);
    for (let part = 0; part < 16; part += 1) socket.write(chunk('x'.repeat(1 << 20)));
    socket.write(END);
    await received('read');
    clearImmediate(counting);
    expect(turns.length).toBeGreaterThan(100);
    expect(new Set(turns).size).toBe(turns.length);
  });
});

describe('the rest of a body that is not needed', () => {
  it('is read and dropped, and the connection serves the next request', async () => {
    const port = await listen(async (request, response) => {
      for await (const part of bodyChunks(request, PATIENT)) {
        response.end(`enough: ${String(part).slice(0, 3)}`);
        break;
      }
      discardRest(request, 5_000);
      if (request.method === 'GET') response.end('next');
    });
    const { socket, received } = await rawConnection(port);
    socket.write(HEAD + chunk('abc'));
    await received('enough: abc');
    for (let count = 0; count < 8; count += 1) socket.write(chunk('x'.repeat(1 << 20)));
    socket.write(`${END}GET / HTTP/1.1\r\nHost: a\r\n\r\n`);
    await received('next');
  });

  it('that does not end disconnects the client', async () => {
    const port = await listen(async (request, response) => {
      for await (const _part of bodyChunks(request, PATIENT)) break;
      response.end('enough');
      discardRest(request, 50);
    });
    const { socket, closed } = await rawConnection(port);
    socket.write(HEAD + chunk('abc'));
    expect(await closed).toContain('enough');
  });
});
