import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { checkSignature } from '../../src/access/billing/signature.ts';
import { sendWebhook } from '../../src/jobs/send-webhook.ts';

const SECRET = 'shared with the customer';
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

const status =
  (code: number, headers = {}) =>
  (_: IncomingMessage, response: ServerResponse) =>
    void response.writeHead(code, headers).end('an answer that nobody reads');

describe('a webhook', () => {
  it('is a POST of the body, signed as billing events are', async () => {
    const { origin, requests, bodies } = await receiver(status(204));
    expect(await send(origin)).toBeUndefined();
    const [{ method, url, headers }] = requests as [IncomingMessage];
    expect([method, url, headers['content-type'], bodies]).toEqual([
      'POST',
      '/jobs?who=me',
      'application/json; charset=utf-8',
      [BODY],
    ]);
    const signature = String(headers['webhook-signature']);
    const check = (secret: string) => () => checkSignature(secret, { signature, body: Buffer.from(BODY) }, NOW);
    expect(check(SECRET)).not.toThrow();
    expect(check('another secret of the kind')).toThrow('shared secret');
  });

  it.each([302, 307, 308])('follows no redirect: %i', async (code) => {
    const { origin, requests } = await receiver(status(code, { location: '/elsewhere' }));
    expect(await send(origin)).toBe(`Expected a status of 2xx, got ${code}.`);
    expect(requests).toHaveLength(1);
  });

  it('that is refused tells the status and nothing of the answer', async () => {
    const { origin } = await receiver(status(503));
    expect(await send(origin)).toBe('Expected a status of 2xx, got 503.');
  });

  it('has a time limit for the whole answer', async () => {
    const { origin } = await receiver(() => undefined);
    expect(await send(origin, { timeoutMs: 200 })).toBe('Expected an answer within 0.2 seconds, got none.');
  });

  it('that does not reach the host tells neither address nor port', async () => {
    const { origin } = await receiver(status(200));
    await new Promise((resolve) => server.close(resolve));
    expect(await send(origin)).toBe('The host could not be reached (ECONNREFUSED).');
  });

  it('is not sent to a host that is not listed any more', async () => {
    const { origin, requests } = await receiver(status(200));
    expect(await send(origin, { hosts: [origin.replace('127.0.0.1', 'localhost')] })).toMatch(
      /^The host is not listed/,
    );
    expect(requests).toEqual([]);
  });
});
