import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Access } from '../../src/access/index.ts';
import { eventually } from '../support/eventually.ts';
import { Clock, stores, type TestStore } from './support/stores.ts';

describe.each(stores)('idempotency on $name', (kind) => {
  let store: TestStore;
  let clock: Clock;
  let access: Access;
  const request = { key: 'one', token: 'Bearer a', content: 'POST /x {}' };
  let runs = 0;
  const run = async () => ({ run: ++runs, key: 'cvs_secret' });
  const recover = async () => undefined;

  beforeEach(async () => {
    store = await kind.create();
    clock = new Clock();
    access = await store.open(clock);
    runs = 0;
  });

  afterEach(async () => {
    vi.useRealTimers();
    await access.close();
    await store.dispose();
  });

  it('is per sender and for a day, and stores no answer in clear text', async () => {
    const first = await access.idempotency.once(request, { run });
    expect(await access.idempotency.once(request, { run })).toEqual({ ...first, replayed: true });
    await access.idempotency.once({ ...request, token: 'Bearer b' }, { run });
    expect(runs).toBe(2);
    const database = await store.database();
    expect(JSON.stringify(await database.query('SELECT * FROM idempotency'))).not.toMatch(/cvs_secret|Bearer|POST/);
    await database.close();
    clock.advance(86_401);
    expect(await access.idempotency.once(request, { run })).toMatchObject({ body: { run: 3 }, replayed: false });
  });

  /** A request that is under way until `end` is called. */
  async function begun(idempotency = access.idempotency) {
    let end: (body: object) => void = () => undefined;
    let fail: (error: Error) => void = () => undefined;
    let ended: Promise<unknown> = Promise.resolve();
    await new Promise<void>((resolve) => {
      const work = () =>
        new Promise<object>((done, failed) => {
          [end, fail] = [done, failed];
          resolve();
        });
      ended = idempotency.once(request, { run: work, recover: async () => undefined });
      ended.catch(() => undefined);
    });
    return { end, fail, ended };
  }

  it('refuses a repetition while the first is under way', async () => {
    const { end, ended } = await begun();
    clock.advance(15);
    for (const recover of [undefined, async () => ({})]) {
      await expect(access.idempotency.once(request, { run, recover })).rejects.toMatchObject({
        ...{ code: 'conflict', message: expect.stringContaining('still running; try again in 6 seconds') },
        details: { retry_after_seconds: 6 },
      });
    }
    end({});
    await ended;
    expect(runs).toBe(0);
  });

  it('is under way for however long its process says so', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const { end, ended } = await begun();
    clock.advance(25);
    vi.advanceTimersByTime(5_000);
    const database = await store.database();
    await eventually(async () => {
      const [row] = await database.query('SELECT lease_until FROM idempotency');
      expect(row).toEqual({ lease_until: clock.time + 20_000 });
    });
    await database.close();
    await expect(access.idempotency.once(request, { run, recover: async () => ({}) })).rejects.toThrow('still running');
    end({ first: true });
    await ended;
    expect(vi.getTimerCount()).toBe(0);
    expect((await access.idempotency.once(request, { run })).body).toEqual({ first: true });
  });

  it('says of a request that was interrupted that it was, unless its caller can recover', async () => {
    const first = await begun();
    clock.advance(21);
    await expect(access.idempotency.once(request, { run })).rejects.toMatchObject({
      ...{ code: 'conflict', message: expect.stringContaining('was interrupted'), details: undefined },
    });
    const other = { ...request, content: 'POST /y {}' };
    await expect(access.idempotency.once(other, { run, recover: async () => undefined })).rejects.toThrow('was used');
    expect(runs).toBe(0);
    const again = await access.idempotency.once(request, { run, recover: async () => undefined });
    expect(again).toMatchObject({ body: { run: 1 }, replayed: false });
    // The first was slow only: neither its answer nor its failure changes anything.
    first.end({ first: true });
    await first.ended;
    expect(await access.idempotency.once(request, { run })).toMatchObject({ body: { run: 1 }, replayed: true });
  });

  it('gives the answer to what an interrupted request has done', async () => {
    const first = await begun();
    clock.advance(21);
    const ids: string[] = [];
    const recover = async (id: string) => ({ found: ids.push(id) });
    expect(await access.idempotency.once(request, { run, recover })).toEqual({ body: { found: 1 }, replayed: true });
    expect(await access.idempotency.once(request, { run, recover })).toEqual({ body: { found: 1 }, replayed: true });
    expect([runs, ids[0]]).toEqual([0, expect.stringMatching(/^[\da-f]{64}$/)]);
    first.fail(new Error('late'));
    await expect(first.ended).rejects.toThrow('late');
    expect((await access.idempotency.once(request, { run })).replayed).toBe(true);
  });

  it('is taken over by one repetition of several', async () => {
    await begun();
    clock.advance(21);
    const other = await store.open(clock);
    let refused = 0;
    // Whoever took it over works until all others are refused.
    const slowly = async () => {
      const body = { run: ++runs };
      await eventually(() => expect(runs + refused).toBe(4));
      return body;
    };
    const attempts = [access, other, access, other].map(({ idempotency }) =>
      idempotency.once(request, { run: slowly, recover }).catch((error) => {
        refused += 1;
        throw error;
      }),
    );
    const outcomes = (await Promise.allSettled(attempts)).map(({ status }) => status);
    expect([runs, outcomes.filter((status) => status === 'fulfilled').length]).toEqual([1, 1]);
    await other.close();
  });

  it('is taken over when the clock was set back', async () => {
    await begun();
    clock.advance(-3_600);
    expect(await access.idempotency.once(request, { run, recover })).toMatchObject({ body: { run: 1 } });
  });
});
