import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Access } from '../../src/access/index.ts';
import { Clock, stores, type TestStore } from './support/stores.ts';

describe.each(stores)('idempotency on $name', (kind) => {
  let store: TestStore;
  let clock: Clock;
  let access: Access;
  const request = { key: 'one', token: 'Bearer a', content: 'POST /x {}' };
  let runs = 0;
  const run = async () => ({ run: ++runs, key: 'cvs_secret' });

  beforeEach(async () => {
    store = await kind.create();
    clock = new Clock();
    access = await store.open(clock);
    runs = 0;
  });

  afterEach(async () => {
    await access.close();
    await store.dispose();
  });

  it('is per sender and for a day, and stores no answer in clear text', async () => {
    const first = await access.idempotency.once(request, run);
    expect(await access.idempotency.once(request, run)).toEqual({ ...first, replayed: true });
    await access.idempotency.once({ ...request, token: 'Bearer b' }, run);
    expect(runs).toBe(2);
    const database = await store.database();
    expect(JSON.stringify(await database.query('SELECT * FROM idempotency'))).not.toMatch(/cvs_secret|Bearer|POST/);
    await database.close();
    clock.advance(86_401);
    expect(await access.idempotency.once(request, run)).toMatchObject({ body: { run: 3 }, replayed: false });
  });

  it('refuses a repetition while the first is under way', async () => {
    let end: () => void = () => undefined;
    let started: () => void = () => undefined;
    const isUnderWay = new Promise<void>((resolve) => {
      started = resolve;
    });
    const first = access.idempotency.once(request, () => {
      started();
      return new Promise((resolve) => {
        end = () => resolve({});
      });
    });
    await isUnderWay;
    await expect(access.idempotency.once(request, run)).rejects.toMatchObject({ code: 'conflict' });
    end();
    await first;
  });
});
