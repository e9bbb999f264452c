import { beforeEach, describe, expect, it } from 'vitest';
import { beginWebhook, type DueWebhook, endWebhook, leaveWebhook } from '../../src/jobs/webhook-store.ts';
import type { Database } from '../../src/store/database.ts';
import { type Clock, stores } from '../access/support/stores.ts';
import { JobProcess, type Opened, openBeforeEach } from './support/job-tests.ts';

const SLOW = 'https://slow.example/';
const FAST = 'http://fast.example:8080/';
const SENT = undefined;
const REFUSED = { problem: 'Expected a status of 2xx, got 500.', timedOut: false };
const TIMED_OUT = { problem: 'No response within 10 seconds.', timedOut: true };

describe.each(stores)('the turns of webhooks on $name', (kind) => {
  let opened: Opened;
  let one: JobProcess;
  let clock: Clock;
  let database: Database;
  openBeforeEach(kind, (next) => {
    opened = next;
    ({ one, clock } = next);
    database = one.access.database;
  });
  let ada: string;
  let bob: string;
  beforeEach(async () => {
    ada = one.keyId;
    bob = (await one.access.keys.create({ name: 'bob' }, 'test')).id;
  });

  /** A job without rows ends at once. Milliseconds pass, so that no two have waited equally long. */
  async function ended(keyId: string, webhookUrl: string): Promise<string> {
    clock.advance(0.001);
    return (await one.submit([], { keyId, client: `key:${keyId}`, webhookUrl })).id;
  }

  const begin = () => beginWebhook(database, clock.now());
  const end = (webhook: DueWebhook | undefined, failure: typeof SENT | typeof TIMED_OUT) =>
    endWebhook(database, webhook!, { now: clock.now(), failure });

  it('give a client one attempt at a time, and the others theirs meanwhile', async () => {
    const [first, second] = [await ended(ada, FAST), await ended(ada, SLOW)];
    const other = await ended(bob, FAST);
    const [a, b] = [await begin(), await begin()];
    const { customerId } = await one.access.keys.show(ada);
    expect(a).toMatchObject({ jobId: first, client: customerId, address: FAST, attempt: 1 });
    expect(b).toMatchObject({ jobId: other, address: FAST, attempt: 1 });
    expect(await begin()).toBeUndefined();
    expect(await end(a, SENT)).toBe('sent');
    expect(await begin()).toMatchObject({ jobId: second });
  });

  it('count all keys of a customer as one client', async () => {
    const { subscriptionId } = await one.access.keys.show(ada);
    const second = await one.access.keys.create({ name: 'second', subscriptionId }, 'test');
    await ended(ada, FAST);
    await ended(second.id, FAST);
    expect(await begin()).toBeDefined();
    expect(await begin()).toBeUndefined();
  });

  it('go round: a client with many old webhooks is not served before one whose last turn is longer ago', async () => {
    for (let job = 0; job < 3; job += 1) await ended(ada, FAST);
    const turns: string[] = [];
    const take = async () => {
      clock.advance(1);
      const webhook = await begin();
      turns.push(webhook!.client === (await one.access.keys.show(ada)).customerId ? 'ada' : 'bob');
      await end(webhook, SENT);
    };
    await take();
    for (let job = 0; job < 2; job += 1) await ended(bob, FAST);
    for (let turn = 0; turn < 4; turn += 1) await take();
    expect(turns).toEqual(['ada', 'bob', 'ada', 'bob', 'ada']);
    expect(await begin()).toBeUndefined();
  });

  it('leave out an origin that timed out, twice as long each time, until a webhook is accepted there', async () => {
    for (let job = 0; job < 20; job += 1) await ended(ada, `${SLOW}${job}`);
    let webhook = await begin();
    for (const seconds of [10, 20, 40, 80, 160, 320, 640, 1280, 1800, 1800]) {
      await end(webhook, TIMED_OUT);
      clock.advance(seconds - 1);
      expect([seconds, await begin()]).toEqual([seconds, undefined]);
      clock.advance(1);
      webhook = await begin();
      expect(webhook?.address).toContain(SLOW);
    }
    await end(webhook, SENT);
    webhook = await begin();
    expect(webhook?.address).toContain(SLOW);
    await end(webhook, TIMED_OUT);
    clock.advance(10);
    expect(await begin()).toBeDefined();
  });

  it('leave out no other origin of the client, and not that origin for others', async () => {
    for (let job = 0; job < 3; job += 1) await ended(ada, SLOW);
    await end(await begin(), TIMED_OUT);
    expect(await begin()).toBeUndefined();
    const [fast, other] = [await ended(ada, FAST), await ended(bob, SLOW)];
    expect([await begin(), await begin()]).toMatchObject([{ jobId: other }, { jobId: fast }]);
  });

  it('do not wait for an origin that refuses at once', async () => {
    const [first, second] = [await ended(ada, FAST), await ended(ada, FAST)];
    expect(await end(await begin(), REFUSED)).toBe('failed');
    expect(await one.jobs.store.find(first)).toMatchObject({
      webhook: { deliveredAt: null, lastError: REFUSED.problem },
    });
    expect(await begin()).toMatchObject({ jobId: second });
  });

  it('end with a process that ends, a minute later', async () => {
    const job = await ended(ada, FAST);
    const lost = await begin();
    clock.advance(59);
    expect(await begin()).toBeUndefined();
    clock.advance(1);
    const again = await begin();
    expect(again).toMatchObject({ jobId: job, attempt: 2 });
    // It was only slow: what it says now is no longer asked for, and the turn is not its to end.
    await end(lost, SENT);
    await ended(ada, FAST);
    expect(await begin()).toBeUndefined();
    expect(await one.jobs.store.find(job)).toMatchObject({ webhook: { deliveredAt: null } });
    await end(again, SENT);
    expect(await one.jobs.store.find(job)).toMatchObject({ webhook: { deliveredAt: expect.any(String) } });
  });

  it('are given up for a webhook when its eleventh attempt fails', async () => {
    await ended(ada, FAST);
    const outcomes: string[] = [];
    for (let webhook = await begin(); webhook !== undefined; webhook = await begin()) {
      outcomes.push(await end(webhook, REFUSED));
      clock.advance(9 * 3_600);
    }
    expect(outcomes).toEqual([...Array(10).fill('failed'), 'given_up']);
  });

  it('pass to the next webhook when the job is deleted meanwhile', async () => {
    const deleted = await ended(ada, FAST);
    const next = await ended(ada, FAST);
    const webhook = await begin();
    await one.jobs.store.delete(`key:${ada}`, deleted);
    await leaveWebhook(database, webhook!);
    expect(await begin()).toMatchObject({ jobId: next });
  });

  it('are one for all processes that look at the same moment', async () => {
    for (let job = 0; job < 4; job += 1) await ended(ada, FAST);
    await ended(bob, FAST);
    const other = await JobProcess.open(opened.store, clock);
    const taken = await Promise.all(
      [0, 1, 2, 3, 4, 5].map((at) => beginWebhook(at % 2 === 0 ? database : other.access.database, clock.now())),
    );
    const clients = taken.flatMap((webhook) => webhook?.client ?? []);
    expect([clients.length, new Set(clients).size]).toEqual([2, 2]);
    await other.close();
  });

  it('go with the customer', async () => {
    await ended(bob, SLOW);
    await end(await begin(), TIMED_OUT);
    const { customerId } = await one.access.keys.show(bob);
    await one.access.deleteCustomer(customerId, 'test');
    for (const table of ['webhook_turns', 'webhook_pauses']) {
      expect(await database.query(`SELECT client FROM ${table}`)).toEqual([]);
    }
  });
});

it('are found without reading what waits', async () => {
  const [sqlite] = stores;
  const store = await sqlite!.create();
  const database = await store.database();
  const statements: string[] = [];
  const query: Database['query'] = (text, parameters) => {
    statements.push(text);
    return database.query(text, parameters);
  };
  await beginWebhook({ ...database, query }, 1);
  const plan = await database.query<{ detail: string }>(`EXPLAIN QUERY PLAN ${statements[0]}`, [1]);
  const scans = plan.map(({ detail }) => detail).filter((detail) => detail.startsWith('SCAN'));
  expect(scans).toEqual(['SCAN queues', 'SCAN queues']);
  await database.close();
  await store.dispose();
});
