import { describe, expect, it } from 'vitest';
import { takeChunk } from '../../src/jobs/chunk-queue.ts';
import { type Clock, stores } from '../access/support/stores.ts';
import { claims, type JobProcess, openBeforeEach } from './support/job-tests.ts';

const WINDOWS = { sqlite: 20, postgres: 1_000 };

describe.each(stores)('the queue on $name', (kind) => {
  let one: JobProcess;
  let clock: Clock;
  openBeforeEach(kind, (opened) => {
    ({ one, clock } = opened);
  });

  it('has a window of the chunks of a job, and others follow when a fifth is done', async () => {
    const window = WINDOWS[one.access.database.dialect];
    const waiting = async () =>
      (await one.access.database.query('SELECT count(*) AS total FROM job_chunks WHERE order_no IS NOT NULL'))[0]!
        .total;
    const { id } = await one.submit(claims(4 * (window + 10)), { kind: 'answers' });
    expect(await waiting()).toBe(window);
    const fifth = window / 5;
    for (let done = 1; done <= fifth; done += 1) {
      const lease = await one.jobs.work.lease();
      expect(lease!.chunk).toBe(done - 1);
      await one.jobs.work.finish(lease!, { output: 'x\n'.repeat(4), errors: {} });
      if (done === fifth - 1) expect(await waiting()).toBe(window - done);
    }
    expect(await waiting()).toBe(Math.min(window, window + 10 - fifth));
    expect(await one.jobs.store.get('key:a', id)).toMatchObject({ status: 'running', rows_done: 4 * fifth });
  });

  it('gives each of many who ask at the same time another chunk, those of the first job first', async () => {
    const first = await one.submit(claims(40), { kind: 'answers' });
    const second = await one.submit(claims(40), { kind: 'answers' });
    const leases = await Promise.all(Array.from({ length: 16 }, () => one.jobs.work.lease()));
    const got = leases.map((lease) => `${lease!.jobId} ${lease!.chunk}`).sort();
    const chunks = Array.from({ length: 10 }, (_, chunk) => chunk);
    expect(got).toEqual(
      [...chunks.map((at) => `${first.id} ${at}`), ...chunks.slice(0, 6).map((at) => `${second.id} ${at}`)].sort(),
    );
  });

  it('passes over a chunk that another transaction is about to change', async () => {
    const { database } = one.access;
    if (!database.shared) return;
    await one.submit(claims(100));
    const next = await database.transaction(async (sql) => {
      await sql.query('UPDATE job_chunks SET attempts = 5 WHERE chunk = 0');
      return one.jobs.work.lease();
    });
    expect(next).toMatchObject({ chunk: 1, attempt: 1 });
    expect(await one.jobs.work.lease()).toMatchObject({ chunk: 0, attempt: 6 });
  });

  it('gives no chunk that a transaction which began later has leased', async () => {
    const { database } = one.access;
    if (!database.shared) return;
    await one.submit(claims(10));
    const next = await database.transaction(async (sql) => {
      await sql.query('SELECT now()');
      expect(await one.jobs.work.lease()).toMatchObject({ chunk: 0 });
      return takeChunk(sql, { shared: database.shared, now: clock.now });
    });
    expect(next).toBeUndefined();
  });

  it('has leases end by the clock that its replicas share', async () => {
    await one.submit(claims(10));
    expect(await one.jobs.work.lease()).toMatchObject({ chunk: 0, attempt: 1 });
    // The process's own clock alone continues: PostgreSQL has one.
    clock.advance(21);
    const next = await one.jobs.work.lease();
    expect(next?.attempt).toBe(one.access.database.shared ? undefined : 2);
  });

  it('does not wait for a lease that was given before the clock was set back', async () => {
    await one.submit(claims(10));
    await one.jobs.work.lease();
    await one.access.database.transaction((sql) =>
      sql.query('UPDATE job_chunks SET leased_until = leased_until + 3600000'),
    );
    expect(await one.jobs.work.lease()).toMatchObject({ chunk: 0, attempt: 2 });
  });

  it('keeps the first result of a chunk', async () => {
    const { id } = await one.submit(claims(10));
    const lease = await one.jobs.work.lease();
    await one.jobs.work.finish(lease!, { output: 'first\n', errors: {} });
    await one.jobs.work.finish(lease!, { output: 'second\n', errors: {} });
    expect(await one.output(id)).toBe('first\n');
  });
});
