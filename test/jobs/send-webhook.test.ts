import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { sendWebhook } from '../../src/jobs/webhook-worker.ts';

const SECRET = 'the secret of one client';
const BODY = '{"id":"job_1","status":"completed"}';
const NOW = 1_900_000_000_000;

let server: Server;
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

interface Receiver {
  readonly origin: string;
  readonly requests: IncomingMessage[];
  readonly bodies: string[];
}

async function receiver(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<Receiver> {
  const requests: IncomingMessage[] = [];
  const bodies: string[] = [];
  server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    requests.push(request);
    bodies.push(body);
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests, bodies };
}

const send = (origin: string, { hosts = [origin], timeoutMs = 5_000 } = {}) =>
  sendWebhook(`${origin}/jobs?who=me`, BODY, { secret: SECRET, hosts, now: () => NOW, timeoutMs });

const DIGEST = createHmac('sha256', SECRET)
  .update(`${NOW / 1000}.${BODY}`)
  .digest('hex');

const status =
  (code: number, headers = {}) =>
  (_: IncomingMessage, response: ServerResponse) =>
    void response.writeHead(code, headers).end('an answer that nobody reads');

describe('a webhook', () => {
  it('is a POST of the body, signed with its time', async () => {
    const { origin, requests, bodies } = await receiver(status(204));
    expect(await send(origin)).toBeUndefined();
    const [{ method, url, headers }] = requests as [IncomingMessage];
    expect([method, url, headers['content-type'], bodies]).toEqual([
      'POST',
      '/jobs?who=me',
      'application/json; charset=utf-8',
      [BODY],
    ]);
    expect(headers['webhook-signature']).toBe(`t=${NOW / 1000},v2=${DIGEST}`);
  });

  it.each([302, 307, 308])('follows no redirect: %i', async (code) => {
    const { origin, requests } = await receiver(status(code, { location: '/elsewhere' }));
    expect(await send(origin)).toEqual({ problem: `Expected a status of 2xx, got ${code}.`, timedOut: false });
    expect(requests).toHaveLength(1);
  });

  it('that is refused tells the status and nothing of the answer', async () => {
    const { origin } = await receiver(status(503));
    expect(await send(origin)).toEqual({ problem: 'Expected a status of 2xx, got 503.', timedOut: false });
  });

  it('has a time limit for the whole answer', async () => {
    const { origin } = await receiver(() => undefined);
    expect(await send(origin, { timeoutMs: 200 })).toEqual({
      ...{ problem: 'No response within 0.2 seconds.', timedOut: true },
    });
  });

  it('that does not reach the host tells neither address nor port', async () => {
    const { origin } = await receiver(status(200));
    await new Promise((resolve) => server.close(resolve));
    expect(await send(origin)).toEqual({
      ...{ problem: 'The host could not be reached (ECONNREFUSED).', timedOut: false },
    });
  });

  it('is not sent to a host that is not listed any more', async () => {
    const { origin, requests } = await receiver(status(200));
    expect(await send(origin, { hosts: [origin.replace('127.0.0.1', 'localhost')] })).toMatchObject({
      ...{ problem: expect.stringMatching(/^The host is not listed/), timedOut: false },
    });
    expect(requests).toEqual([]);
  });
});
