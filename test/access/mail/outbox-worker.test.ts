import { EventEmitter, once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Access } from '../../../src/access/index.ts';
import { enqueueKeyMail } from '../../../src/access/mail/outbox.ts';
import {
  type DeliveryResult,
  type EmailMessage,
  OutboxWorker,
  PermanentRejection,
} from '../../../src/access/mail/outbox-worker.ts';
import type { Database } from '../../../src/store/database.ts';
import { Clock, stores, type TestStore } from '../support/stores.ts';

const KEY = /cvs_[0-9A-Za-z]{40}/;
/** These tests send the e-mails with their own workers. */
const MAIL = {
  smtpUrl: 'smtp://127.0.0.1:1',
  from: 'keys@keys.test',
  dashboardUrl: 'https://keys.test/d',
  checkoutUrl: 'https://keys.test/c',
};

it('looks again for every wake-up, whenever it comes', async () => {
  for (let ticks = 0; ticks < 20; ticks += 1) {
    let looks = 0;
    const transaction = async () => {
      looks += 1;
    };
    const mailer = { send: async () => undefined, close: () => undefined };
    const worker = new OutboxWorker({ transaction } as unknown as Database, { mailer, now: () => 0 });
    worker.wake();
    for (let tick = 0; tick < ticks; tick += 1) await undefined;
    worker.wake();
    await new Promise(setImmediate);
    await worker.close();
    expect([ticks, looks]).toEqual([ticks, 2]);
  }
});

