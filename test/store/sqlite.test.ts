import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import Libsql from 'libsql';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Access, openAccess } from '../../src/access/index.ts';
import type { Database } from '../../src/store/database.ts';
import { openSqlite } from '../../src/store/sqlite.ts';
import { temporaryFolder } from '../access/support/stores.ts';

const UNAVAILABLE = { code: 'service_unavailable', details: { retry_after_seconds: 1 } };

describe('the embedded database', () => {
  let dataDir: string;
  let path: string;
  let access: Access;

  beforeEach(async () => {
    dataDir = temporaryFolder();
    path = join(dataDir, 'keys.sqlite');
    access = await openAccess({ dataDir, defaultLimit: 60 });
  });

  afterEach(async () => {
    await access.close();
    rmSync(dataDir, { recursive: true });
  });

  it('is readable by its owner only, side files included', () => {
    for (const suffix of ['', '-wal', '-shm']) expect(statSync(path + suffix).mode & 0o777).toBe(0o600);
  });

  it('holds no key in clear', async () => {
    const { key } = await access.keys.create({ name: 'ada' }, 'test');
    const bytes = Buffer.concat([readFileSync(path), readFileSync(`${path}-wal`)]);
    expect(bytes.includes('ada')).toBe(true);
    expect(bytes.includes(key.slice(14, 38))).toBe(false);
  });

  it('keeps its keys over a restart', async () => {
    const { id, key } = await access.keys.create({ name: 'ada' }, 'test');
    await access.close();
    access = await openAccess({ dataDir, defaultLimit: 60 });
    expect(await access.authenticator.authenticate(key)).toMatchObject({ keyId: id });
  });

  it('refuses to open a file that is no database, and leaves it as it was', async () => {
    const other = temporaryFolder();
    writeFileSync(join(other, 'keys.sqlite'), 'not a database'.repeat(1000));
    await expect(openAccess({ dataDir: other, defaultLimit: 60 })).rejects.toMatchObject({
      ...UNAVAILABLE,
      message: expect.stringContaining('is not a database'),
    });
    expect(readFileSync(join(other, 'keys.sqlite'), 'utf8')).toBe('not a database'.repeat(1000));
    rmSync(other, { recursive: true });
  });

  it('refuses to open where no folder can be made', async () => {
    await expect(openAccess({ dataDir: join(path, 'below-a-file'), defaultLimit: 60 })).rejects.toMatchObject({
      ...UNAVAILABLE,
      message: expect.stringContaining('cannot be opened for writing'),
    });
  });

  it('refuses a schema newer than it knows', async () => {
    await access.close();
    const raw = new Libsql(path);
    raw.exec('INSERT INTO schema_version (version) VALUES (999)');
    raw.close();
    await expect(openAccess({ dataDir, defaultLimit: 60 })).rejects.toThrow(
      /schema version .* or older, got version 999/,
    );
    access = await openAccess({ dataDir: temporaryFolder(), defaultLimit: 60 });
  });

  it('refuses all keys once the file is overwritten with garbage', async () => {
    const { key } = await access.keys.create({ name: 'ada' }, 'test');
    await access.close();
    access = await openAccess({ dataDir, defaultLimit: 60 });
    expect(await access.authenticator.authenticate(key)).toBeDefined();
    writeFileSync(path, 'garbage'.repeat(20_000));
    await expect(access.authenticator.authenticate(key)).rejects.toMatchObject(UNAVAILABLE);
    await expect(access.keys.create({ name: 'bob' }, 'test')).rejects.toMatchObject(UNAVAILABLE);
  });

  it('refuses all keys once the file is gone, and accepts those of a restored file', async () => {
    const { key } = await access.keys.create({ name: 'ada' }, 'test');
    await access.close();
    copyFileSync(path, `${path}.backup`);
    access = await openAccess({ dataDir, defaultLimit: 60 });
    const { key: lost } = await access.keys.create({ name: 'bob' }, 'test');
    for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix);
    await expect(access.authenticator.authenticate(key)).rejects.toMatchObject(UNAVAILABLE);
    copyFileSync(`${path}.backup`, path);
    expect(await access.authenticator.authenticate(key)).toBeDefined();
    expect(await access.authenticator.authenticate(lost)).toBeUndefined();
  });

  it('answers questions while another process writes', async () => {
    const { key } = await access.keys.create({ name: 'ada' }, 'test');
    const other = new Libsql(path);
    other.exec('BEGIN IMMEDIATE');
    expect(await access.authenticator.authenticate(key)).toBeDefined();
    other.close();
  });

  it.runIf(existsSync('/proc/self/fd'))('opens no more files however much is written', async () => {
    const open = () => openFiles().filter((file) => file.startsWith(path)).length;
    const writes = async () => {
      for (let i = 0; i < 40; i += 1) await access.keys.create({ name: 'ada' }, `${i}`.repeat(50_000));
    };
    await writes();
    const before = open();
    const { mtimeMs } = statSync(path);
    await writes();
    expect(statSync(path).mtimeMs).toBeGreaterThan(mtimeMs);
    expect(open()).toBe(before);
  });

  it('refuses all keys after it was closed', async () => {
    const { key } = await access.keys.create({ name: 'ada' }, 'test');
    await access.close();
    await expect(access.authenticator.authenticate(key)).rejects.toMatchObject(UNAVAILABLE);
  });

  it('refuses all keys if its tables are damaged', async () => {
    const { key } = await access.keys.create({ name: 'ada' }, 'test');
    const raw = new Libsql(path);
    raw.exec('ALTER TABLE api_keys RENAME TO api_keys_lost');
    raw.close();
    await expect(access.authenticator.authenticate(key)).rejects.toMatchObject(UNAVAILABLE);
  });
});

