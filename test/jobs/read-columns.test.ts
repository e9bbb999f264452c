import { describe, expect, it } from 'vitest';
import { openJobs } from '../../src/jobs/index.ts';
import type { Database, Sql, SqlRow } from '../../src/store/database.ts';
import { stores } from '../access/support/stores.ts';
import { claims, type JobProcess, NO_STORAGE_LIMITS, openBeforeEach } from './support/job-tests.ts';

const MARK = 'a long list of names';

function watched(database: Database, seen: SqlRow[]): Database {
  const watchedSql = (sql: Sql): Sql => ({
    async query(text, parameters) {
      const rows = await sql.query(text, parameters);
      seen.push(...rows);
      return rows as never;
    },
  });
  return {
    ...watchedSql(database),
    dialect: database.dialect,
    shared: database.shared,
    transaction: (work) => database.transaction((sql) => work(watchedSql(sql))),
    close: () => database.close(),
  };
}

describe.each(stores)('on $name', (kind) => {
  let one: JobProcess;
  openBeforeEach(kind, (opened) => {
    ({ one } = opened);
  });

  it('only a lease and the results read texts, and only the results read names of columns', async () => {
    const { id } = await one.submit(claims(60), { requestId: 'request' });
    const { database } = one.access;
    await database.transaction((sql) => sql.query('UPDATE job_columns SET names = $1', [JSON.stringify([MARK])]));
    const seen: SqlRow[] = [];
    const { store, work } = openJobs({
      database: watched(database, seen),
      ttlDays: 7,
      storageLimits: NO_STORAGE_LIMITS,
    });
    const all = () => JSON.stringify(seen.splice(0));
    await store.list('key:a', { count: 10 });
    await store.get('key:a', id);
    await store.submitted('request');
    const lease = await work.lease();
    const other = await work.lease();
    expect(seen.filter((row) => 'input' in row)).toHaveLength(2);
    expect(all()).not.toContain(MARK);
    await work.renew(lease!);
    await work.finish(lease!, { output: 'a result\n'.repeat(50), errors: { invalid_request: 1 } });
    await work.finish(other!, { output: 'a result\n'.repeat(10), errors: {} });
    await store.list('key:a', { count: 10 });
    const others = all();
    const { lines } = await store.results('key:a', id);
    expect([MARK, 'claim 1', 'a result'].filter((text) => others.includes(text))).toEqual([]);
    const named = all();
    expect(['claim 1', 'a result'].filter((text) => named.includes(text))).toEqual([]);
    const sizes: number[] = [];
    for await (const text of lines()) sizes.push(text.length, seen.splice(0).length);
    expect(sizes).toEqual([450, 1, 90, 1]);
  });
});
