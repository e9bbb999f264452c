import { LRUCache } from 'lru-cache';
import { ServiceError, unavailable } from '../contract/errors.ts';
import type { SubscriptionStatus } from '../contract/records.ts';
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
  /** The customer of the key; absent only where keys have none. */
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

export interface AuthenticatorOptions {
  /** Requests per window for a key whose plan has no limit either. */
  readonly defaultLimit: number;
  readonly now: () => number;
}

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
    const matches = sameHash(hash, row?.hash);
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

export interface CacheOptions {
  /** Age up to which a row is used without querying the store. */
  readonly freshMs: number;
  /** Age up to which a row is used when the store is unreachable: how long a revoked key may keep working. */
  readonly staleMs: number;
  readonly maxRows: number;
  readonly now: () => number;
}

type RememberingLookup = KeyLookup & Required<Pick<KeyLookup, 'remembered'>>;

const DEFAULTS: CacheOptions = { freshMs: 1000, staleMs: 5000, maxRows: 10_000, now: Date.now };

interface Remembered {
  readonly row: KeyRow;
  /** When the query started: the row may have changed while the result was in transit. */
  readonly askedAt: number;
}

/**
 * Caches known keys briefly, so that a busy key costs one query a second and a short outage of the store goes
 * unnoticed. Unknown keys are not cached: a new key works on its first request. Rows that are too old to be used still
 * show which keys were valid.
 */
export function cachedLookup(lookup: KeyLookup, options: Partial<CacheOptions> = {}): RememberingLookup {
  const { freshMs, staleMs, maxRows, now } = { ...DEFAULTS, ...options };
  /** Read by `peek`, so that a full cache drops the row that was queried longest ago. */
  const rows = new LRUCache<string, Remembered>({ max: maxRows });
  const inFlight = new Map<string, Promise<KeyRow | undefined>>();

  /** When the clock was set back, a row counts as too old, never as fresh. */
  function youngerThan(ageMs: number, { askedAt }: Remembered): boolean {
    const age = now() - askedAt;
    return age >= 0 && age < ageMs;
  }

  async function query(id: string): Promise<KeyRow | undefined> {
    const askedAt = now();
    const row = await lookup(id);
    if (row) rows.set(id, { row, askedAt });
    else rows.delete(id);
    return row;
  }

  function queryOnce(id: string): Promise<KeyRow | undefined> {
    const pending = inFlight.get(id) ?? query(id).finally(() => inFlight.delete(id));
    inFlight.set(id, pending);
    return pending;
  }

  async function find(id: string): Promise<KeyRow | undefined> {
    const known = rows.peek(id);
    if (known && youngerThan(freshMs, known)) return known.row;
    try {
      return await queryOnce(id);
    } catch (error) {
      if (known && youngerThan(staleMs, known)) return known.row;
      throw error;
    }
  }
  return Object.assign(find, { remembered: (id: string) => rows.peek(id)?.row });
}
