import { expect, it } from 'vitest';
import { stores } from '../access/support/stores.ts';
import { claims, JobProcess } from './support/job-tests.ts';

it.each(stores.map((store, at) => ({ ...store, window: [20, 1_000][at]! })))(
  'a job has $window chunks in the queue at most on $name, and others follow when a fifth is done',
  async ({ create, window }) => {
    const store = await create();
    const one = await JobProcess.open(store);
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
    expect(await one.jobs.store.find(id)).toMatchObject({ status: 'running', rowsDone: 4 * fifth });
    await one.close();
    await store.dispose();
  },
);
