import type { Store } from '../access/index.ts';
import { ServiceError } from '../contract/errors.ts';
import type { Database, Sql } from '../store/database.ts';

/** Jobs expire, are deleted and verified in minutes or hours: to ask more often helps no one. */
const RETRY_AFTER_SECONDS = 60;

/** The bytes that a client may store, of those of all jobs together. */
export function shareOfClient(maxBytes: number): number {
  return Math.floor(maxBytes / 4);
}

/** How much jobs may store, in bytes. */
export interface StorageLimits {
  readonly maxBytes: number;
  /** Space that must be free on the disk of the embedded database. */
  readonly minFreeBytes: number;
}

export interface Owner {
  readonly client: string;
  readonly keyId: string;
}

/** The rotation groups of keys that are one client with the key $2: those of its customer. */
const GROUPS_OF_CUSTOMER = `SELECT 'key:' || k.family FROM api_keys k
    JOIN subscriptions s ON s.id = k.subscription_id
    WHERE s.customer_id = (SELECT t.customer_id FROM api_keys l JOIN subscriptions t ON t.id = l.subscription_id WHERE l.id = $2)`;

/** Says whether there is room for more files, in the bounds of the settings and on the disk: a store that can be full. */
export class JobStorage implements Store {
  readonly name = 'disk';
  readonly #database: Database;
  readonly #limits: StorageLimits;

  constructor(database: Database, limits: StorageLimits) {
    this.#database = database;
    this.#limits = limits;
  }

  /** Rejects with `storage_full` when the disk is short of room, or all jobs or those of the client have as much as they may. */
  async assertRoomFor(owner: Owner): Promise<void> {
    await this.assertDisk();
    await this.assertStored(this.#database, owner);
  }

  /** Like `assertRoomFor`, but for the disk: for a transaction that stores more. */
  async assertStored(sql: Sql, { client, keyId }: Owner): Promise<void> {
    const [row] = await sql.query<{ stored: number; own: number }>(
      `SELECT CAST(coalesce(sum(bytes), 0) AS BIGINT) AS stored,
          CAST(coalesce(sum(CASE WHEN client = $1 OR client IN (${GROUPS_OF_CUSTOMER}) THEN bytes END), 0) AS BIGINT) AS own
        FROM job_bytes_stored`,
      [client, keyId],
    );
    const { maxBytes } = this.#limits;
    assertAtMost('of this customer', row!.own, shareOfClient(maxBytes));
    assertAtMost('of all customers', row!.stored, maxBytes);
  }

  /** Rejects with `storage_full` when the disk of the embedded database is short of room. */
  async assertDisk(): Promise<void> {
    const free = await this.#database.disk?.freeBytes();
    const { minFreeBytes: limit } = this.#limits;
    if (free === undefined || free >= limit) return;
    throw storageFull(`The disk of the database has ${free} bytes free, and ${limit} are needed`, {
      limit,
      received: free,
    });
  }

  /** Rejects when no client may store more, for whatever reason; else sees to the reserve of the disk. Call it every few seconds. */
  readonly check = async (): Promise<void> => {
    // Where the database does not answer, its own store says so: the disk is not lost with it.
    const stored = await this.storedBytes().catch(() => undefined);
    if (stored === undefined) return;
    await this.assertDisk();
    assertAtMost('of all customers', stored, this.#limits.maxBytes);
    await this.#database.disk?.keepReserve();
  };

  /** Bytes of texts and results that are stored, for all clients; those of deleted jobs until they are removed. */
  async storedBytes(): Promise<number> {
    const sum = 'SELECT CAST(coalesce(sum(bytes), 0) AS BIGINT) AS stored FROM job_bytes_stored';
    const [row] = await this.#database.query<{ stored: number }>(sum);
    return row!.stored;
  }
}

function assertAtMost(whose: string, received: number, limit: number): void {
  if (received < limit) return;
  throw storageFull(`The jobs ${whose} store ${received} bytes, and the limit is ${limit}`, { limit, received });
}

/** The 507 of a file for which there is no room. */
export function storageFull(
  found: string,
  details: Readonly<Record<string, number>> = {},
  cause?: unknown,
): ServiceError {
  const message = `${found}; delete jobs, or try again in ${RETRY_AFTER_SECONDS} seconds.`;
  return new ServiceError('storage_full', message, {
    details: { ...details, retry_after_seconds: RETRY_AFTER_SECONDS },
    cause,
  });
}
