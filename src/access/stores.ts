import { accessSync, constants, existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { SQLITE_FILE } from '../store/sqlite.ts';
import { SqliteConnection } from '../store/sqlite-connection.ts';

const PROBE_TIMEOUT_MS = 2000;
const COUNT = 'SELECT count(*) AS keys FROM api_keys';

export interface DatabaseProbe {
  readonly dataDir: string;
  /** `postgres://...`; left out: SQLite in `dataDir`. */
  readonly databaseUrl?: string | undefined;
}

/**
 * Counts the keys in the key database, without creating or changing anything. Resolves with undefined when there is no
 * database yet and the first start will create it; rejects with the reason when it cannot be used.
 */
export async function probeDatabase({ dataDir, databaseUrl }: DatabaseProbe): Promise<number | undefined> {
  return databaseUrl === undefined ? probeSqlite(join(dataDir, SQLITE_FILE)) : probePostgres(databaseUrl);
}

function probeSqlite(path: string): number | undefined {
  const exists = existsSync(path);
  accessSync(exists ? path : nearestFolder(dirname(path)), constants.W_OK);
  if (!exists) return undefined;
  const connection = SqliteConnection.forReading(path);
  try {
    return Number(connection.all<{ keys: number }>(COUNT, [])[0]?.keys);
  } finally {
    connection.close();
  }
}

function nearestFolder(folder: string): string {
  return existsSync(folder) ? folder : nearestFolder(dirname(folder));
}

async function probePostgres(url: string): Promise<number | undefined> {
  const { default: pg } = await import('pg');
  const limits = { connectionTimeoutMillis: PROBE_TIMEOUT_MS, query_timeout: PROBE_TIMEOUT_MS };
  const client = new pg.Client({ connectionString: url, ...limits });
  // A lost connection rejects the query; without a listener it would also end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ made: boolean }>("SELECT to_regclass('api_keys') IS NOT NULL AS made");
    if (!rows[0]?.made) return undefined;
    return Number((await client.query<{ keys: string }>(COUNT)).rows[0]?.keys);
  } finally {
    await client.end();
  }
}

/** Pings Redis. Rejects with the reason when it does not answer. */
export async function probeRedis(url: string): Promise<void> {
  const { Redis } = await import('ioredis');
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: PROBE_TIMEOUT_MS,
    commandTimeout: PROBE_TIMEOUT_MS,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });
  let reason: Error | undefined;
  redis.on('error', (error: Error) => {
    reason ??= error;
  });
  try {
    await redis.connect();
    await redis.ping();
  } catch (error) {
    // The connection's own error says more than "Connection is closed".
    throw reason ?? error;
  } finally {
    redis.disconnect();
  }
}

/** `disk`: the room for jobs, in the bounds of the settings and on the disk of the embedded database. */
export type StoreName = 'database' | 'redis' | 'disk';

/** Something outside this process that requests need. */
export interface Store {
  readonly name: StoreName;
  /** Rejects with the reason when the store does not answer within seconds. */
  check(): Promise<void>;
}