describe('openSqlite', () => {
  let dataDir: string;
  let database: Database;

  beforeEach(async () => {
    dataDir = temporaryFolder();
    database = await openSqlite({ dataDir, busyTimeoutMs: 100 });
  });

  afterEach(async () => {
    await database.close();
    rmSync(dataDir, { recursive: true });
  });

  it('waits for a lock without stopping the process, then gives up', async () => {
    const other = new Libsql(join(dataDir, 'keys.sqlite'));
    other.exec('BEGIN IMMEDIATE');
    let turned = false;
    setImmediate(() => {
      turned = true;
    });
    await expect(database.transaction(async () => undefined)).rejects.toMatchObject(UNAVAILABLE);
    expect(turned).toBe(true);
    other.exec('ROLLBACK');
    await expect(database.transaction(async () => 'done')).resolves.toBe('done');
    other.close();
  });

  it('fails while another process locks the whole file, and recovers', async () => {
    const dataDirOfOther = temporaryFolder();
    const other = new Libsql(join(dataDirOfOther, 'keys.sqlite'));
    other.exec('PRAGMA locking_mode = EXCLUSIVE; CREATE TABLE t (x); BEGIN EXCLUSIVE');
    await expect(openSqlite({ dataDir: dataDirOfOther, busyTimeoutMs: 50 })).rejects.toMatchObject(UNAVAILABLE);
    other.close();
    await (await openSqlite({ dataDir: dataDirOfOther })).close();
    rmSync(dataDirOfOther, { recursive: true });
  });

  it('rolls back a failed transaction and continues with the next', async () => {
    const failing = database.transaction(async (sql) => {
      await sql.query("INSERT INTO plans VALUES ('gold', 'Gold', 1, 60, 0)");
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await database.query("SELECT id FROM plans WHERE id = 'gold'")).toEqual([]);
    await database.transaction(async (sql) => sql.query("INSERT INTO plans VALUES ('gold', 'Gold', 1, 60, 0)"));
    expect(await database.query("SELECT id FROM plans WHERE id = 'gold'")).toEqual([{ id: 'gold' }]);
  });

  it('shows no reader an unfinished transaction', async () => {
    await database.transaction(async (sql) => {
      await sql.query("INSERT INTO plans VALUES ('gold', 'Gold', 1, 60, 0)");
      expect(await database.query("SELECT id FROM plans WHERE id = 'gold'")).toEqual([]);
    });
    expect(await database.query("SELECT id FROM plans WHERE id = 'gold'")).toHaveLength(1);
  });

  it('changes nothing outside a transaction', async () => {
    const change = database.query("INSERT INTO plans VALUES ('gold', 'Gold', 1, 60, 0)");
    await expect(change).rejects.toMatchObject({
      ...UNAVAILABLE,
      message: expect.any(String),
      cause: { message: expect.stringContaining('readonly') },
    });
  });

  it('throws a broken constraint as what it is, for it is a bug and no outage', async () => {
    const twice = database.transaction((sql) => sql.query("INSERT INTO plans VALUES ('standard', 'S', 1, 60, 0)"));
    await expect(twice).rejects.toMatchObject({ code: 'SQLITE_CONSTRAINT_PRIMARYKEY' });
  });
});

/** Of this process; those that were closed meanwhile are left out. */
function openFiles(): string[] {
  return readdirSync('/proc/self/fd').flatMap((descriptor) => {
    try {
      return readlinkSync(`/proc/self/fd/${descriptor}`);
    } catch {
      return [];
    }
  });
}
