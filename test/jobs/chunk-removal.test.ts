import { describe, expect, it } from 'vitest';
import { type Clock, stores, type TestStore } from '../access/support/stores.ts';
import { eventually } from '../support/eventually.ts';
import { claims, JobProcess, openBeforeEach } from './support/job-tests.ts';

/** A hundred chunks. */
const ROWS = claims(5_000);

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
  /** What stands in a queue beside the chunks. */
  const queued = async () => {
    const { database } = one.access;
    if (database.dialect === 'sqlite') return 0;
    const [row] = await database.query('SELECT current_schema() AS schema');
    const [found] = await database.query<{ total: number }>(`SELECT count(*) AS total FROM ${row!.schema}_queue.job`);
    return found!.total;
  };

  it('are deleted after the answer, while others write', async () => {
    const { id } = await one.submit(ROWS);
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
    expect([await queued(), await one.jobs.work.lease()]).toEqual([0, undefined]);
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
    expect([await count(), await queued()]).toEqual([0, 0]);
    await other.close();
  });

  it('leave the queue when it is canceled, and are kept', async () => {
    const { id } = await one.submit(ROWS);
    await one.jobs.store.cancel('key:a', id);
    await eventually(async () => expect([await count('order_no IS NOT NULL'), await queued()]).toEqual([0, 0]));
    expect(await count()).toBe(100);
  });
});
