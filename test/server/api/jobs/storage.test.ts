import { afterEach, describe, expect, it, vi } from 'vitest';
import { eventually } from '../../../support/eventually.ts';
import { type Customer, type JobServer, jobServer } from './support/job-server.ts';

let server: JobServer;
let ada: Customer;
let bob: Customer;

async function start(env: Record<string, string> = {}): Promise<void> {
  server = await jobServer(env);
  ada = await server.customer('ada');
  bob = await server.customer('bob');
  await server.server.stores.watch({ warn: () => undefined, info: () => undefined });
}
afterEach(async () => {
  vi.restoreAllMocks();
  server.server.stores.close();
  await server.close();
});

const ROW = `${JSON.stringify({ claim: 'Pigs fly.', grounding_source: 'Pigs fly.', note: 'x'.repeat(1_000) })}\n`;
const readiness = async () => (await server.server.app.inject('/health/ready')).json();

async function refusal(response: Awaited<ReturnType<Customer['submit']>>) {
  const { code, message, details } = (await response.json()).error;
  return { status: response.status, retryAfter: response.headers.get('retry-after'), code, message, details };
}

describe('a file for which there is no room', () => {
  it('is a 507 of its client alone, until that one deletes jobs', async () => {
    await start({ MAX_JOBS_BYTES: '400000' });
    const { id } = await (await ada.submit(ROW.repeat(50))).json();
    expect((await ada.submit(ROW.repeat(50))).status).toBe(202);
    expect(await refusal(await ada.submit(ROW))).toEqual({
      status: 507,
      retryAfter: '60',
      code: 'service_unavailable',
      message: expect.stringMatching(
        /^The jobs of this customer store 11\d{4} bytes, and the limit is 100000; delete jobs, or try again in 60 seconds\.$/,
      ),
      details: { limit: 100_000, received: expect.any(Number), retry_after_seconds: 60 },
    });
    expect((await bob.submit(ROW)).status).toBe(202);
    expect(await readiness()).toEqual({ status: 'ready' });
    expect((await ada.request(`/v1/jobs/${id}`, { method: 'DELETE' })).status).toBe(204);
    await eventually(async () => expect((await ada.submit(ROW)).status).toBe(202));
  });

  it('is one for everybody once all jobs have what they may, and readiness names the disk', async () => {
    await start({ MAX_JOBS_BYTES: '200000' });
    const clients = await Promise.all(['c', 'd', 'e', 'f'].map((name) => server.customer(name)));
    for (const client of clients) await client.submit(ROW.repeat(50));
    expect(await refusal(await bob.submit(ROW))).toMatchObject({
      status: 507,
      message: expect.stringContaining('the limit is 200000;'),
    });
    await eventually(async () => expect(await readiness()).toEqual({ status: 'degraded', lost: ['disk'] }));
    expect((await server.server.app.inject('/metrics')).body).toContain('claim_verification_store_up{store="disk"} 0');
  });

  it.each(['none', 'all'])('takes no replica out of service, with UNREADY_WITHOUT=%s', async (UNREADY_WITHOUT) => {
    await start({ UNREADY_WITHOUT });
    vi.spyOn(server.access.database.disk!, 'freeBytes').mockResolvedValue(1);
    expect(await refusal(await ada.submit(ROW))).toMatchObject({
      status: 507,
      message: expect.stringMatching(/^The disk of the database has 1 bytes free, and 268435456 are needed;/),
      details: { limit: 268_435_456, received: 1 },
    });
    await eventually(async () => expect(await readiness()).toEqual({ status: 'degraded', lost: ['disk'] }));
    vi.restoreAllMocks();
    await eventually(async () => expect(await readiness()).toEqual({ status: 'ready' }));
    expect((await ada.submit(ROW)).status).toBe(202);
  });

  it.each(['SQLITE_FULL', '53100'])('is a 507 when the database says so (%s)', async (code) => {
    await start();
    const { database } = server.access;
    const { transaction } = database;
    vi.spyOn(database, 'transaction').mockImplementation(
      (work, options) =>
        transaction.call(
          database,
          (sql) =>
            work({
              query: async (text, values) => {
                if (!text.includes('INSERT INTO job_chunks')) return sql.query(text, values);
                throw Object.assign(new Error('could not extend file'), { code });
              },
            }),
          options,
        ) as never,
    );
    expect(await refusal(await ada.submit(ROW))).toMatchObject({
      status: 507,
      code: 'service_unavailable',
      message: expect.any(String),
    });
    expect((await (await ada.request('/v1/jobs')).json()).jobs).toEqual([]);
  });
});
