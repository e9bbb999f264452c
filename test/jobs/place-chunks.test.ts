import { expect, it } from 'vitest';
import { stores } from '../access/support/stores.ts';
import { claims, JobProcess } from './support/job-tests.ts';

it('a job has a thousand chunks in the queue at most, and others follow', async () => {
  const store = await stores[0]!.create();
  const one = await JobProcess.open(store);
  const waiting = async () =>
    (await one.access.database.query('SELECT count(*) AS total FROM job_chunks WHERE order_no IS NOT NULL'))[0]!.total;
  const { id } = await one.submit(claims(4 * 1010), { kind: 'answers' });
  expect(await waiting()).toBe(1000);
  let order = -1;
  for (let done = 0; done < 200; done += 1) {
    const lease = await one.jobs.work.lease();
    expect(lease!.chunk).toBe(order + 1);
    order = lease!.chunk;
    await one.jobs.work.finish(lease!, { output: 'x\n'.repeat(4), errors: {} });
    if (done === 198) expect(await waiting()).toBe(801);
    if (done === 199) expect(await waiting()).toBe(810);
  }
  expect(await one.jobs.store.find(id)).toMatchObject({ status: 'running', rowsDone: 800 });
  await one.close();
  await store.dispose();
});
