import { createHmac } from 'node:crypto';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type WebhookWorkerOptions, webhookWorker } from '../../src/jobs/webhook-worker.ts';
import { stores } from '../access/support/stores.ts';
import { eventually } from '../support/eventually.ts';
import { JobProcess, type Opened, openBeforeEach } from './support/job-tests.ts';

const SECRET = 'shared with no customer';

interface Delivery {
  readonly path: string;
  readonly body: string;
  readonly signature: string;
}

describe.each(stores)('webhooks of several clients on $name', (kind) => {
  let opened: Opened;
  let one: JobProcess;
  openBeforeEach(kind, (next) => {
    opened = next;
    one = next.one;
  });

  let receiver: Server;
  let origin: string;
  let deliveries: Delivery[];
  let answer: (path: string, response: ServerResponse) => void;
  let workers: ReturnType<typeof webhookWorker>[];
  beforeEach(async () => {
    [deliveries, workers] = [[], []];
    answer = (path, response) => void (path.startsWith('/hang') || response.writeHead(204).end());
    receiver = createServer(async (request, response) => {
      let body = '';
      for await (const part of request) body += part;
      const path = String(request.url);
      deliveries.push({ path, body, signature: String(request.headers['webhook-signature']) });
      answer(path, response);
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  });
  afterEach(async () => {
    const closed = workers.map((worker) => worker.close());
    receiver.closeAllConnections();
    await Promise.all(closed);
    receiver.close();
  });

  /** Looks only when it is woken or an attempt has ended. Attempts that hang do so until the test ends, or `timeoutMs`. */
  function worker(over: Partial<WebhookWorkerOptions> = {}, at = one) {
    vi.spyOn(globalThis, 'setInterval').mockImplementationOnce(() => setTimeout(() => undefined));
    const made = webhookWorker({
      ...{ database: at.access.database, store: at.jobs.store, now: opened.clock.now, onResult: () => undefined },
      ...{ secret: SECRET, hosts: [origin], timeoutMs: 600_000, ...over },
    });
    workers.push(made);
    return made;
  }

  const newKey = async (name: string) => (await one.access.keys.create({ name }, 'test')).id;

  /** A job without rows ends at once. */
  async function ended(keyId: string, path: string): Promise<string> {
    return (await one.submit([], { keyId, client: `key:${keyId}`, webhookUrl: origin + path })).id;
  }

  const paths = () => deliveries.map(({ path }) => path);
  const sentTo = (path: string) => eventually(() => expect(paths()).toContain(path));

  it('are sent to the others while one of a client hangs, whatever else that client has waiting', async () => {
    const [ada, bob] = [one.keyId, await newKey('bob')];
    for (let job = 0; job < 60; job += 1) await ended(ada, `/hang/${job}`);
    await ended(bob, '/bob/1');
    const sending = worker();
    sending.wake();
    await sentTo('/bob/1');
    await ended(bob, '/bob/2');
    sending.wake();
    await sentTo('/bob/2');
    expect(paths().filter((path) => path.startsWith('/hang'))).toHaveLength(1);
  });

  it('are sent at some point although as many clients as there are places hang again and again', async () => {
    for (let client = 0; client < 20; client += 1) await ended(await newKey(`hanging ${client}`), '/hang');
    opened.clock.advance(1);
    await ended(await newKey('bob'), '/bob');
    worker({ timeoutMs: 500 }).wake();
    await sentTo('/bob');
    await eventually(() => expect(paths().filter((path) => path === '/hang')).toHaveLength(20));
  });

  it('are at most sixteen at a time', async () => {
    for (let client = 0; client < 20; client += 1) await ended(await newKey(`hanging ${client}`), '/hang');
    const sending = worker();
    sending.wake();
    await eventually(() => expect(paths()).toHaveLength(16));
    sending.wake();
    await ended(await newKey('another'), '/another');
    expect(paths()).toHaveLength(16);
  });

  it('of one client are sent one after the other, each once, by all processes together', async () => {
    let [open, most] = [0, 0];
    answer = (_, response) => {
      open += 1;
      most = Math.max(most, open);
      setImmediate(() => {
        open -= 1;
        response.writeHead(204).end();
      });
    };
    const expected = Array.from({ length: 30 }, (_, job) => `/ada/${job}`);
    for (const path of expected) await ended(one.keyId, path);
    const other = await JobProcess.open(opened.store, opened.clock);
    const both = [worker(), worker({}, other)];
    await eventually(() => {
      for (const each of both) each.wake();
      expect(new Set(paths())).toEqual(new Set(expected));
    });
    expect([deliveries.length, most]).toEqual([30, 1]);
    await Promise.all(both.map((each) => each.close()));
    await other.close();
  });

  it('say whose they are, and are signed with the secret of that client alone', async () => {
    const bob = await newKey('bob');
    await ended(one.keyId, '/ada');
    await ended(bob, '/bob');
    worker().wake();
    await sentTo('/ada');
    await sentTo('/bob');
    for (const [path, keyId] of [
      ['/ada', one.keyId],
      ['/bob', bob],
    ] as const) {
      const { customerId } = await one.access.keys.show(keyId);
      const { body, signature } = deliveries.find((delivery) => delivery.path === path)!;
      expect(JSON.parse(body).client).toBe(customerId);
      const secret = createHmac('sha256', SECRET).update(customerId).digest('hex');
      const seconds = opened.clock.now() / 1000;
      const hex = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
      expect(signature).toBe(`t=${seconds},v2=${hex}`);
    }
  });
});
