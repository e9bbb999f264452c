import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database, Sql } from './sql/types.ts';
import { dayOf } from './time.ts';

const FLUSH_EVERY_MS = 5000;
/** Rows of one transaction: few enough that an embedded database holds the process up for a few milliseconds only. */
const BATCH = 50;

interface Counted {
  readonly keyId: string;
  readonly day: string;
  requests: number;
  refused: number;
  lastUsedAt: number;
}

export interface ActivityOptions {
  /** Unix milliseconds. */
  readonly now: () => number;
  readonly flushEveryMs?: number;
}

/**
 * Who used the service, and how often: counted in memory, added to the store every few seconds, so that no request
 * waits for it. What the store does not take now is kept for the next time; a killed process loses seconds of it.
 */
export class ActivityRecorder {
  readonly #database: Database;
  readonly #now: () => number;
  readonly #timer: NodeJS.Timeout;
  #counted = new Map<string, Counted>();
  #flushing: Promise<void> = Promise.resolve();

  constructor(database: Database, options: ActivityOptions) {
    this.#database = database;
    this.#now = options.now;
    this.#timer = setInterval(() => void this.flush().catch(() => undefined), options.flushEveryMs ?? FLUSH_EVERY_MS);
    this.#timer.unref();
  }

  /** `allowed` is false for a request that the rate limit refused. */
  record(keyId: string, allowed: boolean): void {
    const now = this.#now();
    this.#add({ keyId, day: dayOf(now), requests: allowed ? 1 : 0, refused: allowed ? 0 : 1, lastUsedAt: now });
  }

  /** Writes everything counted so far. Rejects when the store cannot be asked; nothing is lost then. */
  async flush(): Promise<void> {
    const turn = this.#flushing.then(() => this.#write());
    this.#flushing = turn.catch(() => undefined);
    return turn;
  }

  /** Writes what can be written and stops. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush().catch(() => undefined);
  }

  async #write(): Promise<void> {
    // In one order everywhere, or two replicas could each wait for a row that the other holds.
    const waiting = [...this.#counted.values()].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
    this.#counted = new Map();
    while (waiting.length > 0) {
      const batch = waiting.splice(0, BATCH);
      try {
        await this.#database.transaction((sql) => writeBatch(sql, batch));
      } catch (error) {
        for (const counted of [...batch, ...waiting]) this.#add(counted);
        throw error;
      }
      await nextTurn();
    }
  }

  #add(counted: Counted): void {
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

function keyOf({ keyId, day }: Counted): string {
  return `${keyId} ${day}`;
}

async function writeBatch(sql: Sql, batch: readonly Counted[]): Promise<void> {
  for (const { keyId, day, requests, refused, lastUsedAt } of batch) {
    await sql.query(
      'UPDATE api_keys SET last_used_at = $2 WHERE id = $1 AND (last_used_at IS NULL OR last_used_at < $2)',
      [keyId, lastUsedAt],
    );
    await sql.query(
      // From the keys there are: one that a restored backup does not hold must not keep the others from being written.
      `INSERT INTO usage_days (key_id, day, requests, refused)
        SELECT id, CAST($2 AS TEXT), CAST($3 AS BIGINT), CAST($4 AS BIGINT) FROM api_keys WHERE id = $1
        ON CONFLICT (key_id, day) DO UPDATE SET
          requests = usage_days.requests + excluded.requests, refused = usage_days.refused + excluded.refused`,
      [keyId, day, requests, refused],
    );
  }
}
