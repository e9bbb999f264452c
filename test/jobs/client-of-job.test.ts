import { describe, expect, it } from 'vitest';
import { clientOfJob } from '../../src/jobs/job-clients.ts';
import { stores } from '../access/support/stores.ts';
import { claims, type JobProcess, openBeforeEach } from './support/job-tests.ts';

describe.each(stores)('the client of a job on $name', (kind) => {
  let one: JobProcess;
  openBeforeEach(kind, (opened) => {
    one = opened.one;
  });

  it('is the customer of the key that sent it, whichever of the keys that was', async () => {
    const { keys, database } = one.access;
    const { subscriptionId, customerId } = await keys.show(one.keyId);
    const second = await keys.create({ name: 'second', subscriptionId }, 'test');
    const rotated = await keys.rotate(second.id, 60, 'test');
    const other = await keys.create({ name: 'other' }, 'test');
    for (const keyId of [one.keyId, second.id, rotated.id, other.id]) {
      await one.submit(claims(1), { client: `key:${keyId}`, keyId });
    }
    const rows = await database.query<{ key_id: string; owner: string }>(
      `SELECT key_id, ${clientOfJob('j')} AS owner FROM jobs j`,
    );
    expect(new Map(rows.map(({ key_id, owner }) => [key_id, owner]))).toEqual(
      new Map([
        [one.keyId, customerId],
        [second.id, customerId],
        [rotated.id, customerId],
        [other.id, (await keys.show(other.id)).customerId],
      ]),
    );
    expect((await keys.show(other.id)).customerId).not.toBe(customerId);
  });
});
