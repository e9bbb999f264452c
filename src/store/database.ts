export type SqlValue = string | number | null;
/** Column -> value. Times are Unix milliseconds. */
export type SqlRow = Readonly<Record<string, SqlValue>>;

/** Runs one statement. Parameters are written `$1`, `$2` ... in both dialects. */
export interface Sql {
  query<Row extends SqlRow = SqlRow>(text: string, parameters?: readonly SqlValue[]): Promise<readonly Row[]>;
}

export interface TransactionOptions {
  /**
   * Whether the reserve of a full disk is given up for it: for what protects customers or frees space, never for what a
   * caller with a key can have stored.
   */
  readonly usesReserve?: boolean;
}

/** The disk of a database that is a file of this machine. */
export interface DatabaseDisk {
  /** Bytes that may still be written; those of deleted rows, which the file keeps for others, included. */
  freeBytes(): Promise<number>;
  /** Makes the reserve unless it is there, or there is no room for it. */
  keepReserve(): Promise<void>;
}

/**
 * The interface of both stores, SQLite and PostgreSQL, which pass the same conformance suite.
 * An unavailable store rejects with `service_unavailable`; a violated constraint is thrown as it came.
 */
export interface Database extends Sql {
  readonly dialect: 'sqlite' | 'postgres';
  /** Undefined for a server, whose disk is its operator's. */
  readonly disk?: DatabaseDisk;
  /** Commits what `work` did when it resolves, undoes it when it rejects. Only one transaction writes at a time; readers do not wait. */
  transaction<T>(work: (sql: Sql) => Promise<T>, options?: TransactionOptions): Promise<T>;
  close(): Promise<void>;
}
