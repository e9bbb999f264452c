import { ServiceError, unavailable } from '../contract/errors.ts';

export type SqlValue = string | number | null;
/** Column -> value. Times are Unix milliseconds. */
export type SqlRow = Readonly<Record<string, SqlValue>>;

/** Runs one statement. Parameters are written `$1`, `$2` ... in both dialects. */
export interface Sql {
  query<Row extends SqlRow = SqlRow>(text: string, parameters?: readonly SqlValue[]): Promise<readonly Row[]>;
}

export interface TransactionOptions {
  /** Allows the transaction to use the reserve of a full disk: never for data that a caller with a key stores. */
  readonly usesReserve?: boolean;
}

export interface DatabaseDisk {
  /** Bytes that may still be written; those of deleted rows, which the file keeps for others, included. */
  freeBytes(): Promise<number>;
  /** Makes the reserve unless it is there, or there is no room for it. */
  keepReserve(): Promise<void>;
}

/** SQL for a store to which other processes write at the same time. */
export interface SharedStore {
  /** Unix milliseconds of the server, when the transaction began. */
  readonly time: string;
  /** Ends a SELECT: until the transaction ends, no one else changes its rows or refers to them. */
  readonly lock: string;
  /** Ends a SELECT: until the transaction ends, no one else changes its rows. */
  readonly lockValues: string;
  /** Ends a SELECT from a table: locks its rows, and leaves out those that others have locked. */
  readonly lockFree: (table: string) => string;
}

/**
 * The interface of both stores, SQLite and PostgreSQL, which pass the same conformance suite.
 * An unavailable store rejects with `service_unavailable`; a violated constraint is thrown as it came.
 */
export interface Database extends Sql {
  readonly dialect: 'sqlite' | 'postgres';
  /** Undefined for the embedded database, to which this process writes alone. */
  readonly shared: SharedStore | undefined;
  /** Undefined for a server, whose disk is its operator's. */
  readonly disk?: DatabaseDisk;
  /** Commits what `work` did when it resolves, undoes it when it rejects. Only one transaction writes at a time; readers do not wait. */
  transaction<T>(work: (sql: Sql) => Promise<T>, options?: TransactionOptions): Promise<T>;
  close(): Promise<void>;
}

/** Runs one statement in a transaction of its own. */
export function write(database: Database, text: string, parameters: readonly SqlValue[]): Promise<readonly SqlRow[]> {
  return database.transaction((sql) => sql.query(text, parameters));
}

/** A transaction that may use the reserve of a full disk. */
export function onReserve<T>(database: Database, work: (sql: Sql) => Promise<T>): Promise<T> {
  return database.transaction(work, { usesReserve: true });
}

const RETRY_SECONDS = 1;

/**
 * 503 for a store that is unavailable. Unauthenticated clients get this message too, so it is always the same; the
 * `reason`, which may name paths, users and tables, is kept as the cause, for the log.
 */
export function storeUnavailable(reason: string, error: unknown): ServiceError {
  const cause = unavailable(reason, RETRY_SECONDS, error);
  return unavailable('The key database is unavailable; try again shortly.', RETRY_SECONDS, cause);
}

/** Codes of SQLite and of the file system, and the SQLSTATE of PostgreSQL, for a full disk. */
const OUT_OF_SPACE = new Set(['SQLITE_FULL', 'SQLITE_IOERR_SHMSIZE', 'ENOSPC', 'EDQUOT', '53100']);

export function isOutOfSpace(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return OUT_OF_SPACE.has(String((error as { code?: unknown }).code)) || isOutOfSpace(error.cause);
}

/** The code of SQLite and the SQLSTATE of PostgreSQL for a row that refers to one that is not there. */
const MISSING_REFERENCE = new Set(['SQLITE_CONSTRAINT_FOREIGNKEY', '23503']);

/** True if a row was not stored because the row it refers to was deleted in the meantime. */
export function refersToDeleted(error: unknown): boolean {
  return error instanceof Error && MISSING_REFERENCE.has(String((error as { code?: unknown }).code));
}

/** A database that is to exist already. `place` is its path or address, `origin` says which setting led there. */
export function missingDatabase(place: string, origin: string): ServiceError {
  return new ServiceError(
    'invalid_configuration',
    `There is no key database at ${place}. ${origin} Start the service there once, or create one: claim-verifier init.`,
  );
}

/** While a store is being opened, only the operator sees the error: it is the reason itself. */
export function openingFailure(error: unknown): unknown {
  return error instanceof ServiceError && error.cause instanceof ServiceError ? error.cause : error;
}
