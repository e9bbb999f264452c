import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../src/store/database.ts';
import { stores, type TestStore } from '../access/support/stores.ts';
import { listSchema } from './support/list-schema.ts';

describe.each(stores)('the schema on $name', (kind) => {
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

  it('is the recorded one', async () => {
    const listing = await listSchema(database);
    await expect(`${listing.join('\n')}\n`).toMatchFileSnapshot(`recorded-schema/${database.dialect}.txt`);
  });
});
