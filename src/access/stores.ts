import { accessSync, constants, existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { SQLITE_FILE } from '../store/sqlite.ts';
import { SqliteConnection } from '../store/sqlite-connection.ts';
import type { DatabasePlace } from './backup-file.ts';

const PROBE_TIMEOUT_MS = 2000;
const COUNT = 'SELECT count(*) AS keys FROM api_keys';

/** Counts the keys without creating or changing anything; undefined when the first start will create the database. */
export async function probeDatabase({ dataDir, databaseUrl }: DatabasePlace): Promise<number | undefined> {
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
  const { withPostgres, hasSchema } = await import('../store/postgres.ts');
  return withPostgres(url, async (sql) =>
    (await hasSchema(sql)) ? (await sql.query<{ keys: number }>(COUNT))[0]?.keys : undefined,
  );
}

/** Pings Redis. Rejects with the reason when it does not answer. */
export async function probeRedis(url: string): Promise<void> {
  const { RedisRateLimiter } = await import('./redis-rate-limiter.ts');
  const limiter = new RedisRateLimiter({ url, onLoss: 'refuse', now: Date.now });
  await limiter.ready(PROBE_TIMEOUT_MS);
  try {
    await limiter.check();
  } catch (error) {
    throw (error as Error).cause;
  } finally {
    await limiter.close();
  }
}

/** `disk`: the room for jobs, in the bounds of the settings and on the disk of the embedded database. */
export type StoreName = 'database' | 'redis' | 'disk';

export interface Store {
  readonly name: StoreName;
  /** Rejects with the reason when the store does not answer within seconds. */
  check(): Promise<void>;
}
