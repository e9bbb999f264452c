import { describe, expect, it } from 'vitest';
import { type Clock, stores, type TestStore } from '../access/support/stores.ts';
import { eventually } from '../support/eventually.ts';
import { claims, JobProcess, openBeforeEach } from './support/job-tests.ts';

/** A hundred chunks. */
const ROWS = claims(5_000);
/** So many chunks that their removal takes several turns on a fast database too. */
const MANY_ROWS = claims(25_000);

describe.each(stores)('the chunks of a job that has ended on $name', (kind) => {
  let store: TestStore;
  let clock: Clock;
  let one: JobProcess;
  openBeforeEach(kind, (opened) => {
    ({ clock, one, store } = opened);
  });

  const count = async (where = 'TRUE') =>
    (await one.access.database.query<{ total: number }>(`SELECT count(*) AS total FROM job_chunks WHERE ${where}`))[0]!
      .total;

  it('are deleted after the answer, while others write', async () => {
    const { id } = await one.submit(MANY_ROWS);
    await one.jobs.store.delete('key:a', id);
    await expect(one.jobs.store.get('key:a', id)).rejects.toMatchObject({ code: 'not_found' });
    const seen = new Set<number>();
    while (!seen.has(0)) {
      seen.add(
        await one.access.database.transaction(async (sql) => {
          const [row] = await sql.query<{ total: number }>('SELECT count(*) AS total FROM job_chunks');
          return row!.total;
        }),
      );
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(seen.size).toBeGreaterThan(2);
    expect(await one.jobs.work.lease()).toBeUndefined();
  });

  it('are left to the next process when the first one stops', async () => {
    const { id } = await one.submit(ROWS);
    await one.jobs.store.delete('key:a', id);
    await one.jobs.store.close();
    const left = await count();
    expect(left).toBeGreaterThan(10);
    await one.jobs.store.prune();
    expect(await count()).toBe(left);
    const other = await JobProcess.open(store, clock);
    expect(await other.jobs.store.prune()).toBe(1);
    expect(await count()).toBe(0);
    await other.close();
  });

  it('leave the queue when it is canceled, and are kept', async () => {
    const { id } = await one.submit(ROWS);
    await one.jobs.store.cancel('key:a', id);
    expect(await one.jobs.work.lease()).toBeUndefined();
    await eventually(async () => expect(await count('order_no IS NOT NULL')).toBe(0));
    expect(await count()).toBe(100);
  });

  it('leave the queue by the next process when the first one stops', async () => {
    const { id } = await one.submit(ROWS);
    await one.jobs.store.close();
    await one.jobs.store.cancel('key:a', id);
    expect(await count('order_no IS NOT NULL')).toBeGreaterThan(10);
    const other = await JobProcess.open(store, clock);
    await other.jobs.store.prune();
    expect([await count('order_no IS NOT NULL'), await count()]).toEqual([0, 100]);
    await other.close();
  });
});
