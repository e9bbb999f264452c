import { createHash } from 'node:crypto';
import PgBoss from 'pg-boss';
import type { Database, Sql, SqlValue } from '../store/database.ts';
import { type ChunkId, type ChunkQueue, LEASE_SECONDS, type QueuedChunk } from './chunk-queue.ts';

const QUEUE = 'chunks';
/** A chunk is tried again until it is removed; the attempts are counted where its rows are. */
const NO_RETRY_LIMIT = 2_000_000_000;

/**
 * pg-boss on the same database, through the same connections. Its tables have a schema of their own beside the service's,
 * made at the first use. It starts no timers: `expire` is called by those who work.
 */
export class PostgresQueue implements ChunkQueue {
  /** pg-boss sorts all that waits at every fetch. */
  readonly window = 1_000;
  readonly #database: Database;
  #opening: Promise<Opened> | undefined;

  constructor(database: Database) {
    this.#database = database;
  }

  async add(sql: Sql, chunks: readonly QueuedChunk[]): Promise<void> {
    const { boss } = await this.#open();
    const jobs = chunks.map(({ order, ...data }) => ({ id: uuidOf(data), name: QUEUE, priority: -order, data }));
    await boss.insert(jobs as PgBoss.JobInsert[], { db: bossDb(sql) });
  }

  async take(): Promise<ChunkId | undefined> {
    const { boss } = await this.#open();
    const [job] = await boss.fetch<ChunkId>(QUEUE);
    return job?.data;
  }

  /** pg-boss 10 has no call for it: its leases end a fixed time after `started_on`. */
  async renew(chunk: ChunkId): Promise<void> {
    const { schema } = await this.#open();
    await this.#database.query(
      `UPDATE ${schema}.job SET started_on = now() WHERE name = $1 AND id = CAST($2 AS uuid) AND state = 'active'`,
      [QUEUE, uuidOf(chunk)],
    );
  }

  async giveBack(chunk: ChunkId): Promise<void> {
    const { boss } = await this.#open();
    await boss.fail(QUEUE, uuidOf(chunk));
  }

  async remove(sql: Sql, chunks: readonly ChunkId[]): Promise<void> {
    if (chunks.length === 0) return;
    const { boss } = await this.#open();
    await boss.deleteJob(QUEUE, chunks.map(uuidOf), { db: bossDb(sql) });
  }

  async expire(): Promise<void> {
    const { boss } = await this.#open();
    await boss.expire();
  }

  /** Again at the next use when it fails. */
  #open(): Promise<Opened> {
    this.#opening ??= openBoss(this.#database).catch((error) => {
      this.#opening = undefined;
      throw error;
    });
    return this.#opening;
  }
}

interface Opened {
  readonly boss: PgBoss;
  readonly schema: string;
}

async function openBoss(database: Database): Promise<Opened> {
  const [row] = await database.query<{ name: string }>('SELECT current_schema() AS name');
  const schema = row?.name === 'public' ? 'claim_verifier_queue' : `${row?.name}_queue`;
  const boss = new PgBoss({ schema, db: bossDb(database, database), supervise: false, schedule: false });
  await boss.start();
  await boss.createQueue(QUEUE, { name: QUEUE, expireInSeconds: LEASE_SECONDS, retryLimit: NO_RETRY_LIMIT });
  return { boss, schema };
}

/** Several statements at once, which pg-boss sends without values, are rolled back when one fails. */
function bossDb(sql: Sql, database?: Database): PgBoss.Db {
  return {
    async executeSql(text: string, values: SqlValue[] = []) {
      const run = (on: Sql) => on.query(text, values);
      return { rows: [...((await (values.length === 0 && database ? database.transaction(run) : run(sql))) ?? [])] };
    },
  };
}

/** The same for the same chunk, so that it cannot be queued twice. */
function uuidOf({ jobId, chunk }: ChunkId): string {
  const hex = createHash('sha256').update(`${jobId}/${chunk}`).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-');
}
