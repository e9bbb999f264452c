import { statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openAccess } from '../../src/access/index.ts';
import { type Clock, stores, temporaryFolder } from '../access/support/stores.ts';
import { eventually } from '../support/eventually.ts';
import { claims, gate, JobProcess, openBeforeEach, rowsOf } from './support/job-tests.ts';

describe.each(stores)('the jobs of clients on $name', (kind) => {
  let one: JobProcess;
  let clock: Clock;
  openBeforeEach(kind, (opened) => {
    ({ one, clock } = opened);
  });

  /** A customer with a key; its jobs are sent by `submit`. */
  async function customer(name: string) {
    const { keys } = one.access;
    const first = await keys.create({ name }, 'test');
    const { customerId, subscriptionId } = await keys.show(first.id);
    const submit = (rows: number, keyId = first.id) => one.submit(claims(rows), { keyId, client: `key:${keyId}` });
    return { id: customerId, keyId: first.id, subscriptionId, submit };
  }

  const rowsIn = async (table: string, where: string, id: string) =>
    (await one.access.database.query(`SELECT 1 AS one FROM ${table} WHERE ${where} = $1`, [id])).length;

  const auditOf = async (id: string) =>
    (await one.access.audit(100, id)).filter(({ action }) => action === 'customer.delete_jobs');

  it('are summed over all keys of a customer, the one with the most stored bytes first', async () => {
    const [ada, bob, eve] = [await customer('Ada Ltd'), await customer('Bob plc'), await customer('Eve')];
    const second = await one.access.keys.create({ name: 'x', subscriptionId: ada.subscriptionId }, 'test');
    const rotated = await one.access.keys.rotate(ada.keyId, 60, 'test');
    await ada.submit(60);
    const oldest = new Date(clock.time).toISOString();
    clock.advance(60);
    for (const keyId of [second.id, rotated.id]) await ada.submit(10, keyId);
    await bob.submit(120);
    const canceled = await bob.submit(7);
    await one.jobs.store.cancel(`key:${bob.keyId}`, canceled.id);
    const deleted = await bob.submit(3);
    await one.jobs.store.delete(`key:${bob.keyId}`, deleted.id);

    const [first, next, ...others] = await one.jobs.clients.list({ count: 10 });
    const none = { receiving: 0, queued: 0, running: 0, completed: 0, canceled: 0 };
    expect(first).toMatchObject({ id: bob.id, name: 'Bob plc', jobs: 2, rowsWaiting: 120 });
    expect(first!.statuses).toEqual({ ...none, queued: 1, canceled: 1 });
    expect(next).toMatchObject({ id: ada.id, name: 'Ada Ltd', jobs: 3, rowsWaiting: 80, oldestAt: oldest });
    expect(next!.statuses).toEqual({ ...none, queued: 3 });
    expect(others).toEqual([]);
    const sizes = await one.access.database.query<{ bytes: number }>(
      `SELECT CAST(sum(bytes) AS BIGINT) AS bytes FROM jobs WHERE deleted_at IS NULL GROUP BY key_id IN ('${bob.keyId}') ORDER BY 1 DESC`,
    );
    expect([first!.storedBytes, next!.storedBytes]).toEqual(sizes.map(({ bytes }) => bytes));
    expect(await one.jobs.clients.count()).toBe(2);
    expect((await one.jobs.clients.list({ count: 10 })).map(({ id }) => id)).not.toContain(eve.id);
  });

  it('come page by page, clients of the same size too', async () => {
    for (const name of ['ada', 'bob', 'cem', 'dan', 'eve']) await (await customer(name)).submit(name === 'cem' ? 9 : 5);
    const whole = await one.jobs.clients.list({ count: 10 });
    expect([whole.length, whole[0]!.name]).toEqual([5, 'cem']);
    const read: string[] = [];
    for (let last = whole.find(() => false); read.length < 5; ) {
      const after = last && { time: last.storedBytes, id: last.id };
      const page = await one.jobs.clients.list({ count: 2, after });
      read.push(...page.map(({ id }) => id));
      last = page.at(-1);
    }
    expect(read).toEqual(whole.map(({ id }) => id));
  });

  it('are deleted all at once, whatever they are doing, with their texts, and nobody else’s', async () => {
    const [ada, bob] = [await customer('Ada'), await customer('Bob')];
    const [running, waiting, kept] = [await ada.submit(40), await ada.submit(60), await bob.submit(20)];
    expect(await one.jobs.work.lease()).toMatchObject({ jobId: running.id });
    await one.jobs.store.cancel(`key:${ada.keyId}`, (await ada.submit(5)).id);
    const { opened: held, open: goOn } = gate();
    async function* slow() {
      yield* rowsOf(claims(60));
      await held;
      yield* rowsOf(claims(60));
    }
    const job = { client: `key:${ada.keyId}`, keyId: ada.keyId, kind: 'claims', inputFormat: 'jsonl' } as const;
    const sending = one.jobs.store.receive(job, slow(), { rowsPerDay: 1_000 });
    const broken = expect(sending).rejects.toMatchObject({ code: 'conflict' });
    await eventually(async () => expect(await rowsIn('jobs', 'rows = 50 AND status', 'receiving')).toBe(1));

    expect(await one.jobs.clients.deleteJobs(ada.id, 'operator:eva')).toBe(4);
    expect((await one.jobs.clients.list({ count: 10 })).map(({ id }) => id)).toEqual([bob.id]);
    for (const { id } of [waiting, running]) {
      await expect(one.jobs.store.get(`key:${ada.keyId}`, id)).rejects.toMatchObject({ code: 'not_found' });
    }
    goOn();
    await broken;
    for (const table of ['job_chunks', 'job_columns']) {
      const of = `SELECT DISTINCT job_id FROM ${table}`;
      await eventually(async () =>
        expect([table, await one.access.database.query(of)]).toEqual([table, [{ job_id: kept.id }]]),
      );
    }
    // The rows of the four jobs themselves are kept for the allowance of the day.
    const ofOthers = (await one.jobs.clients.list({ count: 1 }))[0]!.storedBytes;
    expect(await one.jobs.store.storedBytes()).toBe(ofOthers + 4 * 4096);
    expect(await one.jobs.work.lease()).toMatchObject({ jobId: kept.id });
    expect(await one.jobs.work.lease()).toBeUndefined();
    expect(await auditOf(ada.id)).toMatchObject([{ actor: 'operator:eva', subject: ada.id, detail: { jobs: 4 } }]);
  });

  it('are deleted in steps, each with a line in the audit', async () => {
    const ada = await customer('Ada');
    for (let n = 0; n < 203; n += 1) await ada.submit(1);
    expect(await one.jobs.clients.deleteJobs(ada.id, 'admin')).toBe(203);
    expect((await auditOf(ada.id)).map(({ detail }) => detail)).toEqual([{ jobs: 3 }, { jobs: 200 }]);
    expect(await one.jobs.clients.count()).toBe(0);
  });

  it('are none where they were deleted before, which is no change, and of an unknown client not_found', async () => {
    const ada = await customer('Ada');
    await ada.submit(1);
    expect(await one.jobs.clients.deleteJobs(ada.id, 'admin')).toBe(1);
    expect(await one.jobs.clients.deleteJobs(ada.id, 'admin')).toBe(0);
    expect(await auditOf(ada.id)).toHaveLength(1);
    for (const id of ['cus_unknown', ada.keyId, "' OR 1=1 --"]) {
      await expect(one.jobs.clients.deleteJobs(id, 'admin')).rejects.toMatchObject({ code: 'not_found' });
    }
  });
});

it('are deleted on a disk that has little room left, however many bytes they store', async () => {
  const dataDir = temporaryFolder();
  const one = await JobProcess.open({ open: () => openAccess({ dataDir, defaultLimit: 60 }) });
  const { customerId } = await one.access.keys.show(one.keyId);
  for (let n = 0; n < 40; n += 1) await one.submit([{ ...claims(1)[0], ['n'.repeat(60_000)]: 'x' }]);
  expect(await one.jobs.store.storedBytes()).toBeGreaterThan(40 * 60_000);
  // Nothing is removed any more: what grows is what the deletion itself takes.
  await one.jobs.store.close();
  const log = () => statSync(join(dataDir, 'keys.sqlite-wal')).size;
  await one.access.database.query('PRAGMA wal_checkpoint(TRUNCATE)');
  expect(log()).toBe(0);
  expect(await one.jobs.clients.deleteJobs(customerId, 'admin')).toBe(40);
  expect(log()).toBeLessThan(200_000);
  await one.close();
});