describe.each(stores)('the outbox in $name', ({ create }) => {
  let store: TestStore;
  let access: Access;
  let database: Database;
  let clock: Clock;
  let sent: EmailMessage[];
  let refusal: Error | undefined;
  let workers: OutboxWorker[];
  let outcomes: DeliveryResult['outcome'][];
  let subscriptionId: string;

  beforeEach(async () => {
    clock = new Clock();
    store = await create();
    access = await store.open(clock, { mail: MAIL, sendEmails: false });
    database = await store.database();
    sent = [];
    refusal = undefined;
    workers = [];
    outcomes = [];
    const customer = await access.customers.create({ name: 'Ada', email: 'ada@example.com' }, 'test');
    const input = { customer_id: customer.id, plan: 'standard', deliver_key: 'response' } as const;
    subscriptionId = (await access.subscriptions.create(input, 'test')).subscription.id;
    await enqueue(subscriptionId);
  });

  afterEach(async () => {
    for (const worker of workers) await worker.close();
    await database.close();
    await access.close();
    await store.dispose();
  });

  function enqueue(subscriptionId: string) {
    const change = { actor: 'test', now: clock.now() };
    return database.transaction((sql) => enqueueKeyMail(sql, { subscriptionId, keyName: 'by mail' }, change));
  }

  function worker(send?: (message: EmailMessage) => Promise<void>): OutboxWorker {
    const mailer = {
      send: async (message: EmailMessage) => {
        sent.push(message);
        await send?.(message);
        if (refusal) throw refusal;
      },
      close: () => undefined,
    };
    const addresses = { dashboardUrl: 'https://keys.test/dashboard', checkoutUrl: 'https://keys.test/checkout' };
    const onResult = ({ outcome }: DeliveryResult) => void outcomes.push(outcome);
    const made = new OutboxWorker(database, { mailer, now: clock.now, onResult, ...addresses });
    workers.push(made);
    return made;
  }

  const keyIn = (message: EmailMessage | undefined) => KEY.exec(message?.text ?? '')?.[0] ?? '';
  const mailed = async () => (await access.keys.list()).rows.filter(({ name }) => name === 'by mail');

  it('sends a key that works, with the addresses of the settings, once', async () => {
    await worker().deliver();
    await worker().deliver();
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({ to: { name: 'Ada', email: 'ada@example.com' } });
    expect(sent[0]!.text).toContain('https://keys.test/dashboard');
    expect(sent[0]!.text).toContain('https://keys.test/checkout');
    expect(await access.authenticator.authenticate(keyIn(sent[0]))).toMatchObject({ keyName: 'by mail' });
  });

  it('mints the key when it sends: none exists before, and none in clear after', async () => {
    expect(await mailed()).toEqual([]);
    await worker().deliver();
    const rows = await database.query('SELECT * FROM outbox');
    expect(JSON.stringify(rows)).not.toContain(keyIn(sent[0]).slice(14));
    expect(JSON.stringify((await access.audit({ count: 100 })).rows)).not.toContain(keyIn(sent[0]).slice(14));
  });

  it('tries again after a pause, with another secret for the same key: the one before is worth nothing', async () => {
    refusal = new Error('450 mailbox busy');
    await worker().deliver();
    expect(sent).toHaveLength(1);
    expect(await access.authenticator.authenticate(keyIn(sent[0]))).toBeUndefined();
    await worker().deliver();
    expect(sent).toHaveLength(1);
    refusal = undefined;
    clock.advance(5);
    await worker().deliver();
    expect(sent).toHaveLength(2);
    expect(await access.authenticator.authenticate(keyIn(sent[1]))).toBeDefined();
    expect((await mailed()).map(({ state }) => state)).toEqual(['active']);
    expect(outcomes).toEqual(['failed', 'sent']);
  });

  it('waits twice as long after every failure, an hour at most', async () => {
    refusal = new Error('no');
    const pauses: number[] = [];
    for (let attempt = 0; attempt < 13; attempt += 1) {
      await worker().deliver();
      const [row] = await database.query<{ next_attempt_at: number }>('SELECT next_attempt_at FROM outbox');
      pauses.push((row!.next_attempt_at - clock.now()) / 1000);
      clock.time = row!.next_attempt_at;
    }
    expect(pauses).toEqual([5, 10, 20, 40, 80, 160, 320, 640, 1280, 2560, 3600, 3600, 3600]);
  });

  it('gives up at once what is refused for good, ends its key and shows the operator why', async () => {
    refusal = new PermanentRejection('550 no such user');
    await worker().deliver();
    clock.advance(7 * 86_400);
    await worker().deliver();
    expect([sent.length, outcomes]).toEqual([1, ['given_up']]);
    expect((await mailed()).map(({ state }) => state)).toEqual(['revoked']);
    expect((await access.emails.list({ state: 'given_up', count: 5 })).rows).toMatchObject([
      {
        kind: 'key',
        subscription_id: subscriptionId,
        attempts: 1,
        last_error: '550 no such user',
        next_attempt_at: null,
      },
    ]);
    expect((await access.emails.list({ state: 'waiting', count: 5 })).rows).toEqual([]);
    expect((await access.audit({ count: 20, subject: subscriptionId })).rows.map(({ action }) => action)).toContain(
      'mail.give_up',
    );
  });

  it('looks every few seconds by itself', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      worker();
      vi.advanceTimersByTime(4_000);
      expect(sent).toEqual([]);
      vi.advanceTimersByTime(1_000);
    } finally {
      vi.useRealTimers();
    }
    await expect.poll(() => outcomes).toEqual(['sent']);
  });

  it('ends what it has begun when it is closed, and begins nothing more', async () => {
    await enqueue(subscriptionId);
    const server = new EventEmitter();
    const made = worker(async () => void (await once(server, 'accepted')));
    made.wake();
    await expect.poll(() => sent.length).toBe(1);
    const closed = made.close();
    server.emit('accepted');
    await closed;
    expect([sent.length, outcomes]).toEqual([1, ['sent']]);
  });

  it('gives up after three days of failures, having made one key for all of them', async () => {
    refusal = new Error('connection refused');
    const start = clock.now();
    for (let round = 0; round < 100; round += 1) {
      await worker().deliver();
      clock.advance(3600);
    }
    expect([sent.length, outcomes.at(-1)]).toEqual([80, 'given_up']);
    expect((await mailed()).map(({ state }) => state)).toEqual(['revoked']);
    const [email] = (await access.emails.list({ count: 1 })).rows;
    expect((Date.parse(email!.given_up_at!) - start) / 86_400_000).toBeGreaterThan(3);
  });

  it('ends what was rotated from a key whose e-mail was stolen, and mints another key', async () => {
    refusal = new Error('timeout after the server had taken it');
    let stolen = '';
    await worker(async (message) => {
      const thief = await access.authenticator.authenticate(keyIn(message));
      stolen = (await access.keys.rotate(thief!.keyId, 60, 'customer:thief')).key;
    }).deliver();
    refusal = undefined;
    clock.advance(5);
    await worker().deliver();
    expect(await access.authenticator.authenticate(stolen)).toBeUndefined();
    const last = sent.filter(({ text }) => KEY.test(text)).at(-1);
    expect(await access.authenticator.authenticate(keyIn(last))).toBeDefined();
  });

  it('e-mails the customer about a rotation with key ids and without a key', async () => {
    await worker().deliver();
    const { id } = (await mailed())[0]!;
    const rotated = await access.keys.rotate(id, 60, `customer:${id}`);
    await worker().deliver();
    await worker().deliver();
    expect(sent).toHaveLength(2);
    expect(sent[1]).toMatchObject({
      to: { email: 'ada@example.com' },
      subject: expect.stringContaining('was rotated'),
    });
    for (const part of [`new key: ${rotated.id}`, `old key: ${id}`, '2030-01-31T12:01:00.000Z']) {
      expect(sent[1]!.text).toContain(part);
    }
    expect(sent[1]!.text).not.toMatch(/cvs_/);
    expect(await access.authenticator.authenticate(rotated.key)).toBeDefined();
  });

  it('sends no rotation e-mail without a mail server or a known address', async () => {
    await worker().deliver();
    const silent = await store.open(clock);
    const { id } = (await mailed())[0]!;
    await silent.keys.rotate(id, 60, 'test');
    const nameless = await access.keys.create({ name: 'no address' }, 'test');
    await access.keys.rotate(nameless.id, 0, 'test');
    await worker().deliver();
    expect(sent).toHaveLength(1);
    await silent.close();
  });

  it('leaves out of the greeting a name that a mail program may turn into a link', async () => {
    const name = 'Locked: https://evil.example/login now';
    await database.transaction((sql) => sql.query('UPDATE customers SET name = $1', [name]));
    await worker().deliver();
    expect(sent[0]!.text).toMatch(/^Hello,$/m);
    expect(sent[0]!.text).not.toContain('evil');
  });

  it('sends an e-mail once though two replicas look for it at the same time', async () => {
    await Promise.all([worker().deliver(), worker().deliver(), worker().deliver()]);
    expect(sent).toHaveLength(1);
    expect((await mailed()).map(({ state }) => state)).toEqual(['active']);
  });

  it('takes over what a killed process left, two minutes later, and revokes the key that it had made', async () => {
    let release = () => {};
    const killed = worker(
      () =>
        new Promise((resolve) => {
          release = resolve;
        }),
    );
    const never = killed.deliver();
    await expect.poll(() => sent.length).toBe(1);
    clock.advance(119);
    await worker().deliver();
    expect(sent).toHaveLength(1);
    clock.advance(1);
    await worker().deliver();
    expect(sent).toHaveLength(2);
    expect(await access.authenticator.authenticate(keyIn(sent[0]))).toBeUndefined();
    expect(await access.authenticator.authenticate(keyIn(sent[1]))).toBeDefined();
    release();
    await never;
    expect(await access.authenticator.authenticate(keyIn(sent[1]))).toBeDefined();
  });

  it('sends all that waits, in the order in which it came', async () => {
    const customer = await access.customers.create({ name: 'Bob', email: 'bob@example.com' }, 'test');
    const input = { customer_id: customer.id, plan: 'standard', deliver_key: 'response' } as const;
    const { subscription } = await access.subscriptions.create(input, 'test');
    clock.advance(1);
    await enqueue(subscription.id);
    await worker().deliver();
    expect(sent.map(({ to }) => to.name)).toEqual(['Ada', 'Bob']);
  });
});
