import { probeDatabase, probeRedis } from '../../src/access/index.ts';
import type { Config } from '../../src/config.ts';
import { counted } from '../command-line.ts';
import { type Finding, failed, ok, warning } from './finding.ts';

/** Asks the key database and Redis, as the settings name them. Makes and changes nothing. */
export async function checkStores(config: Config): Promise<Finding[]> {
  return Promise.all([checkDatabase(config), checkRedis(config)]);
}

async function checkDatabase({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl }: Config): Promise<Finding> {
  const place = databaseUrl === undefined ? `SQLite in ${dataDir}` : `PostgreSQL at ${whereabouts(databaseUrl)}`;
  try {
    const keys = await probeDatabase({ dataDir, databaseUrl });
    if (keys === undefined) return ok('database', `${place}: none yet, the first start makes it`);
    return ok('database', `${place}: ${counted(keys, 'key')}`);
  } catch (error) {
    const advice =
      databaseUrl === undefined
        ? 'Check DATA_DIR: this user must be able to write there, and keys.sqlite must be the database of this service.'
        : 'Check DATABASE_URL, and that the server runs and may be reached from here.';
    return failed('database', new Error(`${place}: ${reasonOf(error)}`), advice);
  }
}

async function checkRedis({ REDIS_URL, REPLICAS }: Config): Promise<Finding> {
  if (REDIS_URL === undefined) {
    if (REPLICAS === 1) return ok('Redis', 'not configured: requests are counted in memory');
    return warning('Redis', `not configured: each of ${REPLICAS} replicas counts for itself. Set REDIS_URL.`);
  }
  try {
    await probeRedis(REDIS_URL);
    return ok('Redis', `${whereabouts(REDIS_URL)} answers`);
  } catch (error) {
    const advice = 'Check REDIS_URL, and that the server runs and may be reached from here.';
    return failed('Redis', new Error(`${whereabouts(REDIS_URL)}: ${reasonOf(error)}`), advice);
  }
}

/** Host, port and database of an address: never its user or password. */
function whereabouts(address: string): string {
  const { host, pathname } = new URL(address);
  return `${host}${pathname}`;
}

/** An error of several addresses has an empty message. */
function reasonOf(error: unknown): string {
  const { message, code } = error as { message?: string; code?: string };
  return message || code || String(error);
}
