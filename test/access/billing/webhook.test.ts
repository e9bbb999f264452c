import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SignedBody } from '../../../src/access/billing/events.ts';
import type { Access } from '../../../src/access/index.ts';
import { beginAttempt } from '../../../src/access/mail/outbox.ts';
import { signBody } from '../../support/sign-body.ts';
import { Clock, stores, type TestStore } from '../support/stores.ts';

const SECRET = 'a shared secret of the bridge';
const CUSTOMER = { name: 'Ada', email: 'ada@example.com' };

describe.each(stores)('billing events in $name', ({ create }) => {
  let store: TestStore;
  let access: Access;
  let clock: Clock;

  beforeEach(async () => {
    clock = new Clock();
    store = await create();
    access = await store.open(clock, { billingSecret: SECRET });
  });

  afterEach(async () => {
    await access.close();
    await store.dispose();
  });

  const receive = (delivery: SignedBody) => access.billing!.receive(delivery, (body) => JSON.parse(body.toString()));

  function send(event: object) {
    const body = Buffer.from(JSON.stringify(event));
    return receive({ body, signature: signBody(SECRET, body, Math.floor(clock.now() / 1000)) });
  }

  function event(type: string, more: object = {}) {
    const created_at = new Date(clock.now()).toISOString();
    return { id: `evt-${type}`, type: `subscription.${type}`, created_at, subscription: 'ext-1', ...more };
  }

  async function activate() {
    const period_end = new Date(clock.now() + 3_600_000).toISOString();
    const result = await send(event('activated', { customer: CUSTOMER, period_end }));
    return { ...result, subscriptionId: result.subscriptionId! };
  }

  const status = async (id: string) => (await access.subscriptions.show(id)).status;

  it('activates a new subscription with its customer and puts a key into the outbox, without minting it', async () => {
    const { outcome, subscriptionId } = await activate();
    expect(outcome).toBe('applied');
    expect(await access.subscriptions.show(subscriptionId)).toMatchObject({
      status: 'active',
      plan: 'standard',
      periodEnd: '2030-01-31T13:00:00.000Z',
      externalRef: 'ext-1',
    });
    expect(await access.customers.search({ text: 'ext-1', count: 2 })).toMatchObject([CUSTOMER]);
    expect(await access.keys.list()).toEqual([]);
    const database = await store.database();
    expect(await beginAttempt(database, clock.now())).toMatchObject({ attempt: 1, recipient: CUSTOMER });
    await database.close();
  });

  it('renews, marks past due and cancels', async () => {
    const { subscriptionId } = await activate();
    clock.advance(7200);
    expect(await status(subscriptionId)).toBe('expired');
    await send(event('renewed', { period_end: '2030-03-01T00:00:00Z' }));
    expect(await access.subscriptions.show(subscriptionId)).toMatchObject({
      status: 'active',
      periodEnd: '2030-03-01T00:00:00.000Z',
    });
    clock.advance(1);
    await send(event('past_due'));
    expect(await status(subscriptionId)).toBe('past_due');
    clock.advance(1);
    await send(event('canceled'));
    expect(await status(subscriptionId)).toBe('canceled');
  });

  it('applies an event once, also when it is delivered many times at once', async () => {
    const results = await Promise.all(Array.from({ length: 4 }, activate));
    expect(results.map(({ outcome }) => outcome).sort()).toEqual(['applied', 'duplicate', 'duplicate', 'duplicate']);
    expect(new Set(results.map(({ subscriptionId }) => subscriptionId)).size).toBe(1);
    expect(await access.customers.search({ count: 5 })).toHaveLength(1);
    await access.subscriptions.update(results[0]!.subscriptionId, { status: 'unpaid' }, 'test');
    expect(await activate()).toMatchObject({ outcome: 'duplicate' });
    expect(await status(results[0]!.subscriptionId)).toBe('unpaid');
  });

  it('does not let a late event undo a newer one', async () => {
    const { subscriptionId } = await activate();
    const late = event('renewed', { id: 'late', period_end: null });
    clock.advance(10);
    await send(event('canceled'));
    expect(await send(late)).toEqual({ outcome: 'stale', subscriptionId });
    expect(await status(subscriptionId)).toBe('canceled');
    expect(await send(late)).toEqual({ outcome: 'duplicate', subscriptionId });
  });

  it.each(['activated', 'renewed'])('requires period_end, possibly null, in an event %s', async (type) => {
    const { subscriptionId } = await activate();
    clock.advance(7200);
    const silent = event(type, { id: 'silent', customer: CUSTOMER });
    await expect(send(silent)).rejects.toMatchObject({
      code: 'invalid_request',
      message: `Expected period_end in an event of type subscription.${type}: a time, or null for a subscription without an end; got none.`,
      details: { field: 'period_end' },
    });
    expect(await status(subscriptionId)).toBe('expired');
    expect(await send({ ...silent, period_end: null })).toMatchObject({ outcome: 'applied' });
    expect(await access.subscriptions.show(subscriptionId)).toMatchObject({ status: 'active', periodEnd: null });
  });

  it('refuses an event dated more than five minutes ahead, and takes it once its time has come', async () => {
    const { subscriptionId } = await activate();
    const dated = (seconds: number) => new Date(clock.now() + seconds * 1000).toISOString();
    const ahead = event('past_due', { created_at: dated(301) });
    await expect(send(ahead)).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringContaining('at most 5 minutes ahead'),
      details: { field: 'created_at' },
    });
    expect(await send(event('renewed', { created_at: dated(300), period_end: null }))).toMatchObject({
      outcome: 'applied',
    });
    clock.advance(301);
    expect(await send(ahead)).toMatchObject({ outcome: 'applied' });
    expect(await status(subscriptionId)).toBe('past_due');
  });

  it.each([
    [['canceled', 'renewed'], 'canceled'],
    [['renewed', 'canceled'], 'canceled'],
    [['past_due', 'renewed'], 'past_due'],
    [['renewed', 'past_due'], 'past_due'],
    [['canceled', 'past_due', 'renewed'], 'canceled'],
    [['renewed'], 'active'],
  ])('lets what grants less win of events of one moment: %j', async (types, expected) => {
    const { subscriptionId } = await activate();
    clock.advance(1);
    for (const type of types) await send(event(type, type === 'renewed' ? { period_end: null } : {}));
    expect(await status(subscriptionId)).toBe(expected);
  });

  it('asks for an event about an unknown subscription again, once it was activated', async () => {
    const renewed = event('renewed', { period_end: null });
    await expect(send(renewed)).rejects.toMatchObject({ code: 'not_found' });
    await activate();
    expect(await send(renewed)).toMatchObject({ outcome: 'applied' });
  });

  it.each([
    ['an unknown type', { type: 'subscription.paid' }, 'type'],
    ['a time without a zone', { created_at: '2030-01-31T12:00:00' }, 'created_at'],
    ['an unknown field', { amount: 5 }, 'body'],
    ['no customer', { period_end: null }, 'customer'],
    ['an address that is none', { period_end: null, customer: { name: 'Ada', email: 'nobody' } }, 'email'],
  ])('refuses to activate for %s and leaves nothing behind', async (_, more, field) => {
    await expect(send(event('activated', more))).rejects.toMatchObject({ code: 'invalid_request', details: { field } });
    expect(await access.customers.search({ count: 5 })).toEqual([]);
    expect(await activate()).toMatchObject({ outcome: 'applied' });
  });

  it('refuses an unsigned event before it reads it', async () => {
    const delivery = { body: Buffer.from('not json'), signature: undefined };
    await expect(receive(delivery)).rejects.toMatchObject({ code: 'unauthorized' });
  });
});
