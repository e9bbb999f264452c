import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openAccess } from '../../../src/access/index.ts';
import { createSchema, temporaryFolder } from '../../access/support/stores.ts';
import { claims, JobProcess } from '../../jobs/support/job-tests.ts';
import { runCommand } from '../../support/run-command.ts';

interface Place {
  readonly dataDir: string;
  readonly databaseUrl?: string;
  drop(): Promise<void>;
}

const PLACES: readonly (readonly [name: string, make: () => Promise<Place>])[] = [
  ['SQLite', async () => ({ dataDir: temporaryFolder(), drop: async () => undefined })],
  ...(process.env.TEST_DATABASE_URL
    ? ([
        [
          'PostgreSQL',
          async () => {
            const { url, drop } = await createSchema();
            return { dataDir: '/nowhere', databaseUrl: url, drop };
          },
        ],
      ] as const)
    : []),
];

describe.each(PLACES)('claim-verifier stored-jobs on %s', (_name, make) => {
  let place: Place;
  /** A server on the same database, open all the while. */
  let server: JobProcess;
  beforeEach(async () => {
    place = await make();
    const { dataDir, databaseUrl } = place;
    server = await JobProcess.open({
      open: () => openAccess({ dataDir, databaseUrl, defaultLimit: 60 }),
    });
  });
  afterEach(async () => {
    await server.close();
    await place.drop();
  });

  const storedJobs = (...args: string[]) =>
    runCommand(['stored-jobs', ...args], {
      env: { DATA_DIR: place.dataDir, DATABASE_URL: place.databaseUrl ?? '' },
    });

  it('lists customers with what they store, and deletes the jobs of one with all their rows', async () => {
    expect((await storedJobs('list')).stdout).toBe('There are no jobs.\n');
    const { id: keyId } = await server.access.keys.create({ name: 'Ada Ltd' }, 'test');
    const { customerId } = await server.access.keys.show(keyId);
    for (const rows of [60, 1200]) await server.submit(claims(rows), { keyId, client: `key:${keyId}` });
    const kept = await server.submit(claims(2));
    const [largest] = await server.jobs.clients.list({ count: 1 });
    const listed = await storedJobs('list');
    expect(listed).toMatchObject({ code: 0, stderr: '' });
    expect(listed.stdout).toMatch(
      new RegExp(
        `^CUSTOMER .*NAME\\n${customerId} +${largest!.storedBytes.toLocaleString('en')} +2 +1,260 +\\S+Z +Ada Ltd\\n.*\\n$`,
      ),
    );
    const [first] = JSON.parse((await storedJobs('list', '--json')).stdout);
    expect(first).toMatchObject({ id: customerId, jobs: 2, rows_waiting: 1260, statuses: { queued: 2 } });

    const deleted = await storedJobs('delete', customerId);
    expect(deleted).toEqual({ code: 0, stderr: '', stdout: `Deleted 2 jobs of ${customerId}.\n` });
    const left = await server.access.database.query('SELECT DISTINCT job_id FROM job_chunks');
    expect(left).toEqual([{ job_id: kept.id }]);
    const [line] = await server.access.audit(1, customerId);
    expect([line!.action, line!.actor]).toEqual(['customer.delete_jobs', expect.stringMatching(/^cli:/)]);
    const again = await storedJobs('delete', customerId, '--json');
    expect(JSON.parse(again.stdout)).toEqual({ id: customerId, jobs: 0 });
  });

  it('names a customer that is not there', async () => {
    const { code, stderr } = await storedJobs('delete', 'cus_unknown');
    expect([code, stderr]).toEqual([1, expect.stringContaining('got "cus_unknown": none has this id.')]);
  });
});
