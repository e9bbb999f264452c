import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Access } from '../../src/access/index.ts';
import { Clock, stores, type TestStore } from './support/stores.ts';

const ACTOR = 'test';

describe.each(stores)('customers, plans and subscriptions in $name', ({ create }) => {
  let store: TestStore;
  let access: Access;
  let clock: Clock;

  beforeEach(async () => {
    clock = new Clock();
    store = await create();
    access = await store.open(clock);
  });

  afterEach(async () => {
    await access.close();
    await store.dispose();
  });

  async function subscribe(periodEnd?: number) {
    const customer = await access.customers.create({ name: 'Ada', email: 'ada@example.com' }, ACTOR);
    await access.plans.put({ id: 'gold', name: 'Gold', limit: 600, window_seconds: 10 }, ACTOR);
    const created = await access.subscriptions.create(
      { customer_id: customer.id, plan: 'gold', period_end: periodEnd },
      ACTOR,
    );
    return { customer, subscription: created.subscription, key: created.key! };
  }

  it("gives a subscription's key the limit and window of its plan, also after the plan changes", async () => {
    const { key } = await subscribe();
    expect(await access.authenticator.authenticate(key.key)).toMatchObject({ limit: 600, windowSeconds: 10 });
    await access.plans.put({ id: 'gold', name: 'Gold', limit: 700, window_seconds: 20 }, ACTOR);
    clock.advance(1);
    expect(await access.authenticator.authenticate(key.key)).toMatchObject({ limit: 700, windowSeconds: 20 });
    expect(await access.plans.list()).toEqual([
      { id: 'gold', name: 'Gold', limit: 700, window_seconds: 20 },
      { id: 'standard', name: 'Standard', limit: null, window_seconds: 60 },
    ]);
  });

  it('lets a subscription expire by the clock alone', async () => {
    const { key, subscription } = await subscribe(clock.now() + 10_000);
    clock.advance(9.9);
    expect(await access.authenticator.authenticate(key.key)).toMatchObject({ status: 'active' });
    clock.advance(0.1);
    expect(await access.authenticator.authenticate(key.key)).toMatchObject({ status: 'expired' });
    expect(await access.subscriptions.show(subscription.id)).toMatchObject({ status: 'expired' });
  });

  it('opens an expired subscription again when its status is set, with or without a new period', async () => {
    const { key, subscription } = await subscribe(clock.now() + 1000);
    clock.advance(2);
    const endless = await access.subscriptions.update(subscription.id, { status: 'active' }, ACTOR);
    expect(endless).toMatchObject({ status: 'active', period_end: null });
    const paid = { status: 'active', period_end: clock.now() + 60_000 };
    expect(await access.subscriptions.update(subscription.id, paid, ACTOR)).toMatchObject({
      period_end: '2030-01-31T12:01:02.000Z',
    });
    expect(await access.authenticator.authenticate(key.key)).toMatchObject({ status: 'active' });
  });

  it('keeps the period of a subscription whose status is set while it runs', async () => {
    const { subscription } = await subscribe(clock.now() + 60_000);
    const updated = await access.subscriptions.update(subscription.id, { status: 'past_due' }, ACTOR);
    expect(updated).toMatchObject({ status: 'past_due', period_end: subscription.period_end });
  });

  it('gives every key of a subscription its status', async () => {
    const { key, subscription } = await subscribe();
    const second = await access.keys.create({ name: 'second', subscription_id: subscription.id }, ACTOR);
    await access.keys.setStatus(key.id, 'unpaid', ACTOR);
    expect(await access.authenticator.authenticate(second.key)).toMatchObject({ status: 'unpaid' });
    expect((await access.keys.list({ subscription_id: subscription.id })).rows.map(({ name }) => name).sort()).toEqual([
      'Ada',
      'second',
    ]);
  });

  it('finds a customer by part of a name or address in any letter case, or by an id of theirs', async () => {
    const { customer, subscription, key } = await subscribe();
    await access.customers.create({ name: 'Bob 100%', email: 'bob@example.org' }, ACTOR);
    for (const text of ['aDA', 'EXAMPLE.COM', customer.id, subscription.id, key.id, ' ada ']) {
      const { rows: found } = await access.customers.search({ search: text, count: 10 });
      expect(found.map(({ name }) => name)).toEqual(['Ada']);
    }
    expect((await access.customers.search({ search: '0%', count: 10 })).rows.map(({ name }) => name)).toEqual([
      'Bob 100%',
    ]);
    for (const text of ['%', '_']) {
      expect((await access.customers.search({ search: text, count: 10 })).rows).toHaveLength(text === '%' ? 1 : 0);
    }
    expect((await access.customers.search({ search: "'\0\ud800", count: 10 })).rows).toEqual([]);
    expect((await access.customers.search({ count: 1 })).rows).toHaveLength(1);
    expect((await access.customers.search({ count: 10, skip: 1 })).rows).toHaveLength(1);
  });

  it('changes a customer', async () => {
    const { customer } = await subscribe();
    await access.customers.update(customer.id, { email: 'ada@example.net' }, ACTOR);
    expect(await access.customers.show(customer.id)).toMatchObject({ name: 'Ada', email: 'ada@example.net' });
  });

  it.each([
    ['no address', { name: 'x', email: 'nobody' }],
    ['a second header line in the address', { name: 'x', email: 'a@b.co\nBcc: c@d.co' }],
    ['two addresses', { name: 'x', email: 'a@b.co,c@d.co' }],
    ['no name', { name: '' }],
    ['an address in the name', { name: 'Your account is locked: https://evil.example/login now' }],
    ['an address in wide letters', { name: 'See ｈｔｔｐｓ：／／evil.example' }],
    ['an address without a scheme', { name: 'Go to evil.example/login' }],
    ['an address with www', { name: 'See www.evil.example' }],
    ['an address with a port', { name: 'evil.example:8080' }],
    ['a turned reading direction in the name', { name: '\u202eevil' }],
    ['a mark of reading direction in the name', { name: 'a\u200fb' }],
    ['a character without width in the name', { name: 'A\u200bda' }],
    ['a letter without a shape as the name', { name: '\u3164' }],
    ['a character without width in the address', { name: 'x', email: 'a\u200b@x.example' }],
    ['a turned reading direction in the address', { name: 'x', email: 'a\u202e@x.example' }],
  ])('refuses a customer with %s', async (_, input) => {
    await expect(access.customers.create(input, ACTOR)).rejects.toMatchObject({ code: 'invalid_request' });
  });

  it.each(['Booking.com', 'Smith & Söhne / Co. KG', 'Ada <ada>: "q"', 'A.B. Ltd', '日本語 株式会社', 'Ünï 👍'])(
    'takes the name %s',
    async (name) => {
      expect(await access.customers.create({ name, email: 'ünï@exаmple.com' }, ACTOR)).toMatchObject({ name });
    },
  );

  it('refuses such names for keys and plans too', async () => {
    const field = { code: 'invalid_request', details: { field: 'name' } };
    for (const name of ['http://evil.example', 'a\u2066b']) {
      await expect(access.keys.create({ name }, ACTOR)).rejects.toMatchObject(field);
      const plan = { id: 'p', name, limit: null, window_seconds: 60 };
      await expect(access.plans.put(plan, ACTOR)).rejects.toMatchObject(field);
    }
  });

  it('refuses what is not known or already there', async () => {
    const { customer, subscription } = await subscribe();
    const book = access.subscriptions;
    const missing = { code: 'not_found' };
    await expect(book.create({ customer_id: 'nope', plan: 'gold' }, ACTOR)).rejects.toMatchObject(missing);
    await expect(book.create({ customer_id: customer.id, plan: 'nope' }, ACTOR)).rejects.toMatchObject(missing);
    await expect(book.update('nope', { status: 'active' }, ACTOR)).rejects.toMatchObject(missing);
    await expect(book.update(subscription.id, { plan: 'nope' }, ACTOR)).rejects.toMatchObject(missing);
    await expect(book.show("\0'")).rejects.toMatchObject(missing);
    const input = { customer_id: customer.id, plan: 'gold', external_ref: 'ext-1' };
    await book.create(input, ACTOR);
    await expect(book.create(input, ACTOR)).rejects.toMatchObject({ details: { field: 'external_ref' } });
    await expect(book.create({ ...input, deliver_key: 'email' }, ACTOR)).rejects.toMatchObject({
      details: { field: 'deliver_key' },
    });
    expect(await book.list(customer.id)).toHaveLength(2);
  });

  it('counts requests per key and day, and shows them with those of the key it was rotated from', async () => {
    const { key } = await subscribe();
    access.usageRecorder.record(key.id, true);
    access.usageRecorder.record(key.id, true, 4);
    access.usageRecorder.record(key.id, false, 3);
    await access.usageRecorder.flush();
    clock.advance(86_400);
    const rotated = await access.keys.rotate(key.id, 60, ACTOR);
    access.usageRecorder.record(rotated.id, true);
    access.usageRecorder.record(key.id, true);
    access.usageRecorder.record('unknown', true);
    await access.usageRecorder.flush();
    const days = (await access.usage(rotated.id, 30)).map(({ day, requests, refused }) => ({ day, requests, refused }));
    expect(days).toEqual([
      { day: '2030-01-31', requests: 5, refused: 3 },
      { day: '2030-02-01', requests: 1, refused: 0 },
      { day: '2030-02-01', requests: 1, refused: 0 },
    ]);
    expect(await access.usage(key.id, 1)).toHaveLength(2);
    expect(await access.keys.show(key.id)).toMatchObject({ last_used_at: '2030-02-01T12:00:00.000Z' });
  });

  it('adds up what several replicas counted, and what was counted when it closed', async () => {
    const { key } = await subscribe();
    const other = await store.open(clock);
    for (let request = 0; request < 3; request += 1) other.usageRecorder.record(key.id, true);
    access.usageRecorder.record(key.id, true);
    await Promise.all([other.close(), access.usageRecorder.flush()]);
    expect(await access.usage(key.id, 1)).toMatchObject([{ requests: 4 }]);
  });

  it('writes who did what and when, the newest first, and never a key', async () => {
    const { key, subscription } = await subscribe();
    clock.advance(1);
    await access.keys.revoke(key.id, 'cli:ada');
    await access.subscriptions.update(subscription.id, { status: 'canceled' }, 'admin');
    const { rows: lines } = await access.audit({ count: 100 });
    expect(lines.map(({ action }) => action)).toEqual([
      'subscription.update',
      'key.revoke',
      'key.create',
      'subscription.create',
      'plan.put',
      'customer.create',
    ]);
    expect((await access.audit({ count: 1, subject: key.id })).rows).toMatchObject([
      { actor: 'cli:ada', action: 'key.revoke', subject: key.id, detail: {}, at: '2030-01-31T12:00:01.000Z' },
    ]);
    expect(JSON.stringify(lines)).not.toContain(key.key.slice(14));
  });

  it('refuses to change or delete rows of the audit table', async () => {
    await subscribe();
    const database = await store.database();
    for (const statement of ["UPDATE audit SET actor = 'me'", 'DELETE FROM audit']) {
      const change = database.transaction((sql) => sql.query(statement));
      await expect(change).rejects.toThrow('the audit table is append-only');
    }
    await database.close();
  });
});
