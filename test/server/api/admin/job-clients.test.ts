import { afterEach, describe, expect, it } from 'vitest';
import { RECORD_SCHEMAS } from '../../../../src/contract/records.ts';
import { eventually } from '../../../support/eventually.ts';
import { type JobServer, jobServer } from '../jobs/support/job-server.ts';

const ADMIN_TOKEN = 'the-token-of-the-operator';
const CLIENTS = '/admin/v1/jobs/clients';
const file = (rows: number) => '{"claim":"Pigs fly.","grounding_source":"Pigs fly."}\n'.repeat(rows);

let server: JobServer;
afterEach(() => server.close());

async function open(env: Record<string, string> = {}): Promise<void> {
  server = await jobServer({ ADMIN_TOKEN, ...env });
}

/** A request of an operator. */
async function ask(path: string, { method = 'GET', token = ADMIN_TOKEN } = {}) {
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`http://127.0.0.1:${server.port}${path}`, { method, headers });
  // biome-ignore lint/suspicious/noExplicitAny: a JSON document is looked at as such
  return { status: response.status, body: (await response.json()) as any };
}

const clients = async (query = '') => RECORD_SCHEMAS.JobClientList.parse((await ask(CLIENTS + query)).body);

async function submit(name: string, ...sizes: readonly number[]) {
  const customer = await server.customer(name);
  for (const rows of sizes) expect((await customer.submit(file(rows))).status).toBe(202);
  return customer;
}

describe('the jobs of customers', () => {
  it('are listed with rows that wait and stored bytes, the largest first, page by page', async () => {
    await open();
    for (const [name, ...sizes] of [
      ['ada', 3],
      ['bob', 40, 2],
      ['cem', 3],
    ] as const)
      await submit(name, ...sizes);
    const { clients: all, total, next } = await clients();
    expect([total, next, all.map(({ name }) => name).slice(0, 1)]).toEqual([3, null, ['bob']]);
    expect(all[0]).toMatchObject({ jobs: 2, statuses: { queued: 2, completed: 0 }, rows_waiting: 42 });
    expect(all[0]!.stored_bytes).toBeGreaterThan(42 * 50);
    const first = await clients('?count=2');
    const second = await clients(`?count=2&cursor=${first.next}`);
    expect([...first.clients, ...second.clients]).toEqual(all);
    expect((await ask(`${CLIENTS}?count=0`)).body.error.details.field).toBe('count');
  });

  it('are all deleted by one request, and the customer goes on with others', async () => {
    await open();
    const [ada, bob] = [await submit('ada', 3, 4), await submit('bob', 5)];
    const { token } = await server.access.operators.create({ name: 'eva', role: 'operate' }, 'test');
    const { id } = (await clients()).clients.find(({ name }) => name === 'ada')!;
    const { status, body } = await ask(`${CLIENTS}/${id}`, { method: 'DELETE', token });
    expect([status, RECORD_SCHEMAS.DeletedJobs.parse(body)]).toEqual([200, { id, jobs: 2 }]);
    expect([(await ada.json('/v1/jobs')).total, (await bob.json('/v1/jobs')).total]).toEqual([0, 1]);
    const [line] = (await ask(`/admin/v1/audit?subject=${id}`)).body.lines;
    expect(line).toMatchObject({ actor: 'operator:eva', action: 'customer.delete_jobs', detail: { jobs: 2 } });
    const [left] = (await clients()).clients;
    // Two rows of jobs are kept for the allowance of the day.
    const kept = left!.stored_bytes + 2 * 4096;
    await eventually(async () => expect(await server.server.jobs!.store.storedBytes()).toBe(kept));
    expect((await ada.submit(file(1))).status).toBe(202);
  });

  it('are seen by an operator who may read, and deleted by none such', async () => {
    await open();
    await submit('ada', 3);
    const { token } = await server.access.operators.create({ name: 'edith', role: 'read' }, 'test');
    const seen = await ask(CLIENTS, { token });
    const refused = await ask(`${CLIENTS}/${seen.body.clients[0].id}`, { method: 'DELETE', token });
    expect([seen.status, refused.status]).toEqual([200, 403]);
    expect((await clients()).total).toBe(1);
  });

  it('of an unknown customer, and those of a service without jobs, are a 404', async () => {
    await open();
    expect((await ask(`${CLIENTS}/cus_unknown`, { method: 'DELETE' })).status).toBe(404);
    await server.close();
    await open({ JOBS: 'false' });
    for (const reply of [await ask(CLIENTS), await ask(`${CLIENTS}/cus_unknown`, { method: 'DELETE' })]) {
      expect([reply.status, reply.body.error.message]).toEqual([404, expect.stringContaining('JOBS=false')]);
    }
  });
});
