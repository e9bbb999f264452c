import { closeSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import Libsql from 'libsql';
import type { SqlRow, SqlValue } from './database.ts';

type Handle = InstanceType<typeof Libsql>;
type Statement = ReturnType<Handle['prepare']>;

/** One connection and its prepared statements, which never waits for a lock unless it is a waiting one. */
export class SqliteConnection {
  readonly #handle: Handle;
  readonly #statements = new Map<string, Statement>();

  static forWriting(path: string): SqliteConnection {
    const connection = new SqliteConnection(path);
    connection.run('PRAGMA journal_mode = WAL');
    connection.run('PRAGMA synchronous = FULL');
    connection.run('PRAGMA foreign_keys = ON');
    // Overwrites deleted data: otherwise the texts of a job stay in the file until their pages are used again.
    connection.run('PRAGMA secure_delete = ON');
    return connection;
  }

  static forReading(path: string): SqliteConnection {
    const connection = new SqliteConnection(path);
    connection.run('PRAGMA query_only = ON');
    return connection;
  }

  /** For commands, which may block while another process holds the lock: up to `timeoutMs`. */
  static waiting(path: string, timeoutMs: number): SqliteConnection {
    return new SqliteConnection(path, timeoutMs);
  }

  private constructor(path: string, timeoutMs = 0) {
    this.#handle = new Libsql(path, { timeout: timeoutMs });
  }

  all<Row extends SqlRow>(text: string, parameters: readonly SqlValue[]): readonly Row[] {
    return this.#statement(text).all([...parameters]) as Row[];
  }

  run(text: string): void {
    this.#handle.exec(text);
  }

  get inTransaction(): boolean {
    return this.#handle.inTransaction;
  }

  /** Harmless when no transaction is open. */
  rollback(): void {
    if (this.inTransaction) this.#handle.exec('ROLLBACK');
  }

  /** Moves the write-ahead log into the main file, so that a copy of it is complete. Does nothing when that fails. */
  checkpoint(): void {
    try {
      this.#handle.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    } catch {
      // The write-ahead log keeps what was committed.
    }
  }

  close(): void {
    this.#statements.clear();
    this.#handle.close();
  }

  #statement(text: string): Statement {
    const known = this.#statements.get(text);
    if (known) return known;
    const statement = this.#handle.prepare(text.replaceAll('$', '?'));
    this.#statements.set(text, statement);
    return statement;
  }
}

/**
 * Creates the file, empty and readable by its owner only, unless it exists. SQLite gives its side files the same mode.
 * An existing file is not opened: closing it again would drop this process's POSIX locks on it, and another process
 * would then delete the write-ahead log of a running server.
 */
export function createFile(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
}

/** A file at one moment: `inode` changes when another takes its place, `state` with every write to it as well. */
export interface FileIdentity {
  readonly inode: string;
  readonly state: string;
}

/** `undefined` when there is no file. */
export function fileIdentity(path: string): FileIdentity | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return undefined;
  const inode = `${found.dev}:${found.ino}`;
  return { inode, state: `${inode}:${found.size}:${found.mtimeMs}` };
}
