import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Access } from '../../src/access/index.ts';
import { Clock, stores, type TestStore } from './support/stores.ts';

const DAY_SECONDS = 86_400;
/** Enqueues e-mails and sends none. */
const mail = { smtpUrl: 'smtp://127.0.0.1:1', from: 'keys@localhost', dashboardUrl: '', checkoutUrl: '' };

describe.each(stores)('data of customers on $name', (kind) => {
  let store: TestStore;
  let clock: Clock;
  let access: Access;

  beforeEach(async () => {
    store = await kind.create();
    clock = new Clock();
    access = await store.open(clock, { retention: { auditDays: 30, usageDays: 10 }, mail, sendEmails: false });
  });

  afterEach(async () => {
    await access.close();
    await store.dispose();
  });

  /** A customer whose key, named after a person, was used once and rotated. */
  async function customer(name: string) {
    const { id } = await access.customers.create({ name, email: `${name}@example.com` }, 'admin');
    const { subscription, key } = await access.subscriptions.create(
      { customer_id: id, plan: 'standard', status: 'active', deliver_key: 'response' },
      'admin',
    );
    const { key: second, id: keyId } = await access.keys.rotate(key!.id, 60, 'admin');
    access.usageRecorder.record(keyId, true);
    await access.usageRecorder.flush();
    return { id, subscription_id: subscription.id, key: second, keyId };
  }

  async function guarded(): Promise<void> {
    const database = await store.database();
    for (const change of ["UPDATE audit SET actor = 'x'", 'DELETE FROM audit']) {
      await expect(database.transaction((sql) => sql.query(change))).rejects.toThrow(/append-only/);
    }
    await database.close();
  }

  it('are gone when deleted, but for lines of the audit without names', async () => {
    const ada = await customer('ada');
    const bob = await customer('bob');
    expect(await access.deleteCustomer(ada.id, 'admin')).toEqual({
      ...{ id: ada.id, subscriptions: 1, keys: 2, usage_days: 1, emails: 1, jobs: 0 },
    });
    clock.advance(10);
    expect(await access.authenticator.authenticate(ada.key)).toBeUndefined();
    expect((await access.customers.search({ count: 9 })).rows.map(({ name }) => name)).toEqual(['bob']);
    const audit = JSON.stringify((await access.audit({ count: 100 })).rows);
    expect(audit).not.toContain('"name":"ada"');
    for (const kept of ['"name":"bob"', ada.keyId, 'customer.delete']) expect(audit).toContain(kept);
    expect(await access.authenticator.authenticate(bob.key)).toBeDefined();
    await expect(access.deleteCustomer(ada.id, 'admin')).rejects.toMatchObject({ code: 'not_found' });
    await guarded();
  });

  it('that were kept long enough are deleted, and no others', async () => {
    const { keyId } = await customer('ada');
    clock.advance(9 * DAY_SECONDS);
    access.usageRecorder.record(keyId, true);
    await access.usageRecorder.flush();
    expect(await access.prune()).toEqual({ audit: 0, usage: 0 });
    clock.advance(2 * DAY_SECONDS);
    expect(await access.prune()).toEqual({ audit: 0, usage: 1 });
    clock.advance(20 * DAY_SECONDS);
    await access.plans.put({ id: 'gold', name: 'Gold', limit: 5, window_seconds: 60 }, 'admin');
    const { audit, usage } = await access.prune();
    expect([audit > 3, usage]).toEqual([true, 1]);
    expect((await access.audit({ count: 100 })).rows.map(({ action }) => action)).toEqual(['plan.put']);
    await guarded();
  });
});
