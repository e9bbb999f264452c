import { closeSync, copyFileSync, existsSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ServiceError } from '../contract/errors.ts';
import { copyTables, type RowCounts, rowCounts } from '../store/copy-tables.ts';
import { missingDatabase, type Sql } from '../store/database.ts';
import { assertReadable, migrate, schemaVersion } from '../store/migrations.ts';
import { openSqlite, SQLITE_FILE } from '../store/sqlite.ts';
import { createFile, SqliteConnection } from '../store/sqlite-connection.ts';

/** Where the key database is: `postgres://...`, or else `keys.sqlite` in a folder. */
export interface DatabasePlace {
  readonly dataDir: string;
  readonly databaseUrl?: string | undefined;
}

const BUSY_TIMEOUT_MS = 10_000;

/** `origin` says which setting named the place, as a sentence. */
type ExistingPlace = DatabasePlace & { readonly existing: { readonly origin: string } };

/**
 * Writes the key database, as of one moment and in its present schema, into a new SQLite file that only its owner may read; a
 * service may keep writing. Jobs, which hold customers' texts, and kept answers are left out. Throws `invalid_request` when
 * the file exists, and `invalid_configuration` when there is no database or its schema is older than 3.0.0.
 */
export async function backUp({ dataDir, databaseUrl, existing }: ExistingPlace, file: string): Promise<RowCounts> {
  const path = join(dataDir, SQLITE_FILE);
  if (databaseUrl === undefined && !existsSync(path)) throw missingDatabase(path, existing.origin);
  if (existsSync(file))
    throw new ServiceError('invalid_request', `${file} exists already. Name a file that does not exist.`);
  try {
    createFile(file);
    const copy = (from: Sql) => intoFile(file, from);
    if (databaseUrl === undefined) await inTransaction(path, copy);
    else await (await postgres()).snapshotOfPostgres({ url: databaseUrl, existing }, copy);
    syncFile(file);
    return await readingFile(file, rowCounts);
  } catch (error) {
    rmSync(file, { force: true });
    throw error;
  }
}

/** Loaded for an address alone, as openAccess does. */
function postgres() {
  return import('../store/postgres.ts');
}

/** Runs `work` on the database as it is at one moment, whatever others write meanwhile. */
function inTransaction(path: string, work: (sql: Sql) => Promise<void>): Promise<void> {
  const connection = SqliteConnection.waiting(path, BUSY_TIMEOUT_MS);
  return using(connection, async (sql) => {
    connection.run('BEGIN');
    await work(sql);
    connection.run('COMMIT');
  });
}

function intoFile(file: string, from: Sql): Promise<void> {
  return inTransaction(file, async (to) => {
    const version = await schemaVersion(from);
    assertReadable(version, 'key database');
    await migrate(to, 'sqlite', version);
    await copyTables(from, to);
  });
}

export interface Restored {
  readonly rows: RowCounts;
  /** Where the database is now that was there before. */
  readonly kept: string | undefined;
}

/**
 * Puts a backup where the key database is to be, and upgrades it to the schema of this release. Throws `invalid_request` for
 * a file that is no sound backup, and a place that is in use or not empty; `invalid_configuration` for one that this release
 * cannot read. `replace`: puts it in the place of a SQLite database that is there, which is kept next to it.
 */
export async function restore(place: DatabasePlace, file: string, replace = false): Promise<Restored> {
  const version = await checkBackup(file);
  const { databaseUrl } = place;
  if (databaseUrl !== undefined) {
    const rows = await readingFile(file, async (from) => {
      const { intoEmptyPostgres } = await postgres();
      await intoEmptyPostgres(databaseUrl, version, (to) => copyTables(from, to));
      return rowCounts(from);
    });
    return { rows, kept: undefined };
  }
  const kept = moveAside(join(place.dataDir, SQLITE_FILE), replace);
  putInPlace(file, join(place.dataDir, SQLITE_FILE));
  await (await openSqlite({ dataDir: place.dataDir })).close();
  return { rows: await readingFile(file, rowCounts), kept };
}

async function checkBackup(file: string): Promise<number> {
  const bad = (reason: string) => new ServiceError('invalid_request', `${file} cannot be restored: ${reason}.`);
  if (!existsSync(file)) throw bad('the file does not exist');
  const version = await readingFile(file, async (sql) => {
    const [check] = await sql.query<{ integrity_check: string }>('PRAGMA integrity_check');
    if (check?.integrity_check !== 'ok') throw new Error('it is damaged');
    return schemaVersion(sql);
  }).catch((error) => {
    throw bad(error instanceof Error ? error.message : String(error));
  });
  assertReadable(version, 'backup');
  return version;
}

/** Leaving write-ahead logging needs the file for oneself: it fails while any process has the database open. */
function moveAside(path: string, replace: boolean): string | undefined {
  if (!existsSync(path)) return undefined;
  if (!replace) {
    const advice = 'Stop the service and use --replace, which keeps the current database under another name.';
    throw new ServiceError('invalid_request', `A key database exists already at ${path}. ${advice}`);
  }
  const connection = SqliteConnection.waiting(path, 0);
  try {
    connection.run('PRAGMA journal_mode = DELETE');
  } catch {
    throw new ServiceError('invalid_request', `${path} is in use. Stop the service first.`);
  } finally {
    connection.close();
  }
  const kept = `${path}.replaced-${new Date().toISOString().replaceAll(/[:.]/g, '')}`;
  renameSync(path, kept);
  return kept;
}

function putInPlace(file: string, path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const partial = `${path}.partial`;
  rmSync(partial, { force: true });
  createFile(partial);
  copyFileSync(file, partial);
  syncFile(partial);
  renameSync(partial, path);
}

function syncFile(path: string): void {
  const descriptor = openSync(path, 'r');
  fsyncSync(descriptor);
  closeSync(descriptor);
}

async function readingFile<T>(file: string, read: (sql: Sql) => Promise<T>): Promise<T> {
  return using(SqliteConnection.forReading(file), read);
}

/** Closes the connection when the work is done. */
async function using<T>(connection: SqliteConnection, work: (sql: Sql) => Promise<T>): Promise<T> {
  try {
    return await work({ query: async (text, parameters = []) => connection.all(text, parameters) });
  } finally {
    connection.close();
  }
}
