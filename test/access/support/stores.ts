import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll } from 'vitest';
import { type Access, type AccessOptions, openAccess } from '../../../src/access/index.ts';
import { randomText } from '../../../src/access/key-format.ts';
import type { Database } from '../../../src/store/database.ts';
import { openPostgres } from '../../../src/store/postgres.ts';
import { openSqlite } from '../../../src/store/sqlite.ts';

export const DEFAULT_LIMIT = 60;

export class Clock {
  time = Date.parse('2030-01-31T12:00:00Z');
  readonly now = (): number => this.time;
  advance(seconds: number): void {
    this.time += seconds * 1000;
  }
}

/** An empty store of one kind; every `open` is another process's view of it. */
export interface TestStore {
  open(clock?: Clock, options?: Partial<AccessOptions>): Promise<Access>;
  /** The database itself, for what `Access` does not show. */
  database(): Promise<Database>;
  dispose(): Promise<void>;
}

export interface StoreKind {
  readonly name: string;
  create(): Promise<TestStore>;
}

const sqliteStore: StoreKind = {
  name: 'SQLite',
  async create() {
    const dataDir = temporaryFolder();
    return {
      open: (clock, options) => openAccess({ ...base(clock), dataDir, ...options }),
      database: () => openSqlite({ dataDir }),
      dispose: async () => rmSync(dataDir, { recursive: true }),
    };
  },
};

const postgresStore: StoreKind = {
  name: 'PostgreSQL',
  async create() {
    const { url, drop } = await createSchema();
    return {
      open: (clock, options) => openAccess({ ...base(clock), dataDir: '/nowhere', databaseUrl: url, ...options }),
      database: () => openPostgres({ url, startTimeoutMs: 0 }),
      dispose: drop,
    };
  },
};

/** The stores that can be tested here; one that cannot says so. */
export const stores: readonly StoreKind[] = withServer('TEST_DATABASE_URL', 'the key store on PostgreSQL')
  ? [sqliteStore, postgresStore]
  : [sqliteStore];

/** Whether a test server's address is set; says what is skipped when it is not. */
export function withServer(name: string, what: string): boolean {
  if (process.env[name]) return true;
  process.stderr.write(`Skipped: tests of ${what}, because ${name} is not set.\n`);
  return false;
}

/** An empty schema of its own on the test server, so that test files can run side by side. */
export async function createSchema(): Promise<{ url: string; drop(): Promise<void> }> {
  const server = process.env.TEST_DATABASE_URL ?? '';
  const schema = `test_${randomText(12).toLowerCase()}`;
  await runOnce(server, `CREATE SCHEMA ${schema}`);
  const url = new URL(server);
  url.searchParams.set('options', `-c search_path=${schema}`);
  const drop = () => runOnce(server, `DROP SCHEMA ${schema} CASCADE`);
  return { url: url.href, drop };
}

export async function runOnce(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement);
  await client.end();
}

function base(clock: Clock | undefined) {
  return { defaultLimit: DEFAULT_LIMIT, ...(clock && { now: clock.now }) };
}

const folders: string[] = [];

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** Removed at the end of the test file that asked for it. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'access-'));
  folders.push(folder);
  return folder;
}
