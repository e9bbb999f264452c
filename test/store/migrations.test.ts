import { join } from 'node:path';
import Libsql from 'libsql';
import pg from 'pg';
import { expect, it } from 'vitest';
import { type Access, backUp, openAccess, restore } from '../../src/access/index.ts';
import type { SqlRow } from '../../src/store/database.ts';
import { migrate, schemaVersion } from '../../src/store/migrations.ts';
import { createSchema, temporaryFolder, withServer } from '../access/support/stores.ts';

/** What version 1.0.0 left: a key, one rotated from it, one rotated from that, and an e-mail that failed. */
const ROWS_OF_1_0_0 = [
  "INSERT INTO customers (id, name, email, created_at) VALUES ('cus_1', 'Ada', 'ada@example.com', 1)",
  `INSERT INTO subscriptions (id, customer_id, plan_id, status, created_at, updated_at)
    VALUES ('sub_1', 'cus_1', 'standard', 'active', 1, 1)`,
  ...[
    ['first', 'first', '{"name":"Ada"}'],
    ['second', 'first', '{"name":"Ada","rotates":"first"}'],
    ['third', 'first', '{"name":"Ada","rotates":"second"}'],
    ['other', 'other', '{"name":"Ada"}'],
  ].flatMap(([id, family, detail], at) => [
    `INSERT INTO api_keys (id, subscription_id, name, hash, family, created_at)
      VALUES ('${id}', 'sub_1', 'Ada', 'hash of ${id}', '${family}', ${at})`,
    `INSERT INTO audit (id, at, actor, action, subject, detail)
      VALUES ('line ${at}', ${at}, 'admin', 'key.create', '${id}', '${detail}')`,
  ]),
  `INSERT INTO outbox (id, subscription_id, key_name, key_id, attempts, next_attempt_at, last_error, created_at)
    VALUES ('out_1', 'sub_1', 'Ada', 'other', 3, 9, 'mailbox busy', 1)`,
];

/** What version 2.0.0 left of two jobs besides: the one is received, with the names of its columns, the other was deleted. */
const ROWS_OF_2_0_0 = [
  ...ROWS_OF_1_0_0,
  "UPDATE api_keys SET rotated_from = 'first' WHERE id = 'second'",
  "UPDATE api_keys SET rotated_from = 'second' WHERE id = 'third'",
  ...[
    ['job_1', '["claim","größe"]', 'completed'],
    ['job_2', '[]', 'canceled'],
  ].map(
    ([
      id,
      columns,
      status,
    ]) => `INSERT INTO jobs (id, client, key_id, kind, input_format, columns, status, rows, rows_done,
        chunks, chunks_queued, chunks_done, row_errors, created_at, progressed_at, expires_at, webhook_attempts)
      VALUES ('${id}', 'key:first', 'first', 'claims', 'csv', '${columns}', '${status}', 2, 2, 2, 2, 2, '{}', 1, 1, 1, 0)`,
  ),
  "UPDATE jobs SET webhook_url = 'https://hooks.example:8443/a?b=/c', webhook_next_at = 1 WHERE id = 'job_1'",
  ...['größer', ''].map(
    (
      output,
      chunk,
    ) => `INSERT INTO job_chunks (job_id, chunk, rows, input, output, attempts, at_row, row_starts, partial)
      VALUES ('job_1', ${chunk}, 1, 'in', ${output === '' ? 'NULL' : `'${output}'`}, 0, 0, 0, 'part')`,
  ),
];
const JOBS_OF_2_0_0 = [
  {
    id: 'job_1',
    columns: '[]',
    names: '["claim","größe"]',
    bytes: 4096 + 19 + 2 * 6 + 8,
    webhook_queue: 'first https://hooks.example:8443',
  },
  { id: 'job_2', columns: '[]', names: null, bytes: 4096, webhook_queue: null },
];
const SELECT_JOBS =
  'SELECT id, columns, names, bytes, webhook_queue FROM jobs LEFT JOIN job_columns ON job_id = id ORDER BY id';

const existing = { origin: '' };

async function expectUpgraded(access: Access): Promise<void> {
  const ancestry = (await access.keys.list()).map(({ id, family, rotatedFrom }) => [id, family, rotatedFrom]);
  expect(ancestry).toEqual([
    ['first', 'first', null],
    ['second', 'first', 'first'],
    ['third', 'first', 'second'],
    ['other', 'other', null],
  ]);
  expect(await access.emails.list({ count: 5 })).toMatchObject([
    { id: 'out_1', kind: 'key', state: 'waiting', attempts: 3, lastError: 'mailbox busy' },
  ]);
  expect((await access.keys.revoke('first', 'test')).alsoRevoked).toEqual(['second', 'third']);
}

it('brings the SQLite file of version 1.0.0 up to date, ancestry included', async () => {
  const dataDir = temporaryFolder();
  const raw = new Libsql(join(dataDir, 'keys.sqlite'));
  const query = async <Row extends SqlRow>(text: string, values: readonly unknown[] = []) =>
    raw.prepare(text.replaceAll('$', '?')).all([...values]) as Row[];
  await migrate({ query }, 'sqlite', 1);
  for (const row of ROWS_OF_1_0_0) raw.exec(row);
  raw.close();
  const backup = join(dataDir, 'backup');
  await backUp({ dataDir, existing }, backup);
  const access = await openAccess({ dataDir, defaultLimit: 60 });
  await expectUpgraded(access);
  await access.close();
  const rolledBack = { dataDir: temporaryFolder() };
  await restore(rolledBack, backup, { replace: false, keepSchema: true });
  const old = new Libsql(join(rolledBack.dataDir, 'keys.sqlite'));
  expect(await schemaVersion({ query: async (text) => old.prepare(text).all([]) as never })).toBe(1);
  old.close();
  await expect(openAccess({ ...rolledBack, existing, defaultLimit: 60 })).rejects.toThrow(
    /version 1: commands do not upgrade/,
  );
  const upgraded = { dataDir: temporaryFolder() };
  await restore(upgraded, backup, { replace: false });
  const restored = await openAccess({ ...upgraded, existing, defaultLimit: 60 });
  await expectUpgraded(restored);
  await restored.close();
});

