import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dropOldQueue } from '../../src/jobs/index.ts';
import type { Database } from '../../src/store/database.ts';
import { stores, type TestStore, withServer } from '../access/support/stores.ts';

describe.each(stores)('the queue of 2.0.0 on $name', (kind) => {
  let store: TestStore;
  let database: Database;
  beforeEach(async () => {
    store = await kind.create();
    await (await store.open()).close();
    database = await store.database();
  });
  afterEach(async () => {
    await database.close();
    await store.dispose();
  });

  it('is not dropped where there is none', async () => {
    expect(await dropOldQueue(database)).toBeUndefined();
  });

  it.runIf(kind.name === 'PostgreSQL' && withServer('TEST_DATABASE_URL', 'the queue of 2.0.0'))(
    'is dropped unless a replica of 2.0.0 has just had a lease renewed',
    async () => {
      const [{ name } = { name: '' }] = await database.query<{ name: string }>('SELECT current_schema() AS name');
      const queue = `${name}_queue`;
      for (const statement of [
        `CREATE SCHEMA ${queue}`,
        `CREATE TABLE ${queue}.job (state TEXT NOT NULL, started_on TIMESTAMPTZ)`,
        `INSERT INTO ${queue}.job VALUES ('created', NULL), ('active', now() - interval '10 seconds')`,
      ])
        await database.query(statement);
      await expect(dropOldQueue(database)).rejects.toMatchObject({
        code: 'conflict',
        message: expect.stringContaining('Expected no replica of 2.0.0'),
      });
      await database.query(`UPDATE ${queue}.job SET started_on = now() - interval '21 seconds' WHERE state = 'active'`);
      expect(await dropOldQueue(database)).toBe(queue);
      expect(await dropOldQueue(database)).toBeUndefined();
      expect(await database.query(`SELECT 1 AS one FROM pg_namespace WHERE nspname = '${queue}'`)).toEqual([]);
    },
  );
});
