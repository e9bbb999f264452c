import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Access } from '../../../src/access/index.ts';
import { enqueueKeyMail } from '../../../src/access/mail/outbox.ts';
import { type Letter, Postman } from '../../../src/access/mail/postman.ts';
import type { Database } from '../../../src/access/sql/types.ts';
import { Clock, stores, type TestStore } from '../support/stores.ts';

const KEY = /cvs_[0-9A-Za-z]{40}/;

describe.each(stores)('the outbox in $name', ({ create }) => {
  let store: TestStore;
  let access: Access;
  let database: Database;
  let clock: Clock;
  let sent: Letter[];
  let refusal: Error | undefined;
  let postmen: Postman[];

  beforeEach(async () => {
    clock = new Clock();
    store = await create();
    access = await store.open(clock);
    database = await store.database();
    sent = [];
    refusal = undefined;
    postmen = [];
    const customer = await access.customers.create({ name: 'Ada', email: 'ada@example.com' }, 'test');
    const { subscription } = await access.subscriptions.create({ customerId: customer.id, plan: 'standard' }, 'test');
    await enqueue(subscription.id);
  });

  afterEach(async () => {
    for (const postman of postmen) await postman.close();
    await database.close();
    await access.close();
    await store.dispose();
  });

  function enqueue(subscriptionId: string) {
    const change = { actor: 'test', now: clock.now() };
    return database.transaction((sql) => enqueueKeyMail(sql, { subscriptionId, keyName: 'by mail' }, change));
  }

  function postman(send?: (letter: Letter) => Promise<void>): Postman {
    const mailer = {
      send: async (letter: Letter) => {
        sent.push(letter);
        await send?.(letter);
        if (refusal) throw refusal;
      },
      close: () => undefined,
    };
    const addresses = { dashboardUrl: 'https://keys.test/dashboard', checkoutUrl: 'https://keys.test/checkout' };
    const made = new Postman(database, { mailer, now: clock.now, ...addresses });
    postmen.push(made);
    return made;
  }

  const keyIn = (letter: Letter | undefined) => KEY.exec(letter?.text ?? '')?.[0] ?? '';
  const mailed = async () => (await access.keys.list()).filter(({ name }) => name === 'by mail');

  it('sends a key that works, with the addresses of the settings, once', async () => {
    await postman().deliver();
    await postman().deliver();
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({ to: { name: 'Ada', email: 'ada@example.com' } });
    expect(sent[0]!.text).toContain('https://keys.test/dashboard');
    expect(sent[0]!.text).toContain('https://keys.test/checkout');
    expect(await access.authenticator.authenticate(keyIn(sent[0]))).toMatchObject({ keyName: 'by mail' });
  });

  it('mints the key when it sends: none exists before, and none in clear after', async () => {
    expect(await mailed()).toEqual([]);
    await postman().deliver();
    const rows = await database.query('SELECT * FROM outbox');
    expect(JSON.stringify(rows)).not.toContain(keyIn(sent[0]).slice(14));
    expect(JSON.stringify(await access.audit(100))).not.toContain(keyIn(sent[0]).slice(14));
  });

  it('tries again after a pause, with another key, and revokes the one that was not delivered', async () => {
    refusal = new Error('450 mailbox busy');
    await postman().deliver();
    expect(sent).toHaveLength(1);
    expect(await access.authenticator.authenticate(keyIn(sent[0]))).toBeUndefined();
    await postman().deliver();
    expect(sent).toHaveLength(1);
    refusal = undefined;
    clock.advance(5);
    await postman().deliver();
    expect(sent).toHaveLength(2);
    expect(await access.authenticator.authenticate(keyIn(sent[1]))).toBeDefined();
    expect((await mailed()).map(({ state }) => state).sort()).toEqual(['active', 'revoked']);
  });

  it('waits twice as long after every failure, an hour at most', async () => {
    refusal = new Error('no');
    const pauses: number[] = [];
    for (let attempt = 0; attempt < 13; attempt += 1) {
      await postman().deliver();
      const [row] = await database.query<{ next_attempt_at: number }>('SELECT next_attempt_at FROM outbox');
      pauses.push((row!.next_attempt_at - clock.now()) / 1000);
      clock.time = row!.next_attempt_at;
    }
    expect(pauses).toEqual([5, 10, 20, 40, 80, 160, 320, 640, 1280, 2560, 3600, 3600, 3600]);
  });

  it('sends a letter once though two replicas look for it at the same time', async () => {
    await Promise.all([postman().deliver(), postman().deliver(), postman().deliver()]);
    expect(sent).toHaveLength(1);
    expect((await mailed()).map(({ state }) => state)).toEqual(['active']);
  });

  it('takes over what a killed process left, two minutes later, and revokes the key that it had made', async () => {
    let release = () => {};
    const killed = postman(
      () =>
        new Promise((resolve) => {
          release = resolve;
        }),
    );
    const never = killed.deliver();
    await expect.poll(() => sent.length).toBe(1);
    clock.advance(119);
    await postman().deliver();
    expect(sent).toHaveLength(1);
    clock.advance(1);
    await postman().deliver();
    expect(sent).toHaveLength(2);
    expect(await access.authenticator.authenticate(keyIn(sent[0]))).toBeUndefined();
    expect(await access.authenticator.authenticate(keyIn(sent[1]))).toBeDefined();
    release();
    await never;
    expect(await access.authenticator.authenticate(keyIn(sent[1]))).toBeDefined();
  });

  it('sends all that waits, in the order in which it came', async () => {
    const customer = await access.customers.create({ name: 'Bob', email: 'bob@example.com' }, 'test');
    const input = { customerId: customer.id, plan: 'standard' };
    const { subscription } = await access.subscriptions.create(input, 'test');
    clock.advance(1);
    await enqueue(subscription.id);
    await postman().deliver();
    expect(sent.map(({ to }) => to.name)).toEqual(['Ada', 'Bob']);
  });
});
