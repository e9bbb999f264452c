import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Database,
  type DatabaseDisk,
  isOutOfSpace,
  missingDatabase,
  openingFailure,
  type Sql,
  type SqlRow,
  type SqlValue,
  storeUnavailable,
  type TransactionOptions,
} from './database.ts';
import { DiskReserve, freeBytesOf } from './disk-reserve.ts';
import { assertCurrentSchema, migrate } from './migrations.ts';
import { createFile, type FileIdentity, fileIdentity, SqliteConnection } from './sqlite-connection.ts';

export const SQLITE_FILE = 'keys.sqlite';

const BUSY_PAUSE_MS = 10;

export interface SqliteOptions {
  /** Folder of `keys.sqlite`; made when missing. */
  readonly dataDir: string;
  /** Open only what is ready, in the schema of this release. Says which setting named the folder, as a sentence. */
  readonly existing?: { readonly origin: string } | undefined;
  /** How long a statement waits for another process's lock, without blocking this one. */
  readonly busyTimeoutMs?: number;
}

/**
 * Opens (and on first use creates, readable by the owner only) `<dataDir>/keys.sqlite`.
 * Rejects with `service_unavailable` when the file cannot be opened, read or written, or is not a database, and with
 * `invalid_configuration` when it is to exist and does not.
 */
export async function openSqlite(options: SqliteOptions): Promise<Database> {
  const path = join(options.dataDir, SQLITE_FILE);
  const { existing } = options;
  if (existing !== undefined && fileIdentity(path) === undefined) throw missingDatabase(path, existing.origin);
  try {
    createFile(path);
  } catch (error) {
    const reason = `The key database at ${path} cannot be opened for writing: ${messageOf(error)}.`;
    throw openingFailure(storeUnavailable(reason, error));
  }
  const database = new SqliteDatabase(options.dataDir, options.busyTimeoutMs ?? 2000);
  try {
    await database.prepare(existing === undefined);
  } catch (error) {
    await database.close();
    throw openingFailure(error);
  }
  return database;
}

/**
 * Reads and writes use separate connections, so that a reader never sees an unfinished transaction.
 * The driver is synchronous, so it must never wait for a lock (that would block the whole process): it fails at once, and
 * this class waits between attempts.
 */
class SqliteDatabase implements Database {
  readonly dialect = 'sqlite';
  readonly shared = undefined;
  readonly disk: DatabaseDisk;
  readonly #path: string;
  readonly #reserve: DiskReserve;
  readonly #busyTimeoutMs: number;
  #reader: SqliteConnection | undefined;
  #writer: SqliteConnection | undefined;
  #identity: FileIdentity | undefined;
  #lastTransaction: Promise<unknown> = Promise.resolve();
  #closed = false;

  constructor(dataDir: string, busyTimeoutMs: number) {
    this.#path = join(dataDir, SQLITE_FILE);
    this.#reserve = new DiskReserve(dataDir);
    this.#busyTimeoutMs = busyTimeoutMs;
    this.disk = {
      freeBytes: async () => (await freeBytesOf(dataDir)) + (await this.#unusedBytes()),
      keepReserve: () => this.#reserve.make(),
    };
  }

  async prepare(mayUpgrade: boolean): Promise<void> {
    await this.#withReserve(() => this.#retryWhileBusy(() => this.#connect()));
    if (mayUpgrade) await this.transaction((sql) => migrate(sql, this.dialect));
    else await assertCurrentSchema(this);
  }

  async query<Row extends SqlRow>(text: string, parameters: readonly SqlValue[] = []): Promise<readonly Row[]> {
    return this.#retryWhileBusy(() => {
      this.#reopenIfReplaced();
      return this.#connected(this.#reader).all<Row>(text, parameters);
    });
  }

  async transaction<T>(work: (sql: Sql) => Promise<T>, { usesReserve = false }: TransactionOptions = {}): Promise<T> {
    const transact = () => this.#transact(work);
    const result = this.#lastTransaction.then(usesReserve ? () => this.#withReserve(transact) : transact);
    this.#lastTransaction = result.catch(() => undefined);
    return result;
  }

  async close(): Promise<void> {
    await this.#lastTransaction;
    if (this.#closed) return;
    this.#closed = true;
    this.#writer?.checkpoint();
    this.#disconnect();
  }

  /** Does the work again when it failed for want of space and there was a reserve to give up. */
  async #withReserve<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!isOutOfSpace(error) || !this.#reserve.giveUp()) throw error;
      return work();
    }
  }

  async #unusedBytes(): Promise<number> {
    const [row] = await this.query<{ bytes: number }>(
      'SELECT f.freelist_count * s.page_size AS bytes FROM pragma_freelist_count f, pragma_page_size s',
    );
    return row?.bytes ?? 0;
  }

  async #transact<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    const writer = await this.#retryWhileBusy(() => {
      this.#reopenIfReplaced();
      const connection = this.#connected(this.#writer);
      connection.run('BEGIN IMMEDIATE');
      return connection;
    });
    try {
      const result = await work({
        query: async (text, parameters = []) => this.#translateErrors(() => writer.all(text, parameters)),
      });
      await this.#retryWhileBusy(() => writer.run('COMMIT'));
      this.#acceptOwnWrite();
      return result;
    } catch (error) {
      writer.rollback();
      throw error;
    }
  }

  /** The file may be replaced by a backup, damaged or deleted while this process has it open. */
  #reopenIfReplaced(): void {
    const identity = this.#closed ? undefined : fileIdentity(this.#path);
    if (identity === undefined) {
      this.#disconnect();
      throw new Error(this.#closed ? 'it was closed' : 'the file no longer exists');
    }
    if (this.#reader !== undefined && (identity.state === this.#identity?.state || this.#writer?.inTransaction)) return;
    this.#disconnect();
    this.#connect();
  }

  /**
   * A commit may move the write-ahead log into the file. That is no other file: to connect again would leave the descriptors
   * of the old connections open until garbage is collected.
   */
  #acceptOwnWrite(): void {
    const identity = fileIdentity(this.#path);
    if (identity?.inode === this.#identity?.inode) this.#identity = identity;
  }

  #connect(): void {
    this.#identity = fileIdentity(this.#path);
    this.#writer = SqliteConnection.forWriting(this.#path);
    this.#reader = SqliteConnection.forReading(this.#path);
    this.#identity = fileIdentity(this.#path);
  }

  #disconnect(): void {
    this.#reader?.close();
    this.#writer?.close();
    this.#reader = undefined;
    this.#writer = undefined;
  }

  #connected(connection: SqliteConnection | undefined): SqliteConnection {
    if (connection === undefined) throw new Error('it is not open');
    return connection;
  }

  async #retryWhileBusy<T>(work: () => T): Promise<T> {
    const giveUpAt = performance.now() + this.#busyTimeoutMs;
    for (;;) {
      try {
        return work();
      } catch (error) {
        if (!/^SQLITE_(BUSY|LOCKED)/.test(codeOf(error)) || performance.now() >= giveUpAt) throw this.#failure(error);
      }
      await sleep(BUSY_PAUSE_MS);
    }
  }

  #translateErrors<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw this.#failure(error);
    }
  }

  #failure(error: unknown): unknown {
    if (codeOf(error).startsWith('SQLITE_CONSTRAINT')) return error;
    return storeUnavailable(`The key database at ${this.#path} cannot be used: ${messageOf(error)}.`, error);
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
