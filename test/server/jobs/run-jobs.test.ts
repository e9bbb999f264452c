import { createHmac } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Registry } from 'prom-client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadConfig } from '../../../src/config.ts';
import { JobEventBody } from '../../../src/contract/job.ts';
import { type RunningJobs, runJobs } from '../../../src/server/jobs/run-jobs.ts';
import { fakeBatchVerifier } from '../../support/fake-batch-verifier.ts';
import { type Customer, type JobServer, jobServer } from '../api/jobs/support/job-server.ts';

const SECRET = 'shared with no customer';
const FILE = '{"claim":"Pigs fly.","grounding_source":"Pigs fly."}\n{"claim":7}\n';

let receiver: Server;
let origin: string;
/** Statuses that the receiver answers with, one after the other, then 204. */
let statuses: number[];
let deliveries: { body: string; signature: string }[];
let server: JobServer;
let ada: Customer;
let registry: Registry;
let running: RunningJobs;

beforeEach(async () => {
  [statuses, deliveries] = [[], []];
  receiver = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    deliveries.push({ body, signature: String(request.headers['webhook-signature']) });
    response.writeHead(statuses.shift() ?? 204).end();
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  const env = { WEBHOOK_HOSTS: origin, WEBHOOK_SECRET: SECRET };
  server = await jobServer(env);
  ada = await server.customer('ada');
  registry = new Registry();
  const { jobs, app } = server.server;
  const { database } = server.access;
  running = runJobs({ jobs: jobs!, config: loadConfig(env), database, log: app.log, registry });
});
afterEach(async () => {
  await running.stop();
  await server.close();
  receiver.closeAllConnections();
  receiver.close();
});

async function submit(path = '/jobs'): Promise<string> {
  const response = await ada.submit(FILE, { query: `?name=a&webhook_url=${encodeURIComponent(origin + path)}` });
  expect(response.status).toBe(202);
  return (await response.json()).id;
}

async function until(condition: () => unknown): Promise<void> {
  while (!(await condition())) await sleep(20);
}

const told = async (id: string) => (await ada.json(`/v1/jobs/${id}`)).webhook;

describe('the end of a job', () => {
  it('is told to the address that came with it, without texts, and signed as the account says', async () => {
    const id = await submit();
    running.verify(fakeBatchVerifier());
    await until(async () => (await told(id)).delivered_at !== null);
    const [{ body, signature }] = deliveries as [(typeof deliveries)[0]];
    const { client, secret } = (await ada.json('/v1/account')).webhooks;
    const [, seconds, hex] = /^t=(\d+),v2=([0-9a-f]{64})$/.exec(signature)!;
    expect(createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')).toBe(hex);
    expect(Math.abs(Number(seconds) * 1_000 - Date.now())).toBeLessThan(600_000);
    const event = JobEventBody.parse(JSON.parse(body));
    expect(event).toEqual({
      ...{ id, client, name: 'a', status: 'completed', rows: 2, errors: { invalid_request: 1 } },
      finished_at: (await ada.json(`/v1/jobs/${id}`)).finished_at,
    });
    expect(deliveries).toHaveLength(1);
  });

  it('is told of a canceled job too, and of a deleted one not', async () => {
    const [canceled, deleted] = [await submit(), await submit()];
    await ada.request(`/v1/jobs/${deleted}`, { method: 'DELETE' });
    await ada.request(`/v1/jobs/${canceled}/cancel`, { method: 'POST' });
    await until(async () => (await told(canceled)).delivered_at !== null);
    expect(deliveries.map(({ body }) => JSON.parse(body))).toMatchObject([{ id: canceled, status: 'canceled' }]);
  });

  it('is told again after a failure, which the job shows until then', async () => {
    statuses = [500];
    const id = await submit();
    running.verify(fakeBatchVerifier());
    await until(async () => (await told(id)).last_error !== null);
    expect(await told(id)).toEqual({
      url: `${origin}/jobs`,
      delivered_at: null,
      last_error: 'Expected a status of 2xx, got 500.',
    });
    const [row] = await server.access.database.query<{ pause: number }>(
      'SELECT webhook_next_at - finished_at AS pause FROM jobs',
    );
    expect(row!.pause).toBeGreaterThanOrEqual(10_000);
    await server.access.database.transaction((sql) => sql.query('UPDATE jobs SET webhook_next_at = 1'));
    await until(async () => (await told(id)).delivered_at !== null);
    expect((await told(id)).last_error).toBeNull();
    expect(await registry.metrics()).toMatch(/job_webhooks_total\{outcome="sent"\} 1\n.*outcome="failed"\} 1\n/);
  });

  it('is told to no other host', async () => {
    const others = [origin.replace('127.0.0.1', 'localhost'), origin.replace('http:', 'https:'), 'http://10.0.0.1'];
    for (const other of others) {
      const response = await ada.submit(FILE, { query: `?webhook_url=${encodeURIComponent(other)}` });
      expect([response.status, (await response.json()).error.details]).toEqual([400, { field: 'webhook_url' }]);
    }
  });
});

describe('the metrics of jobs', () => {
  it('say what waits in all replicas, and what this one has verified', async () => {
    const first = await submit();
    const waiting = await registry.metrics();
    expect(waiting).toContain('claim_verification_job_rows_waiting 2\n');
    expect(waiting).toContain('claim_verification_jobs{status="queued"} 1\n');
    expect(waiting).toContain(`claim_verification_job_bytes ${await server.server.jobs!.store.storedBytes()}\n`);
    running.verify(fakeBatchVerifier());
    await ada.ended(first);
    const after = await registry.metrics();
    expect(after).toContain('claim_verification_job_rows_total{outcome="answered"} 1\n');
    expect(after).toContain('claim_verification_job_rows_total{outcome="failed"} 1\n');
  });

  it('are NaN while the database does not answer', async () => {
    const { jobs } = server.server;
    jobs!.store.waiting = () => Promise.reject(new Error('gone'));
    const metrics = await registry.metrics();
    expect(metrics).toContain('claim_verification_job_rows_waiting Nan\n');
    expect(metrics).toContain('claim_verification_job_bytes Nan\n');
  });
});
