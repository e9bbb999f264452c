import { describe, expect, it } from 'vitest';
import type { InputRow } from '../../src/rows/input-rows.ts';
import { type Clock, stores } from '../access/support/stores.ts';
import { eventually } from '../support/eventually.ts';
import { claims, expectedOutput, gate, type JobProcess, openBeforeEach, rowsOf } from './support/job-tests.ts';

const DAY_SECONDS = 86_400;

describe.each(stores)('the jobs of clients on $name', (kind) => {
  let clock: Clock;
  let one: JobProcess;
  openBeforeEach(kind, (opened) => {
    ({ clock, one } = opened);
  });

  const countRows = async (table: string) =>
    (await one.access.database.query<{ total: number }>(`SELECT count(*) AS total FROM ${table}`))[0]!.total;
  const noChunks = () => eventually(async () => expect(await countRows('job_chunks')).toBe(0));
  const received = (rows: AsyncIterable<InputRow>) =>
    one.jobs.store.receive(
      { client: 'key:a', keyId: one.keyId, kind: 'claims', inputFormat: 'csv', name: 'mine', rowsPerDay: 1000 },
      rows,
    );

  async function* brokenOff() {
    yield* rowsOf(claims(120));
    throw new Error('The client has disconnected.');
  }

  it('report their progress from the first row to the last', async () => {
    const job = await received(rowsOf(claims(120)));
    expect(job).toMatchObject({
      ...{ name: 'mine', status: 'queued', rows: 120, rows_done: 0, errors: {} },
      ...{ started_at: null, finished_at: null, rows_per_second: null, estimated_end: null },
    });
    expect(await one.jobs.store.waiting()).toEqual({ rows: 120, oldestMs: 0 });
    const lease = await one.jobs.work.lease();
    clock.advance(10);
    expect(await one.jobs.store.waiting()).toEqual({ rows: 120, oldestMs: 10_000 });
    await one.jobs.work.finish(lease!, { output: 'x\n'.repeat(50), errors: { invalid_request: 3 } });
    const running = await one.jobs.store.get('key:a', job.id);
    expect(running).toMatchObject({
      status: 'running',
      rows_done: 50,
      errors: { invalid_request: 3 },
      rows_per_second: 5,
    });
    expect(Date.parse(running.estimated_end!) - clock.time).toBe(14_000);
    await expect(one.jobs.store.results('key:a', job.id)).rejects.toThrow('running: 50 of 120 rows are done');
    for (let next = await one.jobs.work.lease(); next !== undefined; next = await one.jobs.work.lease()) {
      await one.jobs.work.finish(next, { output: 'y\n'.repeat(next.rows.length), errors: { invalid_request: 1 } });
    }
    const done = await one.jobs.store.get('key:a', job.id);
    expect(done).toMatchObject({
      status: 'completed',
      rows_done: 120,
      errors: { invalid_request: 5 },
      rows_per_second: 12,
    });
    expect(await one.jobs.store.statusCounts()).toMatchObject({ queued: 0, running: 0, completed: 1 });
    expect(await one.output(job.id)).toBe('x\n'.repeat(50) + 'y\n'.repeat(70));
    const { columns } = await one.jobs.store.results('key:a', job.id);
    expect(columns).toEqual(['id', 'claim', 'grounding_source', 'note']);
    await expect(one.jobs.store.cancel('key:a', job.id)).rejects.toMatchObject({ code: 'conflict' });
  });

  it('are listed page by page, the newest first, and are nobody else’s', async () => {
    const ids: string[] = [];
    for (const client of ['key:a', 'key:b', 'key:a', 'key:a']) {
      const { id } = await one.submit(claims(2), { client });
      if (client === 'key:a') ids.unshift(id);
      clock.advance(1);
    }
    const [first] = (await one.jobs.store.list('key:a', { count: 1 })).rows;
    const cursor = { time: Date.parse(first!.created_at), id: first!.id };
    const { rows: rest } = await one.jobs.store.list('key:a', { count: 9, cursor });
    expect([first!.id, ...rest.map(({ id }) => id)]).toEqual(ids);
    await one.jobs.store.cancel('key:a', ids[0]!);
    expect((await one.jobs.store.list('key:a', {})).total).toBe(3);
    expect((await one.jobs.store.list('key:a', { status: 'canceled' })).total).toBe(1);
    expect((await one.jobs.store.list('key:a', { count: 9, status: 'canceled' })).rows).toMatchObject([{ id: ids[0] }]);
    for (const work of ['get', 'cancel', 'delete', 'results'] as const) {
      await expect(one.jobs.store[work]('key:b', ids[1]!)).rejects.toMatchObject({ code: 'not_found' });
    }
  });

  it('keep nothing of rows that broke off', async () => {
    await expect(received(brokenOff())).rejects.toThrow('disconnected');
    expect((await one.jobs.store.list('key:a', {})).total).toBe(0);
    await noChunks();
    expect(await one.jobs.work.lease()).toBeUndefined();
  });

  it('have an allowance for a day, which deleting does not give back', async () => {
    const { id } = await one.submit(claims(120));
    clock.advance(60);
    await one.jobs.store.delete('key:a', id);
    const refused = one.submit(claims(120), { rowsPerDay: 200 });
    await expect(refused).rejects.toMatchObject({
      code: 'rate_limited',
      message: `Rows of jobs are limited to 200 per day, and 80 are left; try again in ${DAY_SECONDS - 60} seconds.`,
      details: { limit: 200, window: 'day', remaining: 80, retry_after_seconds: DAY_SECONDS - 60 },
    });
    await expect(one.submit(claims(120), { client: 'key:b', rowsPerDay: 200 })).resolves.toBeDefined();
    clock.advance(DAY_SECONDS - 59);
    await one.jobs.store.prune();
    await expect(one.submit(claims(10), { rowsPerDay: 200 })).resolves.toBeDefined();
  });

  it('have an allowance that files at the same time share, and those that broke off do not use', async () => {
    await expect(received(brokenOff())).rejects.toThrow('disconnected');
    clock.advance(60);
    await one.submit(claims(50));
    const { opened: other, open: arrive } = gate();
    async function* slow() {
      yield* rowsOf(claims(60));
      await other;
      yield* rowsOf(claims(50));
    }
    const job = { client: 'key:a', keyId: one.keyId, kind: 'claims', inputFormat: 'jsonl' } as const;
    const late = one.jobs.store.receive({ ...job, rowsPerDay: 200 }, slow());
    late.catch(() => undefined);
    while ((await countRows('job_chunks')) < 2) await new Promise((resolve) => setTimeout(resolve, 5));
    await one.submit(claims(100), { rowsPerDay: 200 });
    arrive();
    const details = { limit: 200, window: 'day', remaining: 50, retry_after_seconds: DAY_SECONDS };
    await expect(late).rejects.toMatchObject({ code: 'rate_limited', details });
    await expect(one.submit(claims(50), { rowsPerDay: 200 })).resolves.toBeDefined();
  });

  it('are deleted with their texts, even while a worker has them', async () => {
    const { id } = await one.submit(claims(120), { name: 'secret' });
    const lease = await one.jobs.work.lease();
    await one.jobs.store.delete('key:a', id);
    await noChunks();
    expect(JSON.stringify(await one.access.database.query('SELECT * FROM jobs'))).not.toContain('secret');
    await expect(one.jobs.store.get('key:a', id)).rejects.toMatchObject({ code: 'not_found' });
    expect((await one.jobs.store.list('key:a', {})).total).toBe(0);
    expect(await one.jobs.work.renew(lease!)).toBe(false);
    await one.jobs.work.finish(lease!, { output: 'x\n'.repeat(50), errors: {} });
    expect(await one.jobs.work.lease()).toBeUndefined();
    expect(await countRows('job_chunks')).toBe(0);
  });

  it('give the results before the first missing one when canceled', async () => {
    const { id } = await one.submit(claims(150));
    const leases = [await one.jobs.work.lease(), await one.jobs.work.lease(), await one.jobs.work.lease()];
    for (const at of [0, 2]) await one.jobs.work.finish(leases[at]!, { output: `${at}\n`, errors: {} });
    expect(await one.jobs.store.cancel('key:a', id)).toMatchObject({ status: 'canceled', rows_done: 100 });
    expect(await one.output(id)).toBe('0\n');
    expect(await one.jobs.work.renew(leases[1]!)).toBe(false);
    await one.jobs.work.giveBack(leases[1]!);
    expect(await one.jobs.work.lease()).toBeUndefined();
    expect(await one.jobs.store.cancel('key:a', id)).toMatchObject({ status: 'canceled' });
  });

  it('have results that break off with an error when they are deleted meanwhile, or when one is missing', async () => {
    const finishAll = async () => {
      for (let next = await one.jobs.work.lease(); next !== undefined; next = await one.jobs.work.lease()) {
        await one.jobs.work.finish(next, { output: `${next.chunk}\n`, errors: {} });
      }
    };
    const gone = { code: 'not_found', message: expect.stringContaining('deleted while') };
    const deleted = await one.submit(claims(150));
    const torn = await one.submit(claims(150));
    await finishAll();
    const lines = (await one.jobs.store.results('key:a', deleted.id)).lines();
    expect(await lines.next()).toEqual({ done: false, value: '0\n' });
    await one.jobs.store.delete('key:a', deleted.id);
    await expect(lines.next()).rejects.toMatchObject(gone);
    await one.access.database.transaction((sql) =>
      sql.query('DELETE FROM job_chunks WHERE job_id = $1 AND chunk = 1', [torn.id]),
    );
    await expect(one.output(torn.id)).rejects.toMatchObject(gone);
  });

  it('that were canceled have the same results whenever one reading reads them', async () => {
    const { id } = await one.submit(claims(150));
    const leases = [await one.jobs.work.lease(), await one.jobs.work.lease()];
    await one.jobs.work.finish(leases[0]!, { output: '0\n', errors: {} });
    await one.jobs.store.cancel('key:a', id);
    const { lines } = await one.jobs.store.results('key:a', id);
    const readAll = async () => {
      let text = '';
      for await (const part of lines()) text += part;
      return text;
    };
    expect(await readAll()).toBe('0\n');
    await one.jobs.work.finish(leases[1]!, { output: '1\n', errors: {} });
    expect([await readAll(), await one.output(id)]).toEqual(['0\n', '0\n1\n']);
  });

  it('are complete without a row', async () => {
    const job = await one.submit([]);
    expect(job).toMatchObject({ status: 'completed', rows: 0, finished_at: expect.any(String) });
    expect(await one.output(job.id)).toBe('');
  });

  it('expire, and so do those that a process left in the middle of receiving', async () => {
    const done = await one.submit([]);
    clock.advance(6 * DAY_SECONDS);
    const kept = await one.submit(claims(3));
    const { opened: stuck, open: arrive } = gate();
    async function* slow() {
      yield* rowsOf(claims(60));
      await stuck;
    }
    const late = received(slow()).catch((error: Error) => error.message);
    while (
      (await one.jobs.store.list('key:a', { status: 'receiving' })).total === 0 ||
      (await countRows('job_chunks')) < 2
    ) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    expect(await one.jobs.store.prune()).toBe(0);
    clock.advance(DAY_SECONDS + 1);
    expect(await one.jobs.store.prune()).toBe(2);
    arrive();
    expect(await late).toContain('was deleted while its file arrived');
    await expect(one.jobs.store.get('key:a', done.id)).rejects.toMatchObject({ code: 'not_found' });
    expect((await one.jobs.store.list('key:a', { count: 9 })).rows).toMatchObject([{ id: kept.id }]);
    expect(await countRows('job_chunks')).toBe(1);
  });

  it('are kept while they run, and from their end on for as long as any other', async () => {
    const job = await one.submit(claims(60));
    const finishNext = async () => {
      const lease = (await one.jobs.work.lease())!;
      await one.jobs.work.finish(lease, { output: '{}\n'.repeat(lease.rows.length), errors: {} });
    };
    clock.advance(6 * DAY_SECONDS + 2);
    await finishNext();
    // Later than its time, and less than a day after its last result.
    clock.advance(DAY_SECONDS - 1);
    expect(await one.jobs.store.prune()).toBe(0);
    await finishNext();
    clock.advance(7 * DAY_SECONDS - 1);
    expect(await one.jobs.store.prune()).toBe(0);
    expect(await one.jobs.store.get('key:a', job.id)).toMatchObject({ status: 'completed', rows_done: 60 });
    clock.advance(2);
    expect(await one.jobs.store.prune()).toBe(1);
  });

  it('are kept while they wait for others that run', async () => {
    const first = await one.submit(claims(60));
    const second = await one.submit(claims(10));
    clock.advance(8 * DAY_SECONDS);
    const lease = (await one.jobs.work.lease())!;
    expect(lease.jobId).toBe(first.id);
    await one.jobs.work.finish(lease, { output: '{}\n'.repeat(lease.rows.length), errors: {} });
    expect(await one.jobs.store.prune()).toBe(0);
    expect(await one.jobs.store.get('key:a', second.id)).toMatchObject({ status: 'queued' });
    // Nothing has had a result for longer than a day: no one works on jobs.
    clock.advance(DAY_SECONDS + 1);
    expect(await one.jobs.store.prune()).toBe(2);
  });

  it('report their progress although the clock was decades off at their start', async () => {
    const { id } = await one.submit(claims(120));
    const lease = (await one.jobs.work.lease())!;
    await one.jobs.work.finish(lease, { output: '{}\n'.repeat(50), errors: {} });
    await one.access.database.transaction((sql) =>
      sql.query('UPDATE jobs SET started_at = 0, rows = 100000, rows_done = 1'),
    );
    expect(await one.jobs.store.get('key:a', id)).toMatchObject({ status: 'running', estimated_end: null });
  });

  it('hold every text that JSON can', async () => {
    const rows = [
      { claim: '\u0000\ud800', grounding_source: '\u2028', ...{ deep: [{ a: null }] } },
      { claim: 'x'.repeat(2 ** 20) },
    ];
    const job = await one.submit(rows);
    one.run();
    expect(await one.ended(job.id)).toMatchObject({ rows_done: 2, errors: { invalid_request: 2 } });
    expect(await one.output(job.id)).toBe(await expectedOutput(rows));
  });
});
