import { join } from 'node:path';
import Libsql from 'libsql';
import pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { backUp, openAccess, restore } from '../../src/access/index.ts';
import { createSchema, temporaryFolder, withServer } from '../access/support/stores.ts';

const existing = { origin: 'A test says so.' };
/** The schema versions of 1.0.0 and 2.0.0. */
const OLDER = [1, 6];
const REFUSED = { code: 'invalid_configuration', message: expect.stringContaining('3.0.0') };

const versionTable = (version: number) => [
  'CREATE TABLE schema_version (version BIGINT PRIMARY KEY)',
  ...Array.from({ length: version }, (_, at) => `INSERT INTO schema_version (version) VALUES (${at + 1})`),
];

function olderFile(path: string, version: number): void {
  const raw = new Libsql(path);
  for (const statement of versionTable(version)) raw.exec(statement);
  raw.close();
}

describe.each(OLDER)('a database of schema version %i', (version) => {
  it('is refused on SQLite by the service, by commands and by a backup', async () => {
    const dataDir = temporaryFolder();
    olderFile(join(dataDir, 'keys.sqlite'), version);
    await expect(openAccess({ dataDir, defaultLimit: 60 })).rejects.toMatchObject(REFUSED);
    await expect(openAccess({ dataDir, existing, defaultLimit: 60 })).rejects.toMatchObject(REFUSED);
    await expect(backUp({ dataDir, existing }, join(dataDir, 'backup'))).rejects.toMatchObject(REFUSED);
  });

  it.runIf(withServer('TEST_DATABASE_URL', 'an older schema on PostgreSQL'))(
    'is refused on PostgreSQL by the service, by commands and by a backup',
    async () => {
      const { url, drop } = await createSchema();
      onTestFinished(drop);
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      for (const statement of versionTable(version)) await client.query(statement);
      const place = { dataDir: '/nowhere', databaseUrl: url, startTimeoutMs: 0 };
      await expect(openAccess({ ...place, defaultLimit: 60 })).rejects.toMatchObject(REFUSED);
      await expect(openAccess({ ...place, existing, defaultLimit: 60 })).rejects.toMatchObject(REFUSED);
      await expect(backUp({ ...place, existing }, join(temporaryFolder(), 'backup'))).rejects.toMatchObject(REFUSED);
      expect((await client.query("SELECT to_regclass('api_keys') AS made")).rows).toEqual([{ made: null }]);
      await client.end();
    },
  );
});

describe.each(OLDER)('a backup of schema version %i', (version) => {
  it('is refused', async () => {
    const file = join(temporaryFolder(), 'backup');
    olderFile(file, version);
    const place = { dataDir: temporaryFolder() };
    await expect(restore(place, file, false)).rejects.toMatchObject(REFUSED);
    await expect(openAccess({ ...place, existing, defaultLimit: 60 })).rejects.toMatchObject({
      code: 'invalid_configuration',
    });
  });
});

it.runIf(withServer('TEST_DATABASE_URL', 'a deadlock while the schema is created'))(
  'creates the schema again when the database rolled it back because of a deadlock',
  async () => {
    const { url, drop } = await createSchema();
    onTestFinished(drop);
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    // A sequence is not rolled back: the first attempt fails, the second does not.
    for (const statement of [
      ...versionTable(0),
      'CREATE SEQUENCE attempts',
      `CREATE FUNCTION fail_once() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF nextval('attempts') = 1 THEN RAISE 'deadlock detected' USING ERRCODE = 'deadlock_detected'; END IF;
        RETURN NEW; END $$`,
      'CREATE TRIGGER fail_once BEFORE INSERT ON schema_version FOR EACH ROW EXECUTE FUNCTION fail_once()',
    ]) {
      await client.query(statement);
    }
    await client.end();
    const access = await openAccess({ dataDir: '/nowhere', databaseUrl: url, defaultLimit: 60 });
    expect(await access.plans.list()).toHaveLength(1);
    await access.close();
  },
);
