import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openAccess } from '../../src/access/index.ts';
import { openJobs } from '../../src/jobs/index.ts';
import { temporaryFolder } from '../access/support/stores.ts';
import { NO_STORAGE_LIMITS, rowsOf } from './support/job-tests.ts';

it('no text of a deleted job is left in the file of the embedded database', async () => {
  const dataDir = temporaryFolder();
  const access = await openAccess({ dataDir, defaultLimit: 60 });
  const { id: keyId } = await access.keys.create({ name: 'ada' }, 'test');
  const { store, work } = openJobs({ database: access.database, ttlDays: 7, storageLimits: NO_STORAGE_LIMITS });
  const job = { client: 'key:a', keyId, kind: 'claims', inputFormat: 'jsonl' } as const;
  const rows = Array.from({ length: 120 }, (_, at) => ({ claim: `confidential claim ${at}`, note: 'x'.repeat(5_000) }));
  const { id } = await store.receive({ ...job, rowsPerDay: 1_000 }, rowsOf(rows));
  await work.finish((await work.lease())!, { output: 'confidential result\n'.repeat(50), errors: {} });
  const [left] = await access.database.query<{ bytes: number }>('SELECT sum(length(input)) AS bytes FROM job_chunks');
  expect(left!.bytes).toBeGreaterThan(100_000);
  await store.delete('key:a', id);
  while ((await access.database.query('SELECT chunk FROM job_chunks LIMIT 1')).length > 0) {
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  await store.close();
  await access.close();
  for (const name of readdirSync(dataDir)) {
    expect(readFileSync(join(dataDir, name)).includes('confidential'), name).toBe(false);
  }
});