it('brings the SQLite file of version 2.0.0 up to date, jobs included', async () => {
  const dataDir = temporaryFolder();
  const raw = new Libsql(join(dataDir, 'keys.sqlite'));
  const query = async <Row extends SqlRow>(text: string, values: readonly unknown[] = []) =>
    raw.prepare(text.replaceAll('$', '?')).all([...values]) as Row[];
  await migrate({ query }, 'sqlite', 6);
  for (const row of ROWS_OF_2_0_0) raw.exec(row);
  raw.close();
  const access = await openAccess({ dataDir, defaultLimit: 60 });
  expect(await access.database.query(SELECT_JOBS)).toEqual(JOBS_OF_2_0_0);
  await expectUpgraded(access);
  await access.close();
});

/** A schema of 2.0.0 with rows, and a connection to it as a replica of 2.0.0 has one. */
async function replicaOf200() {
  const { url, drop } = await createSchema();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const query = async <Row extends SqlRow>(text: string, values: readonly unknown[] = []) =>
    (await client.query<Row>(text, [...values])).rows;
  await migrate({ query }, 'postgres', 6);
  for (const row of ROWS_OF_2_0_0) await client.query(row);
  return {
    query,
    open: () => openAccess({ dataDir: '/nowhere', databaseUrl: url, defaultLimit: 60 }),
    async close() {
      await client.end();
      await drop();
    },
  };
}

it.runIf(withServer('TEST_DATABASE_URL', 'a schema of version 2.0.0'))(
  'brings the PostgreSQL schema of version 2.0.0 up to date, jobs included',
  async () => {
    const replica = await replicaOf200();
    const access = await replica.open();
    expect(await access.database.query(SELECT_JOBS)).toEqual(JOBS_OF_2_0_0);
    await expectUpgraded(access);
    await access.close();
    await replica.close();
  },
);

it.runIf(withServer('TEST_DATABASE_URL', 'a replica of 2.0.0 at work during the upgrade'))(
  'waits for a replica of 2.0.0 that stores a result, and counts the bytes of it',
  async () => {
    const replica = await replicaOf200();
    await replica.query('BEGIN');
    await replica.query("UPDATE job_chunks SET partial = 'longer' WHERE job_id = 'job_1' AND chunk = 0");
    const opening = replica.open();
    const waiting = "SELECT 1 AS one FROM pg_locks WHERE relation = 'job_chunks'::regclass AND NOT granted";
    while ((await replica.query(waiting)).length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    await replica.query("UPDATE jobs SET progressed_at = 2 WHERE id = 'job_1'");
    await replica.query('COMMIT');
    const access = await opening;
    const [of1, of2] = JOBS_OF_2_0_0;
    const bytes = of1!.bytes + 'longer'.length - 'part'.length;
    expect(await access.database.query(SELECT_JOBS)).toEqual([{ ...of1, bytes }, of2]);
    await access.close();
    await replica.close();
  },
);

it.runIf(withServer('TEST_DATABASE_URL', 'a deadlock during the upgrade'))(
  'upgrades again when the database undid it because of a deadlock',
  async () => {
    const replica = await replicaOf200();
    // A sequence is not undone: the first attempt fails, the second does not.
    await replica.query('CREATE SEQUENCE attempts');
    await replica.query(`CREATE FUNCTION fail_once() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF nextval('attempts') = 1 THEN RAISE 'deadlock detected' USING ERRCODE = 'deadlock_detected'; END IF;
      RETURN NEW; END $$`);
    await replica.query(
      'CREATE TRIGGER fail_once BEFORE INSERT ON schema_version FOR EACH ROW EXECUTE FUNCTION fail_once()',
    );
    const access = await replica.open();
    expect(await access.database.query(SELECT_JOBS)).toEqual(JOBS_OF_2_0_0);
    await access.close();
    await replica.close();
  },
);

it.runIf(withServer('TEST_DATABASE_URL', 'a schema of version 1.0.0'))(
  'brings the PostgreSQL schema of version 1.0.0 up to date, ancestry included',
  async () => {
    const { url, drop } = await createSchema();
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const query = async <Row extends SqlRow>(text: string, values: readonly unknown[] = []) =>
      (await client.query<Row>(text, [...values])).rows.map((row) => ({ ...row, version: Number(row.version) }));
    await migrate({ query }, 'postgres', 1);
    for (const row of ROWS_OF_1_0_0) await client.query(row);
    await client.end();
    const backup = join(temporaryFolder(), 'backup');
    await backUp({ dataDir: '/nowhere', databaseUrl: url, existing }, backup);
    const older = await createSchema();
    await restore({ dataDir: '/nowhere', databaseUrl: older.url }, backup, { replace: false, keepSchema: true });
    const rolledBack = new pg.Client({ connectionString: older.url });
    await rolledBack.connect();
    expect((await rolledBack.query('SELECT version FROM schema_version')).rows).toEqual([{ version: '1' }]);
    expect((await rolledBack.query('SELECT id FROM api_keys')).rowCount).toBe(4);
    await rolledBack.end();
    await older.drop();
    const access = await openAccess({ dataDir: '/nowhere', databaseUrl: url, defaultLimit: 60 });
    await expectUpgraded(access);
    await access.close();
    await drop();
  },
);
