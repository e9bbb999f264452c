import { databaseLookup, StoredKeyAuthenticator } from './authenticator.ts';
import { KeyRegistry } from './key-registry.ts';
import { MemoryRateLimiter } from './memory-rate-limiter.ts';
import { openSqlite } from './sql/sqlite.ts';
import type { KeyAuthenticator, RateLimiter } from './types.ts';

export { parseTime } from './checks.ts';
export type { CreatedKey } from './key-life.ts';
export { KeyRegistry, type NewKeyInput, type RotatedKey } from './key-registry.ts';
export type { KeyState, KeyView } from './key-row.ts';
export * from './types.ts';

export interface AccessOptions {
  /** Folder of the embedded database; made when missing. */
  readonly dataDir: string;
  /** Requests per minute for a key that has no limit of its own. */
  readonly defaultLimit: number;
  /** Unix milliseconds; the system's clock by default. */
  readonly now?: () => number;
}

export interface Access {
  readonly authenticator: KeyAuthenticator;
  readonly rateLimiter: RateLimiter;
  readonly keys: KeyRegistry;
  close(): Promise<void>;
}

/** Opens the stores. Rejects with `service_unavailable` when one cannot be opened or is damaged. */
export async function openAccess(options: AccessOptions): Promise<Access> {
  const now = options.now ?? Date.now;
  const settings = { now, defaultLimit: options.defaultLimit };
  const database = await openSqlite({ dataDir: options.dataDir });
  return {
    authenticator: new StoredKeyAuthenticator(databaseLookup(database), settings),
    rateLimiter: new MemoryRateLimiter(now),
    keys: new KeyRegistry(database, settings),
    close: () => database.close(),
  };
}
