import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openAccess } from '../../src/access/index.ts';
import { ServiceError } from '../../src/contract/errors.ts';
import { CutProxy } from '../access/support/cut-proxy.ts';
import { createSchema, stores, type TestStore, withServer } from '../access/support/stores.ts';
import { fakeBatchVerifier } from '../support/fake-batch-verifier.ts';
import { claims, expectedOutput, heldVerifier, JobProcess } from './support/job-tests.ts';

it.runIf(withServer('TEST_DATABASE_URL', 'jobs while PostgreSQL is restarted'))(
  'a result waits while the database is away',
  async () => {
    const { url, drop } = await createSchema();
    const proxy = await CutProxy.before(url);
    const through = (databaseUrl: string) => ({
      open: () => openAccess({ dataDir: '/nowhere', defaultLimit: 60, databaseUrl }),
    });
    const near = await JobProcess.open(through(url));
    const far = await JobProcess.open(through(proxy.addressOf(url)));
    const rows = claims(200);
    const { id } = await near.submit(rows);
    const { verifier, entered, letGo } = heldVerifier((claim) => claim === 'claim 60');
    far.run(verifier);
    await entered;
    await proxy.cut();
    letGo();
    while (far.warnings.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    await proxy.restore();
    expect(await near.ended(id)).toMatchObject({ rows_done: 200, errors: { invalid_request: 28 } });
    expect(await near.output(id)).toBe(await expectedOutput(rows));
    expect(far.warnings).toContain('a result waits for the database');
    for (const one of [near, far]) await one.close();
    await proxy.cut();
    await drop();
  },
);

describe.each(stores)('jobs are verified on $name', (kind) => {
  let store: TestStore;
  let processes: JobProcess[];

  beforeEach(async () => {
    store = await kind.create();
    processes = [];
  });

  afterEach(async () => {
    await Promise.all(processes.map((one) => one.close()));
    await store.dispose();
  });

  async function open(): Promise<JobProcess> {
    const one = await JobProcess.open(store);
    processes.push(one);
    return one;
  }

  it('by two processes: one line a row, in order, as the command writes them', async () => {
    const [one, two] = [await open(), await open()];
    const rows = claims(730);
    const { id } = await one.submit(rows);
    const by = [0, 0];
    for (const [at, each] of [one, two].entries()) {
      each.run(
        fakeBatchVerifier(() => new Promise((resolve) => setTimeout(resolve, 1))),
        () => {
          by[at]! += 1;
        },
      );
    }
    expect(await one.ended(id)).toMatchObject({
      status: 'completed',
      rows: 730,
      rows_done: 730,
      errors: { invalid_request: 104 },
    });
    expect(await two.output(id)).toBe(await expectedOutput(rows));
    expect([Math.min(...by) > 0, by[0]! + by[1]!]).toEqual([true, 15]);
    expect(await one.jobs.work.lease()).toBeUndefined();
  });

  it('taking turns between clients, whoever came first and however much each has', async () => {
    const one = await open();
    const large = await one.submit(claims(500), { client: 'key:large' });
    for (let n = 0; n < 2; n += 1) await one.jobs.work.lease();
    const small = await one.submit(claims(150), { client: 'key:small' });
    const next: string[] = [];
    for (let n = 0; n < 6; n += 1) next.push((await one.jobs.work.lease())!.jobId);
    const ofSmall = next.filter((id) => id === small.id).length;
    expect([ofSmall, next.filter((id) => id === large.id).length]).toEqual([3, 3]);
  });

  it('by another process when the first is killed', async () => {
    const [dead, other] = [await open(), await open()];
    const rows = claims(120);
    const { id } = await dead.submit(rows);
    const lost = await dead.jobs.work.lease();
    other.run();
    while ((await other.jobs.store.get('key:a', id)).rows_done < 70)
      await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await other.jobs.store.get('key:a', id)).toMatchObject({ status: 'running', rows_done: 70 });
    await other.endLeases();
    expect(await other.ended(id)).toMatchObject({ status: 'completed', rows_done: 120 });
    // It was not dead after all.
    await dead.jobs.work.finish(lost!, { output: 'another result', errors: { internal_error: 50 } });
    expect(await other.output(id)).toBe(await expectedOutput(rows));
    expect(await other.jobs.store.get('key:a', id)).toMatchObject({ rows_done: 120, errors: { invalid_request: 17 } });
  });

  it('from where the one before was when it was stopped, and not from the start', async () => {
    const [one, two] = [await open(), await open()];
    const rows = claims(50);
    const { id } = await one.submit(rows);
    const { verifier, entered, letGo } = heldVerifier((claim) => claim === 'claim 30');
    const runner = one.run(verifier);
    await entered;
    await runner.stop();
    letGo();
    const begun: string[] = [];
    two.run(fakeBatchVerifier(({ claim }) => void begun.push(claim)));
    await two.ended(id);
    // The rows next to the one that was held may have been in work too.
    expect(['claim 27', 'claim 28', 'claim 29', 'claim 30']).toContain(begun[0]);
    expect(await two.output(id)).toBe(await expectedOutput(rows));
  });

  it('by one process only while the lease is renewed', async () => {
    const one = await open();
    await one.submit(claims(10));
    const lease = await one.jobs.work.lease();
    await one.endLeases();
    expect(await one.jobs.work.lease()).toMatchObject({ chunk: 0, attempt: 2 });
    await one.jobs.work.renew(lease!);
    expect(await one.jobs.work.lease()).toBeUndefined();
  });

  it('by the next process at once when one is stopped, which counts as no attempt', async () => {
    const [one, two] = [await open(), await open()];
    const rows = claims(40);
    const { id } = await one.submit(rows);
    const { verifier, entered, letGo } = heldVerifier();
    const runner = one.run(verifier);
    await entered;
    await runner.stop();
    letGo();
    const lease = await two.jobs.work.lease();
    expect(lease).toMatchObject({ jobId: id, chunk: 0, attempt: 1 });
    await two.jobs.work.giveBack(lease!);
    two.run();
    await two.ended(id);
    expect(await two.output(id)).toBe(await expectedOutput(rows));
  });

  it('but for a row that ends every process that begins it', async () => {
    const rows = claims(60);
    const [one, ...others] = [await open(), await open(), await open()];
    const { id } = await one!.submit(rows);
    for (let n = 0; n < 2; n += 1) {
      await one!.jobs.work.lease();
      await one!.endLeases();
    }
    const isPoison = (claim: string) => claim === 'claim 22';
    const held: (() => void)[] = [];
    for (const victim of others) {
      const { verifier, entered, letGo } = heldVerifier(isPoison);
      held.push(letGo);
      victim.run(verifier);
      await entered;
      await one!.endLeases();
    }
    const survivor = await open();
    const begun: string[] = [];
    survivor.run(fakeBatchVerifier(({ claim }) => void begun.push(claim)));
    expect(await survivor.ended(id)).toMatchObject({
      rows_done: 60,
      errors: { invalid_request: 8, internal_error: 1 },
    });
    const lines = (await expectedOutput(rows)).split('\n');
    const message = 'This row crashed the service twice and was skipped.';
    const found = (await survivor.output(id)).split('\n');
    expect(JSON.parse(found[22]!)).toEqual({
      id: 22,
      note: '\ud800',
      claim: 'claim 22',
      error: { code: 'internal_error', message },
      row: 23,
    });
    expect(found.with(22, lines[22]!)).toEqual(lines);
    expect(begun).not.toContain('claim 22');
    for (const letGo of held) letGo();
  });

  it('with an error row for one that throws, and waiting when the verifier is busy', async () => {
    const one = await open();
    const { id } = await one.submit(claims(5));
    const tried = new Map<string, number>();
    one.run(
      fakeBatchVerifier(({ claim }) => {
        tried.set(claim, (tried.get(claim) ?? 0) + 1);
        if (claim === 'claim 1') throw new TypeError('secret');
        if (tried.get(claim)! > 22 || claim !== 'claim 2') return;
        throw new ServiceError('service_unavailable', 'Busy.', { details: { retry_after_seconds: 0 } });
      }),
    );
    expect(await one.ended(id)).toMatchObject({ rows_done: 5, errors: { internal_error: 1 } });
    expect(tried.get('claim 2')).toBe(23);
  });

  it('no further once canceled', async () => {
    const one = await open();
    const { id } = await one.submit(claims(200));
    const { verifier, entered, letGo } = heldVerifier((claim) => claim === 'claim 60');
    one.run(verifier);
    await entered;
    await one.jobs.store.cancel('key:a', id);
    letGo();
    const next = await one.submit(claims(3));
    await one.ended(next.id);
    const canceled = await one.jobs.store.get('key:a', id);
    expect(canceled.status).toBe('canceled');
    expect(canceled.rows_done).toBeLessThanOrEqual(100);
    expect(await one.output(id)).toContain('"claim 49"');
  });
});
