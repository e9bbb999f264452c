import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Access } from '../../src/access/index.ts';
import { UsageRecorder } from '../../src/access/usage-recorder.ts';
import { Clock, stores, type TestStore } from './support/stores.ts';

describe.each(stores)('usage in $name', ({ create }) => {
  let store: TestStore;
  let access: Access;
  const clock = new Clock();

  beforeEach(async () => {
    store = await create();
    access = await store.open(clock);
  });

  afterEach(async () => {
    await access.close();
    await store.dispose();
  });

  it('of several keys and days is added to what is there, and of a key that is gone left out', async () => {
    const [{ id: ada }, { id: bob }] = [
      await access.keys.create({ name: 'ada' }, 'test'),
      await access.keys.create({ name: 'bob' }, 'test'),
    ];
    const { usageRecorder } = access;
    usageRecorder.record(ada, true, 2);
    usageRecorder.record('gone', true);
    await usageRecorder.flush();
    usageRecorder.record(ada, false);
    clock.advance(24 * 3600);
    usageRecorder.record(ada, true);
    usageRecorder.record(bob, true, 3);
    await usageRecorder.flush();
    const days = async (id: string) =>
      (await access.usage(id, 2)).map(({ requests, refused }) => [requests, refused]).sort();
    expect(await days(ada)).toEqual([
      [1, 0],
      [2, 1],
    ]);
    expect(await days(bob)).toContainEqual([3, 0]);
    const used = (await access.keys.list()).rows.map(({ last_used_at }) => last_used_at);
    const now = new Date(clock.now()).toISOString();
    expect(used).toEqual([now, now]);
  });

  it('is written in few statements, however many keys there are', async () => {
    const recorder = new UsageRecorder(access.database, clock.now);
    const statements: string[] = [];
    vi.spyOn(access.database, 'transaction').mockImplementation((work) =>
      work({
        query: async (text) => {
          statements.push(text);
          return [];
        },
      }),
    );
    for (let key = 0; key < 50; key += 1) recorder.record(`key ${key}`, true);
    await recorder.flush();
    expect(statements.length).toBeLessThanOrEqual(3);
    vi.restoreAllMocks();
    await recorder.close();
  });
});
