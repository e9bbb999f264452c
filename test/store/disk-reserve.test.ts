import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Access, isOutOfSpace, openAccess } from '../../src/access/index.ts';
import { DiskReserve, freeBytesOf } from '../../src/store/disk-reserve.ts';
import { SqliteConnection } from '../../src/store/sqlite-connection.ts';
import { temporaryFolder } from '../access/support/stores.ts';

const RESERVE_FILE = 'disk.reserve';
const RESERVE_BYTES = 32 * 1024 * 1024;
const NO_BOUND = 1_000_000_000;

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => vi.restoreAllMocks());

describe('the reserve', () => {
  it('takes its bytes from the disk, once, and gives them back', async () => {
    const reserve = new DiskReserve(folder);
    expect([reserve.isThere, reserve.giveUp()]).toEqual([false, false]);
    await reserve.make();
    const { size, blocks, mode, ino } = statSync(join(folder, RESERVE_FILE));
    expect([size, mode & 0o777]).toEqual([RESERVE_BYTES, 0o600]);
    expect(blocks * 512).toBeGreaterThanOrEqual(RESERVE_BYTES);
    await reserve.make();
    expect(statSync(join(folder, RESERVE_FILE)).ino).toBe(ino);
    expect([reserve.isThere, reserve.giveUp(), reserve.isThere]).toEqual([true, true, false]);
  });

  it('is rebuilt after an interruption', async () => {
    const reserve = new DiskReserve(folder);
    writeFileSync(join(folder, RESERVE_FILE), 'a beginning');
    expect(reserve.isThere).toBe(false);
    await reserve.make();
    expect(reserve.isThere).toBe(true);
  });
});

describe('a database that is full', () => {
  let access: Access;
  let writer: SqliteConnection;
  let lines = 0;

  /** The pages of the writer; without a bound from the moment in which the reserve is given up. */
  async function fill(): Promise<void> {
    const [pages] = await access.database.query<{ page_count: number }>('PRAGMA page_count');
    writer.run(`PRAGMA max_page_count = ${pages!.page_count}`);
    const line = "INSERT INTO audit (id, at, actor, action, subject, detail) VALUES ($1, 0, '', '', $1, '{}')";
    const write = (id: string) => access.database.transaction((sql) => sql.query(line, [id]));
    for (;;) {
      lines += 1;
      try {
        await write(`filling-${lines}`);
      } catch (error) {
        expect(isOutOfSpace(error)).toBe(true);
        return;
      }
    }
  }

  beforeEach(async () => {
    const { forWriting } = SqliteConnection;
    vi.spyOn(SqliteConnection, 'forWriting').mockImplementation((path) => {
      writer = forWriting.call(SqliteConnection, path);
      return writer;
    });
    const { giveUp } = DiskReserve.prototype;
    vi.spyOn(DiskReserve.prototype, 'giveUp').mockImplementation(function (this: DiskReserve) {
      const wasThere = giveUp.call(this);
      if (wasThere) writer.run(`PRAGMA max_page_count = ${NO_BOUND}`);
      return wasThere;
    });
    access = await openAccess({ dataDir: folder, defaultLimit: 60 });
  });
  afterEach(() => access.close());

  it('keeps its reserve from new keys, and gives it up to revoke one, to delete a customer or an operator', async () => {
    const { id } = await access.keys.create({ name: 'leaked' }, 'test');
    const customer = await access.customers.create({ name: 'ada' }, 'test');
    const operator = await access.operators.create({ name: 'bob', role: 'operate' }, 'test');
    const reserve = new DiskReserve(folder);
    const protectedBy: [string, () => Promise<unknown>][] = [
      ['revoke', () => access.keys.revoke(id, 'test')],
      ['delete', () => access.deleteCustomer(customer.id, 'test')],
      ['operator', () => access.operators.revoke(operator.id, 'test')],
    ];
    for (const [name, work] of protectedBy) {
      await reserve.make();
      await fill();
      const refused = await access.keys.create({ name: 'new' }, 'test').catch((error: unknown) => error);
      expect([name, isOutOfSpace(refused), reserve.isThere]).toEqual([name, true, true]);
      await work();
      expect([name, reserve.isThere]).toEqual([name, false]);
    }
    expect((await access.keys.show(id)).state).toBe('revoked');
    await expect(access.customers.show(customer.id)).rejects.toThrow('customer');
  });

  it('without a reserve refuses those too, in one sentence', async () => {
    const { id } = await access.keys.create({ name: 'leaked' }, 'test');
    await fill();
    await expect(access.keys.revoke(id, 'test')).rejects.toThrow('The key database is unavailable; try again shortly.');
  });

  it('counts the room of deleted rows as free', async () => {
    const before = await access.database.disk!.freeBytes();
    const text = 'x'.repeat(10_000_000);
    await access.database.transaction(async (sql) => {
      await sql.query('CREATE TABLE filling (text TEXT)');
      await sql.query('INSERT INTO filling (text) VALUES ($1)', [text]);
    });
    await access.database.transaction((sql) => sql.query('DELETE FROM filling'));
    const [{ bytes }] = (await access.database.query<{ bytes: number }>(
      'SELECT freelist_count * 4096 AS bytes FROM pragma_freelist_count',
    )) as [{ bytes: number }];
    expect(bytes).toBeGreaterThan(9_000_000);
    expect(await access.database.disk!.freeBytes()).toBeGreaterThan((await freeBytesOf(folder)) + bytes - 5_000_000);
    expect(before).toBeGreaterThan(0);
  });
});
