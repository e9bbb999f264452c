import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Access } from '../../../src/access/index.ts';
import { stores, type TestStore } from '../../access/support/stores.ts';
import { gate } from '../../jobs/support/job-tests.ts';
import { type TestServer, testServer } from '../../support/test-server.ts';

const ADMIN_TOKEN = 'a'.repeat(40);

describe.each(stores)('a customer that is deleted in this moment, on $name', (kind) => {
  let store: TestStore;
  let access: Access;
  let other: Access;
  let server: TestServer;
  /** What happens once the key was found valid, and before the request does anything. */
  let afterwards: (() => Promise<unknown>) | undefined;
  beforeEach(async () => {
    afterwards = undefined;
    store = await kind.create();
    access = await store.open();
    other = await store.open();
    const authenticate: Access['authenticator']['authenticate'] = async (...given) => {
      const found = await access.authenticator.authenticate(...given);
      await afterwards?.();
      return found;
    };
    server = testServer({ access: { ...access, authenticator: { authenticate } }, env: { ADMIN_TOKEN } });
  });
  afterEach(async () => {
    await server.app.close();
    await server.jobs?.store.close();
    await access.close();
    await other.close();
    await store.dispose();
  });

  const post = (key: string, payload: string) =>
    server.app.inject({
      method: 'POST',
      url: '/v1/jobs',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/x-ndjson' },
      payload,
    });

  it('has a key that is refused as an unknown one when it sends a job, and nothing is stored', async () => {
    const { id: customerId } = await access.customers.create({ name: 'ada' }, 'admin');
    const subscription = {
      customer_id: customerId,
      plan: 'standard',
      status: 'active',
      deliver_key: 'response',
    } as const;
    const { key } = (await access.subscriptions.create(subscription, 'admin')).key!;
    const row = `${JSON.stringify({ claim: 'Pigs fly.', grounding_source: 'Pigs fly.' })}\n`;
    expect((await post(key, row)).statusCode).toBe(202);

    afterwards = () => other.deleteCustomer(customerId, 'admin');
    const reply = await post(key, row);
    afterwards = undefined;
    const unknown = await post(`cvs_${'0'.repeat(40)}`, row);
    expect([reply.statusCode, reply.json()]).toEqual([401, unknown.json()]);
    expect(reply.headers['www-authenticate']).toBe('Bearer realm="claim-verification", error="invalid_token"');
    expect(await access.database.query('SELECT id FROM jobs')).toEqual([]);
    expect(await access.database.query('SELECT job_id FROM job_chunks')).toEqual([]);
  });

  it('gets no subscription', async () => {
    const { id } = await access.customers.create({ name: 'ada' }, 'admin');
    const database = await store.database();
    const { opened: begun, open: begin } = gate();
    const deleting = database.transaction(async (sql) => {
      await sql.query('DELETE FROM customers WHERE id = $1', [id]);
      begin();
      await new Promise((resolve) => setTimeout(resolve, 500));
    });
    await begun;
    const reply = await server.app.inject({
      method: 'POST',
      url: '/admin/v1/subscriptions',
      headers: { authorization: `Bearer ${ADMIN_TOKEN}` },
      payload: { customer_id: id },
    });
    expect([reply.statusCode, reply.json().error.code]).toEqual([404, 'invalid_request']);
    expect(await access.database.query('SELECT id FROM subscriptions')).toEqual([]);
    await deleting;
    await database.close();
  });
});
