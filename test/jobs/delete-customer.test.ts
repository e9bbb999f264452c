import { describe, expect, it } from 'vitest';
import { stores, type TestStore } from '../access/support/stores.ts';
import { claims, gate, type JobProcess, openBeforeEach, rowsOf } from './support/job-tests.ts';

describe.each(stores)('a customer that is deleted on $name', (kind) => {
  let store: TestStore;
  let one: JobProcess;
  openBeforeEach(kind, (opened) => {
    ({ store, one } = opened);
  });

  it('takes its jobs with it, also one whose rows are being stored in this moment', async () => {
    const { id: customerId } = await one.access.customers.create({ name: 'ada' }, 'admin');
    const { key } = await one.access.subscriptions.create(
      { customer_id: customerId, plan: 'standard', status: 'active', deliver_key: 'response' },
      'admin',
    );
    await one.submit(claims(60), { keyId: key!.id, client: 'key:ada' });
    const { opened: held, open: goOn } = gate();
    async function* slow() {
      yield* rowsOf(claims(60));
      await held;
      yield* rowsOf(claims(60));
    }
    const job = { client: 'key:ada', keyId: key!.id, kind: 'claims', inputFormat: 'jsonl' } as const;
    const sending = one.jobs.store.receive({ ...job, rowsPerDay: 1_000 }, slow());
    sending.catch(() => undefined);
    const stored = () => one.access.database.query(`SELECT id FROM jobs WHERE status = 'receiving' AND rows = 50`);
    while ((await stored()).length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    const [{ id }] = (await stored()) as [{ id: string }];

    const other = await store.database();
    const { opened: begun, open: begin } = gate();
    const storing = other.transaction(async (sql) => {
      await sql.query('UPDATE jobs SET chunks = chunks + 1 WHERE id = $1', [id]);
      await sql.query(
        `INSERT INTO job_chunks (job_id, chunk, rows, input, attempts, at_row, row_starts, partial)
          VALUES ($1, 1, 1, 'text', 0, 0, 0, '')`,
        [id],
      );
      begin();
      await new Promise((resolve) => setTimeout(resolve, 300));
    });
    await begun;
    expect(await one.access.deleteCustomer(customerId, 'admin')).toMatchObject({ keys: 1, jobs: 2 });
    await storing;
    goOn();
    await expect(sending).rejects.toMatchObject({ code: 'conflict' });
    for (const table of ['jobs', 'job_chunks']) {
      expect(await one.access.database.query(`SELECT * FROM ${table}`)).toEqual([]);
    }
    await other.close();
  });

  it('waits for a job that is begun in this moment, and takes it too', async () => {
    const { id: customerId } = await one.access.customers.create({ name: 'ada' }, 'admin');
    const { key } = await one.access.subscriptions.create(
      { customer_id: customerId, plan: 'standard', status: 'active', deliver_key: 'response' },
      'admin',
    );
    const other = await store.database();
    const { opened: begun, open: begin } = gate();
    const beginning = other.transaction(async (sql) => {
      await sql.query(
        `INSERT INTO jobs (id, client, key_id, kind, input_format, created_at, progressed_at, expires_at,
            columns, status, rows, rows_done, chunks, chunks_queued, chunks_done, row_errors, webhook_attempts)
          VALUES ('job_begun', 'key:ada', $1, 'claims', 'jsonl', 0, 0, 0, '[]', 'receiving', 0, 0, 0, 0, 0, '{}', 0)`,
        [key!.id],
      );
      begin();
      await new Promise((resolve) => setTimeout(resolve, 1500));
    });
    await begun;
    expect(await one.access.deleteCustomer(customerId, 'admin')).toMatchObject({ keys: 1, jobs: 1 });
    await beginning;
    expect(await one.access.database.query('SELECT id FROM jobs')).toEqual([]);
    await other.close();
  });
});
