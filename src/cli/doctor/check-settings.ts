import { probeDatabase, probeRedis } from '../../access/index.ts';
import { type Config, loadConfig, settingWarnings } from '../../config.ts';
import { SETTING_NAMES } from '../../settings/schema.ts';
import { counted } from '../command-line.ts';
import { type Finding, failed, ok, reasonOf, warning } from './finding.ts';

export function checkSettings(): { readonly config: Config | undefined; readonly findings: readonly Finding[] } {
  try {
    const config = loadConfig();
    const names = SETTING_NAMES.filter((name) => process.env[name]);
    // Names only: values may be secrets.
    const found = ok('settings', names.length === 0 ? 'all defaults' : `set: ${names.join(', ')}`);
    return { config, findings: [found, ...settingWarnings().map((sentence) => warning('settings', sentence))] };
  } catch (error) {
    const sentences = (error as Error).message.split('\n');
    const advice = '`claim-verifier serve --help` lists all settings.';
    return {
      config: undefined,
      findings: sentences.map((sentence) => failed('settings', new Error(sentence), advice)),
    };
  }
}

export async function checkStores(config: Config): Promise<Finding[]> {
  return Promise.all([checkDatabase(config), checkRedis(config)]);
}

async function checkDatabase({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl }: Config): Promise<Finding> {
  const place = databaseUrl === undefined ? `SQLite in ${dataDir}` : `PostgreSQL at ${hostAndPath(databaseUrl)}`;
  try {
    const keys = await probeDatabase({ dataDir, databaseUrl });
    if (keys === undefined) return ok('database', `${place}: does not exist yet; the first start creates it`);
    return ok('database', `${place}: ${counted(keys, 'key')}`);
  } catch (error) {
    const advice =
      databaseUrl === undefined
        ? 'Check DATA_DIR: it must be writable for this user, and keys.sqlite must be a database of this service.'
        : 'Check DATABASE_URL, and that the server is running and reachable from here.';
    return failed('database', new Error(`${place}: ${reasonOf(error)}`), advice);
  }
}

async function checkRedis({ REDIS_URL, REPLICAS }: Config): Promise<Finding> {
  if (REDIS_URL === undefined) {
    if (REPLICAS === 1) return ok('Redis', 'not configured; rate limits are counted in memory');
    return warning(
      'Redis',
      `not configured, so each of ${REPLICAS} replicas counts rate limits separately. Set REDIS_URL.`,
    );
  }
  try {
    await probeRedis(REDIS_URL);
    return ok('Redis', `${hostAndPath(REDIS_URL)} answers`);
  } catch (error) {
    const advice = 'Check REDIS_URL, and that the server is running and reachable from here.';
    return failed('Redis', new Error(`${hostAndPath(REDIS_URL)}: ${reasonOf(error)}`), advice);
  }
}

function hostAndPath(address: string): string {
  const { host, pathname } = new URL(address);
  return `${host}${pathname}`;
}
