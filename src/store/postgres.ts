import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { ServiceError } from '../contract/errors.ts';
import {
  type Database,
  missingDatabase,
  openingFailure,
  type SharedStore,
  type Sql,
  type SqlRow,
  type SqlValue,
  storeUnavailable,
} from './database.ts';
import { assertCurrentSchema, migrate } from './migrations.ts';

const CONNECT_TIMEOUT_MS = 2000;
const QUERY_TIMEOUT_MS = 2000;
const START_PAUSE_MS = 500;
const MIGRATION_LOCK = 0x63_76_73_31;
const INT8 = 20;

export interface PostgresOptions {
  /** `postgres://user:password@host:port/database`. */
  readonly url: string;
  /** From 1; 10 by default. */
  readonly maxConnections?: number | undefined;
  /** Open only what is ready, in the schema of this release. Says which setting named the server, as a sentence. */
  readonly existing?: { readonly origin: string } | undefined;
  /** How long to wait at start for a server that is not there yet. */
  readonly startTimeoutMs?: number | undefined;
  /** Called once, with the reason, when the first attempt failed and others follow. */
  readonly onWaiting?: ((reason: string) => void) | undefined;
}

/**
 * Connects, and brings the schema up to date under a lock that replicas starting together share.
 * Rejects with `service_unavailable` when the server cannot be reached within the start timeout.
 * Once open, a lost connection fails the queries that run on it and is replaced at the next query.
 */
export async function openPostgres(options: PostgresOptions): Promise<Database> {
  const giveUpAt = performance.now() + (options.startTimeoutMs ?? 30_000);
  for (let attempt = 1; ; attempt += 1) {
    try {
      await (options.existing === undefined ? migrateUnderLock(options.url) : assertExisting(options));
      return new PostgresDatabase(options);
    } catch (error) {
      if (!isOutage(error) || performance.now() >= giveUpAt) throw openingFailure(failure(error));
      if (attempt === 1) options.onWaiting?.((openingFailure(failure(error)) as Error).message);
    }
    await sleep(START_PAUSE_MS);
  }
}

async function migrateUnderLock(url: string): Promise<void> {
  await withPostgres(url, async (sql) => {
    await sql.query('BEGIN');
    await sql.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    await migrate(sql, 'postgres');
    await sql.query('COMMIT');
  });
}

async function assertExisting({ url, existing }: PostgresOptions): Promise<void> {
  await withPostgres(url, async (sql) => {
    if (!(await hasSchema(sql))) throw missing(url, existing);
    await assertCurrentSchema(sql);
  });
}

/** Runs `read` on the database as it is at one moment, whatever others write meanwhile. */
export async function snapshotOfPostgres(
  { url, existing }: Pick<PostgresOptions, 'url' | 'existing'>,
  read: (sql: Sql) => Promise<void>,
): Promise<void> {
  await withPostgres(url, async (sql) => {
    if (!(await hasSchema(sql))) throw missing(url, existing);
    await sql.query('BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY');
    await read(sql);
    await sql.query('COMMIT');
  });
}

/** Creates, fills and upgrades a schema, all or nothing. Throws `invalid_request` for a database with tables. */
export async function intoEmptyPostgres(
  url: string,
  version: number,
  fill: (sql: Sql) => Promise<void>,
): Promise<void> {
  await withPostgres(url, async (sql) => {
    await sql.query('BEGIN');
    await sql.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    if (await hasSchema(sql)) {
      const problem = 'The PostgreSQL database is not empty: this service has used it already';
      throw new ServiceError('invalid_request', `${problem}. Create another one, and set DATABASE_URL to it.`);
    }
    await migrate(sql, 'postgres', version);
    await fill(sql);
    await migrate(sql, 'postgres');
    await sql.query('COMMIT');
  });
}

export async function hasSchema(sql: Sql): Promise<boolean> {
  const [row] = await sql.query<{ made: number }>(
    "SELECT CAST(to_regclass('schema_version') IS NOT NULL AS int) AS made",
  );
  return row?.made === 1;
}

function missing(url: string, existing: PostgresOptions['existing']): ServiceError {
  const { host, pathname } = new URL(url);
  return missingDatabase(`PostgreSQL ${host}${pathname}`, existing?.origin ?? '');
}

/** On its own connection, without a statement timeout. */
export async function withPostgres<T>(url: string, work: (sql: Sql) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, types, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  client.on('error', ignoreLostConnection);
  await client.connect();
  try {
    return await work({ query: async (text, values) => (await client.query(text, values && [...values])).rows });
  } finally {
    await client.end();
  }
}

const SHARED: SharedStore = {
  time: 'CAST(extract(epoch FROM now()) * 1000 AS BIGINT)',
  lock: 'FOR UPDATE',
  lockValues: 'FOR NO KEY UPDATE',
  lockFree: (table) => `FOR UPDATE OF ${table} SKIP LOCKED`,
};

class PostgresDatabase implements Database {
  readonly dialect = 'postgres';
  readonly shared = SHARED;
  readonly #pool: pg.Pool;

  constructor(options: PostgresOptions) {
    this.#pool = new pg.Pool({
      connectionString: options.url,
      types,
      max: options.maxConnections ?? 10,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: QUERY_TIMEOUT_MS,
      statement_timeout: QUERY_TIMEOUT_MS,
      keepAlive: true,
    });
    this.#pool.on('error', ignoreLostConnection);
    this.#pool.on('connect', (client) => client.on('error', ignoreLostConnection));
  }

  async query<Row extends SqlRow>(text: string, parameters: readonly SqlValue[] = []): Promise<readonly Row[]> {
    try {
      return (await this.#pool.query<Row>(text, [...parameters])).rows;
    } catch (error) {
      throw failure(error);
    }
  }

  async transaction<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    const client = await this.#pool.connect().catch((error) => Promise.reject(failure(error)));
    const run = async <Row extends SqlRow>(text: string, parameters: readonly SqlValue[] = []) => {
      try {
        return (await client.query<Row>(text, [...parameters])).rows;
      } catch (error) {
        throw failure(error);
      }
    };
    try {
      await run('BEGIN');
      const result = await work({ query: run });
      await run('COMMIT');
      client.release();
      return result;
    } catch (error) {
      // A connection that cannot roll back is discarded; the server then rolls back by itself.
      await run('ROLLBACK').then(
        () => client.release(),
        () => client.release(true),
      );
      throw error;
    }
  }

  async close(): Promise<void> {
    if (!this.#pool.ended) await this.#pool.end();
  }
}

/** BIGINT columns hold times and counts, which a double holds exactly; the driver would give text. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => (oid === INT8 ? Number : pg.types.getTypeParser(oid, format)),
};

/** Running queries reject by themselves, and the pool replaces idle connections. */
function ignoreLostConnection(): void {
  // Without a listener the process would end.
}

/** A violated constraint is a bug and is thrown as it came; any other error means that the store is unavailable. */
function failure(error: unknown): unknown {
  if (error instanceof ServiceError || sqlState(error)?.startsWith('23')) return error;
  const reason = error instanceof Error ? error.message || error.name : String(error);
  return storeUnavailable(`The key database on PostgreSQL cannot be used: ${reason}.`, error);
}

/** The server is unreachable or not ready, or rolled back the upgrade because of a deadlock with a running replica. */
function isOutage(error: unknown): boolean {
  if (error instanceof ServiceError) return false;
  return /^(08|40|53|57)/.test(sqlState(error) ?? '08');
}

/** The server's SQLSTATE; `undefined` when the error does not come from the server. */
function sqlState(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined;
}
