export type SqlValue = string | number | null;
/** Column -> value. Times are Unix milliseconds. */
export type SqlRow = Readonly<Record<string, SqlValue>>;

/** Runs one statement. Parameters are written `$1`, `$2` ... in both dialects. */
export interface Sql {
  query<Row extends SqlRow = SqlRow>(text: string, parameters?: readonly SqlValue[]): Promise<readonly Row[]>;
}

/**
 * The interface of both stores, SQLite and PostgreSQL, which pass the same conformance suite.
 * An unavailable store rejects with `service_unavailable`; a violated constraint is thrown as it came.
 */
export interface Database extends Sql {
  readonly dialect: 'sqlite' | 'postgres';
  /** Commits what `work` did when it resolves, undoes it when it rejects. Only one transaction writes at a time; readers do not wait. */
  transaction<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}
