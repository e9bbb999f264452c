import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { every } from '../background.ts';
import type { Database, SharedStore, Sql } from '../store/database.ts';
import { dayOf } from './rows.ts';

const FLUSH_EVERY_MS = 5000;
/** Rows of one transaction: the embedded database is synchronous, and this many take a few milliseconds. */
const MAX_BATCH_ROWS = 50;

interface UsageCount {
  readonly keyId: string;
  readonly day: string;
  requests: number;
  refused: number;
  lastUsedAt: number;
}

/**
 * Counts requests per key and day in memory and writes the counts to the database every few seconds, so that no request
 * waits for the database. Counts that could not be written are kept for the next flush; a killed process loses a few
 * seconds of them.
 */
export class UsageRecorder {
  readonly #database: Database;
  readonly #now: () => number;
  readonly #stopTimer: () => void;
  #counted = new Map<string, UsageCount>();
  #flushing: Promise<void> = Promise.resolve();

  constructor(database: Database, now: () => number) {
    this.#database = database;
    this.#now = now;
    this.#stopTimer = every(FLUSH_EVERY_MS, () => this.flush());
  }

  /** Adds what was asked of the rate limit; `allowed` is false if it was refused. */
  record(keyId: string, allowed: boolean, count = 1): void {
    const now = this.#now();
    const [requests, refused] = allowed ? [count, 0] : [0, count];
    this.#add({ keyId, day: dayOf(now), requests, refused, lastUsedAt: now });
  }

  /** Writes all counts so far. Rejects when the database cannot be reached; the counts are then kept. */
  async flush(): Promise<void> {
    const flushed = this.#flushing.then(() => this.#write());
    this.#flushing = flushed.catch(() => undefined);
    return flushed;
  }

  async close(): Promise<void> {
    this.#stopTimer();
    await this.flush().catch(() => undefined);
  }

  async #write(): Promise<void> {
    // The same order in every replica: otherwise two could deadlock, each waiting for a row that the other has locked.
    const waiting = [...this.#counted.values()].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
    this.#counted = new Map();
    while (waiting.length > 0) {
      const batch = waiting.splice(0, MAX_BATCH_ROWS);
      try {
        await this.#database.transaction((sql) => writeBatch(sql, this.#database.shared, batch));
      } catch (error) {
        for (const counted of [...batch, ...waiting]) this.#add(counted);
        throw error;
      }
      await yieldToEventLoop();
    }
  }

  #add(counted: UsageCount): void {
    const known = this.#counted.get(keyOf(counted));
    if (!known) {
      this.#counted.set(keyOf(counted), { ...counted });
      return;
    }
    known.requests += counted.requests;
    known.refused += counted.refused;
    known.lastUsedAt = Math.max(known.lastUsedAt, counted.lastUsedAt);
  }
}

function keyOf({ keyId, day }: UsageCount): string {
  return `${keyId} ${day}`;
}

/** In few statements however many keys there are: replicas with the same keys waited for each other's rows. */
async function writeBatch(sql: Sql, shared: SharedStore | undefined, batch: readonly UsageCount[]): Promise<void> {
  const rows = batch.map((_, at) => {
    const [id, day, requests, refused, usedAt] = [1, 2, 3, 4, 5].map((place) => `$${5 * at + place}`);
    return `(CAST(${id} AS TEXT), CAST(${day} AS TEXT), CAST(${requests} AS BIGINT), CAST(${refused} AS BIGINT), CAST(${usedAt} AS BIGINT))`;
  });
  const counted = `(VALUES ${rows.join(', ')}) AS counted`;
  const values = batch.flatMap(({ keyId, day, requests, refused, lastUsedAt }) => [
    ...[keyId, day, requests, refused, lastUsedAt],
  ]);
  // In one order by all replicas, which the statements below do not promise.
  if (shared) {
    await sql.query(
      `SELECT id FROM api_keys WHERE id IN (SELECT column1 FROM ${counted}) ORDER BY id ${shared.lockValues}`,
      values,
    );
  }
  await sql.query(
    `UPDATE api_keys SET last_used_at = used.at
      FROM (SELECT column1 AS id, max(column5) AS at FROM ${counted} GROUP BY column1) AS used
      WHERE api_keys.id = used.id AND (last_used_at IS NULL OR last_used_at < used.at)`,
    values,
  );
  await sql.query(
    // JOIN api_keys: a key that is missing from a restored backup must not fail the whole batch.
    `INSERT INTO usage_days (key_id, day, requests, refused)
      SELECT id, column2, column3, column4 FROM ${counted} JOIN api_keys ON id = column1 WHERE true
      ON CONFLICT (key_id, day) DO UPDATE SET
        requests = usage_days.requests + excluded.requests, refused = usage_days.refused + excluded.refused`,
    values,
  );
}
