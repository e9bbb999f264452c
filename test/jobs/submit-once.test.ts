import { describe, expect, it } from 'vitest';
import type { InputRow } from '../../src/rows/input-rows.ts';
import { type Clock, stores, type TestStore } from '../access/support/stores.ts';
import { eventually } from '../support/eventually.ts';
import { claims, gate, JobProcess, openBeforeEach, rowsOf } from './support/job-tests.ts';

const REQUEST = { requestId: 'request' };

describe.each(stores)('a request submits one job on $name', (kind) => {
  let store: TestStore;
  let clock: Clock;
  let one: JobProcess;
  openBeforeEach(kind, (opened) => {
    ({ clock, one, store } = opened);
  });

  const rowsOfJobs = async () =>
    Number((await one.access.database.query('SELECT sum(rows) AS total FROM jobs'))[0]!.total);
  /** An upload whose process has stored 100 rows and got no further; `goOn` sends the last twenty. */
  async function stuck() {
    const { opened: held, open: goOn } = gate();
    async function* rows(): AsyncGenerator<InputRow> {
      let at = 0;
      for await (const row of rowsOf(claims(120))) {
        if (at === 101) await held;
        at += 1;
        yield row;
      }
    }
    const job = { client: 'key:a', keyId: one.keyId, kind: 'claims', inputFormat: 'jsonl', ...REQUEST } as const;
    const ended = one.jobs.store.receive({ ...job, rowsPerDay: 1_000 }, rows());
    ended.catch(() => undefined);
    while ((await rowsOfJobs()) < 100) await new Promise((next) => setTimeout(next, 5));
    return { goOn, ended };
  }

  it('which its repetition returns without submitting again', async () => {
    const job = await one.submit(claims(3), REQUEST);
    expect(await one.jobs.store.submitted('request')).toEqual(job);
    await expect(one.submit(claims(3), REQUEST)).rejects.toMatchObject({ code: 'conflict' });
    expect((await one.jobs.store.list('key:a', {})).total).toBe(1);
    expect(await one.jobs.store.submitted('another')).toBeUndefined();
  });

  it('when its first attempt was interrupted, which leaves nothing and counts nothing', async () => {
    const first = await stuck();
    expect(await one.jobs.store.submitted('request')).toBeUndefined();
    expect(await rowsOfJobs()).toBe(0);
    const job = await one.submit(claims(120), REQUEST);
    // The process was only slow.
    first.goOn();
    await expect(first.ended).rejects.toMatchObject({ code: 'conflict' });
    expect((await one.jobs.store.list('key:a', { count: 9 })).rows).toEqual([job]);
    await eventually(async () => {
      const chunks = await one.access.database.query('SELECT DISTINCT job_id FROM job_chunks');
      expect(chunks).toEqual([{ job_id: job.id }]);
    });
  });

  it('while an attempt that was thought interrupted ends in the same moment', async () => {
    const first = await stuck();
    first.goOn();
    const other = await JobProcess.open(store, clock);
    const [late, found] = await Promise.all([
      first.ended.catch(() => undefined),
      other.jobs.store.submitted('request'),
    ]);
    const second = found ?? (await other.submit(claims(120), REQUEST));
    expect(late === undefined || late.id === second.id).toBe(true);
    expect((await one.jobs.store.list('key:a', {})).total).toBe(1);
    await other.close();
  });

  it('and another after it failed, was deleted, or a day later', async () => {
    async function* broken() {
      yield* rowsOf(claims(60));
      throw new Error('The client has disconnected.');
    }
    const job = { client: 'key:a', keyId: one.keyId, kind: 'claims', inputFormat: 'jsonl', ...REQUEST } as const;
    await expect(one.jobs.store.receive({ ...job, rowsPerDay: 1_000 }, broken())).rejects.toThrow('disconnected');
    const second = await one.submit(claims(3), REQUEST);
    await one.jobs.store.delete('key:a', second.id);
    expect(await one.jobs.store.submitted('request')).toBeUndefined();
    await one.submit(claims(3), REQUEST);
    clock.advance(86_401);
    expect(await one.jobs.store.submitted('request')).toBeUndefined();
    await one.submit(claims(3), REQUEST);
    expect((await one.jobs.store.list('key:a', {})).total).toBe(2);
  });
});
