import { describe, expect, it, vi } from 'vitest';
import { openJobs } from '../../src/jobs/index.ts';
import { JobStorage } from '../../src/jobs/job-storage.ts';
import { stores } from '../access/support/stores.ts';
import { eventually } from '../support/eventually.ts';
import { claims, type JobProcess, openBeforeEach, rowsOf } from './support/job-tests.ts';

const MB = 1_000_000;

describe.each(stores)('the room for jobs on $name', (kind) => {
  let one: JobProcess;
  openBeforeEach(kind, (opened) => {
    one = opened.one;
  });

  const fat = (count: number) => claims(count).map((row) => ({ ...row, note: 'x'.repeat(100_000) }));
  const storage = (maxBytes: number) => new JobStorage(one.access.database, { maxBytes, minFreeBytes: 0 });
  const anybody = () => ({ client: 'key:nobody', keyId: 'nobody' });

  it('is bounded for all jobs together, and comes back when they are deleted', async () => {
    const { id } = await one.submit(fat(20));
    await storage(8.4 * MB).assertRoomFor(anybody());
    await expect(storage(MB).assertRoomFor(anybody())).rejects.toMatchObject({
      code: 'storage_full',
      message: expect.stringMatching(
        /^The jobs of all customers store 20\d{5} bytes, and the limit is 1000000; delete jobs, or try again in 60 seconds\.$/,
      ),
      details: { limit: MB, received: expect.any(Number), retry_after_seconds: 60 },
    });
    await expect(storage(MB).check()).rejects.toThrow('of all customers');
    await one.jobs.store.delete('key:a', id);
    await eventually(() => storage(MB).check());
  });

  it('is kept when the database does not answer', async () => {
    const query = vi.spyOn(one.access.database, 'query').mockRejectedValue(new Error('ECONNREFUSED'));
    await storage(MB).check();
    expect(query).toHaveBeenCalledOnce();
    query.mockRestore();
    await one.submit(fat(20));
    await expect(storage(MB).check()).rejects.toMatchObject({ code: 'storage_full' });
  });

  it('is a quarter of that for a client: all keys of a customer, or the keys rotated from one another', async () => {
    const { id: otherKey } = await one.access.keys.create({ name: 'other' }, 'test');
    const ofCustomer = async (keyId: string) => ({ client: `key:${keyId}`, keyId });
    const key = await one.access.keys.show(one.keyId);
    const second = await one.access.keys.create({ name: 'second', subscription_id: key.subscription_id }, 'test');
    await one.submit(fat(20), { client: `key:${one.keyId}` });
    const limited = storage(7 * MB);
    for (const keyId of [one.keyId, second.id]) {
      await expect(limited.assertRoomFor(await ofCustomer(keyId))).rejects.toThrow('the limit is 1750000');
    }
    await limited.assertRoomFor(await ofCustomer(otherKey));
    await limited.check();
  });

  it('is asked for with every part of a file, which leaves nothing when there is none', async () => {
    const { database } = one.access;
    const { store } = openJobs({ database, ttlDays: 7, storageLimits: { maxBytes: 8 * MB, minFreeBytes: 0 } });
    const job = { client: 'key:a', keyId: one.keyId, kind: 'claims', inputFormat: 'jsonl' } as const;
    const refused = store.receive({ ...job, rowsPerDay: 1_000 }, rowsOf(fat(200)));
    await expect(refused).rejects.toMatchObject({ code: 'storage_full' });
    await eventually(async () => {
      const chunks = await database.query<{ job_id: string }>('SELECT job_id FROM job_chunks');
      expect(chunks).toEqual([]);
    });
    await store.close();
  });

  it('counts what each job stores, whoever changes it', async () => {
    const { id } = await one.submit(claims(60, 'größer'));
    const counted = async () => {
      const [row] = await one.access.database.query<{ jobs: number; client: number; stored: number }>(
        `SELECT (SELECT CAST(coalesce(sum(bytes), 0) AS BIGINT) FROM jobs) AS jobs,
            (SELECT bytes FROM job_bytes_stored WHERE client = 'key:a') AS client,
            (SELECT CAST(count(*) * 4096 AS BIGINT) FROM jobs)
              + (SELECT CAST(coalesce(sum(octet_length(names)), 0) AS BIGINT) FROM job_columns)
              + (SELECT CAST(coalesce(sum(octet_length(input) + octet_length(partial)
                  + coalesce(octet_length(output), 0)), 0) AS BIGINT) FROM job_chunks) AS stored`,
      );
      return [row!.jobs, row!.client, row!.stored];
    };
    const [bytes] = await counted();
    expect(await counted()).toEqual([bytes, bytes, bytes]);
    const lease = (await one.jobs.work.lease())!;
    await one.jobs.work.finish(lease, { output: 'é\n'.repeat(50), errors: {} });
    const [less] = await counted();
    expect(less).toBeLessThan(bytes!);
    expect(await counted()).toEqual([less, less, less]);
    await one.jobs.store.delete('key:a', id);
    await eventually(async () => expect(await counted()).toEqual([4096, 4096, 4096]));
    await one.access.database.transaction((sql) => sql.query('DELETE FROM jobs'));
    expect(await counted()).toEqual([0, 0, 0]);
  });

  it('begins no chunk while the disk is short of room', async () => {
    const { id } = await one.submit(claims(3));
    const short = vi.spyOn(one.jobs.storage, 'assertDisk').mockRejectedValue(new Error('no room'));
    one.run();
    await eventually(() => expect(one.warnings).toContain('jobs paused'));
    expect((await one.jobs.store.get('key:a', id)).status).toBe('queued');
    short.mockRestore();
    expect((await one.ended(id)).status).toBe('completed');
  });
});

describe('the disk of the embedded database', () => {
  it('has to have so much free that no part of it is taken for jobs', async () => {
    const { create } = stores[0]!;
    const store = await create();
    const access = await store.open();
    const free = 1_000_000;
    vi.spyOn(access.database.disk!, 'freeBytes').mockResolvedValue(free);
    const storage = new JobStorage(access.database, { maxBytes: 1e12, minFreeBytes: free + 1 });
    const refused = { code: 'storage_full', details: { limit: free + 1, received: free, retry_after_seconds: 60 } };
    await expect(storage.assertRoomFor({ client: 'key:a', keyId: 'a' })).rejects.toMatchObject(refused);
    await expect(storage.check()).rejects.toMatchObject(refused);
    await new JobStorage(access.database, { maxBytes: 1e12, minFreeBytes: free }).check();
    await access.close();
    await store.dispose();
  });
});
