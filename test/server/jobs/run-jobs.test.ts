import { Registry } from 'prom-client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadConfig } from '../../../src/config.ts';
import { type RunningJobs, runJobs } from '../../../src/server/jobs/run-jobs.ts';
import { fakeBatchVerifier } from '../../support/fake-batch-verifier.ts';
import { type Customer, type JobServer, jobServer } from '../api/jobs/support/job-server.ts';

const FILE = '{"claim":"Pigs fly.","grounding_source":"Pigs fly."}\n{"claim":7}\n';

let server: JobServer;
let ada: Customer;
let registry: Registry;
let running: RunningJobs;

beforeEach(async () => {
  server = await jobServer();
  ada = await server.customer('ada');
  registry = new Registry();
  const { jobs, app } = server.server;
  running = runJobs(jobs!, loadConfig({}), app.log, registry);
});
afterEach(async () => {
  await running.stop();
  await server.close();
});

describe('the metrics of jobs', () => {
  it('say what waits in all replicas, and what this one has verified', async () => {
    const response = await ada.submit(FILE);
    expect(response.status).toBe(202);
    const first: string = (await response.json()).id;
    const waiting = await registry.metrics();
    expect(waiting).toContain('claim_verification_job_rows_waiting 2\n');
    expect(waiting).toContain('claim_verification_jobs{status="queued"} 1\n');
    expect(waiting).toContain(`claim_verification_job_bytes ${await server.server.jobs!.storage.storedBytes()}\n`);
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
