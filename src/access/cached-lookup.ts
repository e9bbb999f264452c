import type { KeyLookup } from './authenticator.ts';
import type { KeyRow } from './key-row.ts';

export interface CacheOptions {
  /** Age up to which a row is used without asking the store. */
  readonly freshMs: number;
  /** Age up to which a row is used when the store cannot be asked: the longest a revoked key may work. */
  readonly staleMs: number;
  readonly maxRows: number;
  /** Unix milliseconds. */
  readonly now: () => number;
}

type RememberingLookup = KeyLookup & Required<Pick<KeyLookup, 'remembered'>>;

const DEFAULTS: CacheOptions = { freshMs: 1000, staleMs: 5000, maxRows: 10_000, now: Date.now };

interface Remembered {
  readonly row: KeyRow;
  /** When it was asked for: it may have changed while the answer was under way. */
  readonly askedAt: number;
}

/**
 * Remembers known keys for a moment, so that a busy key costs one question a second and a short outage of the store
 * is not noticed. Unknown keys are not remembered: a new key works on its first request. Rows that are too old to be used
 * still tell which keys were valid.
 */
export function cachedLookup(lookup: KeyLookup, options: Partial<CacheOptions> = {}): RememberingLookup {
  const { freshMs, staleMs, maxRows, now } = { ...DEFAULTS, ...options };
  const rows = new Map<string, Remembered>();
  const underWay = new Map<string, Promise<KeyRow | undefined>>();

  /** A clock that was set back makes a row too old, never younger than it is. */
  function youngerThan(ageMs: number, { askedAt }: Remembered): boolean {
    const age = now() - askedAt;
    return age >= 0 && age < ageMs;
  }

  async function ask(id: string): Promise<KeyRow | undefined> {
    const askedAt = now();
    const row = await lookup(id);
    // Deleting first moves it to the end: the first entry is always the one asked for longest ago.
    rows.delete(id);
    if (row) rows.set(id, { row, askedAt });
    const [oldest] = rows.size > maxRows ? rows.keys() : [];
    if (oldest !== undefined) rows.delete(oldest);
    return row;
  }

  function askOnce(id: string): Promise<KeyRow | undefined> {
    const asked = underWay.get(id) ?? ask(id).finally(() => underWay.delete(id));
    underWay.set(id, asked);
    return asked;
  }

  async function find(id: string): Promise<KeyRow | undefined> {
    const known = rows.get(id);
    if (known && youngerThan(freshMs, known)) return known.row;
    try {
      return await askOnce(id);
    } catch (error) {
      if (known && youngerThan(staleMs, known)) return known.row;
      throw error;
    }
  }
  return Object.assign(find, { remembered: (id: string) => rows.get(id)?.row });
}
