import { LRUCache } from 'lru-cache';
import type { KeyLookup } from './authenticator.ts';
import type { KeyRow } from './key-row.ts';

export interface CacheOptions {
  /** Age up to which a row is used without querying the store. */
  readonly freshMs: number;
  /** Age up to which a row is used when the store is unreachable: how long a revoked key may go on working. */
  readonly staleMs: number;
  readonly maxRows: number;
  /** Unix milliseconds. */
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
 * tell which keys were valid.
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
