import { type Actor, type Change, recordAudit } from './audit.ts';
import { checkCount, checkName, checkStatus, invalid } from './checks.ts';
import { insertCustomer, type NewCustomer } from './customers.ts';
import { type Family, familyOf, lockFamily, MAX_LIVE_KEYS, type Reach, revokeKey } from './key-family.ts';
import { type CreatedKey, copyKey, issueKey, type NewKey } from './key-life.ts';
import { demandKey, type KeyRow, type KeyView, keyState, SELECT_KEYS, viewKey } from './key-row.ts';
import { enqueueRotationNotice } from './mail/outbox.ts';
import type { Database, Sql } from './sql/types.ts';
import { insertSubscription, STANDARD_PLAN, updateSubscription } from './subscriptions.ts';
import { toIsoOrNull } from './time.ts';

/** Takes the place of every other customer's random id, so that two first starts cannot both succeed. */
const FIRST_CUSTOMER = 'cus_first';

export interface NewKeyInput extends Omit<NewKey, 'subscriptionId'> {
  /** Without one the key gets a customer of its name and an active subscription to the standard plan. */
  readonly subscriptionId?: string;
}

export interface RotatedKey extends CreatedKey {
  readonly replaces: string;
  /** ISO 8601: until when the old key still works. */
  readonly oldKeyExpiresAt: string | null;
}

export interface RevokedKey extends KeyView {
  /** Ids of the keys rotated from it that ended with it. */
  readonly alsoRevoked: readonly string[];
}

export interface KeyRegistryOptions {
  readonly defaultLimit: number;
  readonly now: () => number;
  /** Whether letters are sent, by this process or another. */
  readonly canMail: boolean;
  /** Called after something was put into the outbox. */
  readonly onMail: () => void;
}

/** The life of keys. Every change is one transaction with its line in the audit table. */
export class KeyRegistry {
  readonly #database: Database;
  readonly #options: KeyRegistryOptions;

  constructor(database: Database, options: KeyRegistryOptions) {
    this.#database = database;
    this.#options = options;
  }

  /** Throws `invalid_request` for values out of bounds, `not_found` for an unknown subscription. */
  async create(input: NewKeyInput, actor: Actor): Promise<CreatedKey> {
    const now = this.#options.now();
    return this.#database.transaction(async (sql) => {
      const change = { actor, now };
      const name = checkName('name', input.name);
      const subscriptionId = input.subscriptionId ?? (await ownSubscription(sql, { name }, change));
      if (subscriptionId === undefined) throw new Error('A random customer id was taken. This is a bug.');
      return issueKey(sql, { ...input, name, subscriptionId }, change);
    });
  }

  /** The first key of an empty database; `undefined` when any key was ever made, also by a process racing this one. */
  async createFirstKeyIfEmpty(name = 'first key'): Promise<CreatedKey | undefined> {
    const change = { actor: 'first-start', now: this.#options.now() };
    return this.#database.transaction(async (sql) => {
      const [any] = await sql.query('SELECT id FROM api_keys LIMIT 1');
      if (any) return undefined;
      const subscriptionId = await ownSubscription(sql, { id: FIRST_CUSTOMER, name }, change);
      if (subscriptionId === undefined) return undefined;
      return issueKey(sql, { name, subscriptionId }, change);
    });
  }

  /** In order of creation. */
  async list(filter: { subscriptionId?: string } = {}): Promise<readonly KeyView[]> {
    const rows = await this.#database.query<KeyRow>(
      `${SELECT_KEYS} WHERE $1 = '' OR k.subscription_id = $1 ORDER BY k.created_at, k.id`,
      [filter.subscriptionId ?? ''],
    );
    return rows.map((row) => this.#view(row));
  }

  /** Throws `not_found`. */
  async show(id: string): Promise<KeyView> {
    return this.#view(await demandKey(this.#database, id));
  }

  /** The key and all that were rotated from one another with it, in order of creation. Throws `not_found`. */
  async family(id: string): Promise<readonly KeyView[]> {
    const { family } = await demandKey(this.#database, id);
    return (await familyOf(this.#database, family)).map((row) => this.#view(row));
  }

  /**
   * Ends the key and, unless `reach` says otherwise, what was rotated from it. What is revoked already stays as it is.
   * Throws `not_found`.
   */
  async revoke(id: string, actor: Actor, reach?: Reach): Promise<RevokedKey> {
    const now = this.#options.now();
    return this.#database.transaction(async (sql) => {
      const alsoRevoked = await revokeKey(sql, { id, ...(reach && { reach }) }, { actor, now });
      return { ...this.#view(await demandKey(sql, id)), alsoRevoked };
    });
  }

  /**
   * A new key with the old one's name, limit and expiry; the old one works for `overlapSeconds` more. The customer is
   * told by mail. Throws `not_found`, or `invalid_request` when the old key is revoked or expired, or when too many keys
   * of the family would work.
   */
  async rotate(id: string, overlapSeconds: number, actor: Actor): Promise<RotatedKey> {
    const now = this.#options.now();
    if (overlapSeconds !== 0) checkCount('overlap', overlapSeconds);
    const rotated = await this.#database.transaction(async (sql) => {
      const family = await lockFamily(sql, id);
      const old = family.key;
      if (keyState(old, now) !== 'active') {
        throw invalid('id', `Expected a key that works, got "${id}", which is ${keyState(old, now)}.`);
      }
      if (overlapSeconds > 0) refuseCrowd(family, now);
      const created = await copyKey(sql, old, { actor, now });
      const end = Math.min(old.expires_at ?? Number.POSITIVE_INFINITY, now + overlapSeconds * 1000);
      await sql.query('UPDATE api_keys SET expires_at = $2 WHERE id = $1', [id, end]);
      await recordAudit(sql, now, {
        actor,
        action: 'key.rotate',
        subject: id,
        detail: { by: created.id, works_until: end },
      });
      if (this.#options.canMail) await enqueueRotationNotice(sql, created.id, { actor, now });
      return { ...created, replaces: id, oldKeyExpiresAt: toIsoOrNull(end) };
    });
    this.#options.onMail();
    return rotated;
  }

  /** Sets the status of the key's subscription, and so of every key of it. Throws `not_found` and `invalid_request`. */
  async setStatus(id: string, status: string, actor: Actor): Promise<KeyView> {
    const now = this.#options.now();
    const checked = checkStatus('status', status);
    return this.#database.transaction(async (sql) => {
      const row = await demandKey(sql, id);
      await updateSubscription(sql, { id: row.subscription_id, status: checked }, { actor, now });
      return this.#view(await demandKey(sql, id));
    });
  }

  #view(row: KeyRow): KeyView {
    return viewKey(row, this.#options.now(), this.#options.defaultLimit);
  }
}

/** Every rotation with an overlap adds a key that works; whoever holds one could go on for ever. */
function refuseCrowd({ members }: Family, now: number): void {
  const live = members.filter((row) => keyState(row, now) === 'active').length;
  if (live < MAX_LIVE_KEYS) return;
  throw invalid(
    'overlap_seconds',
    `Expected fewer than ${MAX_LIVE_KEYS} working keys rotated from one another, got ${live}: revoke one, wait until one expires, or rotate with an overlap of 0 seconds.`,
  );
}

/** A customer with an active subscription to the standard plan; `undefined` when the customer's id is taken. */
async function ownSubscription(sql: Sql, customer: NewCustomer, change: Change): Promise<string | undefined> {
  const customerId = await insertCustomer(sql, customer, change);
  if (customerId === undefined) return undefined;
  return insertSubscription(sql, { customerId, plan: STANDARD_PLAN, status: 'active' }, change);
}
