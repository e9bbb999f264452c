import type { SubscriptionStatus } from '../contract/records.ts';
import { ServiceError, unavailable } from '../errors.ts';
import type { Database } from '../store/database.ts';
import { hashKey, keyIdOf, sameHash } from './key-format.ts';
import { effectiveLimit, effectiveStatus, findKey, type KeyRow, keyState } from './key-row.ts';
import type { RateLimit } from './memory-rate-limiter.ts';

/** The owner of a valid key. A revoked, expired or unknown key has no principal. */
export interface Principal extends RateLimit {
  readonly keyId: string;
  readonly keyName: string;
  readonly status: SubscriptionStatus;
  /** Id under which requests are counted: the same for all keys of a rotation group. `keyId` when absent. */
  readonly rateLimitId?: string;
  /** Of the key; absent only where keys have none. */
  readonly customerId?: string;
}

interface AuthenticateOptions {
  /** Do not query the store for a key that was not valid when it was last read; such a key has no owner. */
  readonly onlyKnown?: boolean;
}

/** Rejects with `service_unavailable` when the store is unreachable: it never lets a request pass. */
export interface KeyAuthenticator {
  authenticate(key: string, options?: AuthenticateOptions): Promise<Principal | undefined>;
}

/** Compared against when the id is unknown, so that an unknown id takes as long as a wrong secret. */
const NO_HASH = '0'.repeat(64);

export interface AuthenticatorOptions {
  /** Requests per window for a key whose plan has no limit either. */
  readonly defaultLimit: number;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/** Finds the row of a key by its public id. */
export interface KeyLookup {
  (id: string): Promise<KeyRow | undefined>;
  /** The row as last read, however old, without querying the store. */
  remembered?(id: string): KeyRow | undefined;
}

export function databaseLookup(database: Database): KeyLookup {
  return (id) => findKey(database, id);
}

/** Recognises keys by their stored hash. Expiry is checked at every call. */
export class StoredKeyAuthenticator implements KeyAuthenticator {
  readonly #lookup: KeyLookup;
  readonly #options: AuthenticatorOptions;

  constructor(lookup: KeyLookup, options: AuthenticatorOptions) {
    this.#lookup = lookup;
    this.#options = options;
  }

  async authenticate(key: string, { onlyKnown = false }: AuthenticateOptions = {}): Promise<Principal | undefined> {
    const id = keyIdOf(key);
    if (id === undefined) return undefined;
    const hash = hashKey(key);
    if (onlyKnown && !this.#isValid(this.#lookup.remembered?.(id), hash)) return undefined;
    const row = await this.#find(id);
    if (!this.#isValid(row, hash)) return undefined;
    const now = this.#options.now();
    return {
      keyId: row.id,
      keyName: row.name,
      status: effectiveStatus(row, now),
      limit: effectiveLimit(row, this.#options.defaultLimit),
      windowSeconds: row.window_seconds,
      rateLimitId: row.family,
      customerId: row.customer_id,
    };
  }

  #isValid(row: KeyRow | undefined, hash: string): row is KeyRow {
    const matches = sameHash(hash, row?.hash ?? NO_HASH);
    return row !== undefined && matches && keyState(row, this.#options.now()) === 'active';
  }

  async #find(id: string): Promise<KeyRow | undefined> {
    try {
      return await this.#lookup(id);
    } catch (error) {
      if (error instanceof ServiceError) throw error;
      // The store failed, so the key was neither accepted nor rejected: neither a pass nor "unauthorized".
      throw unavailable('The key database could not be queried.', 1, error);
    }
  }
}
