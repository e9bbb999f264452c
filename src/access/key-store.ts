import { invalidField } from '../contract/errors.ts';
import type { RecordBody } from '../contract/records.ts';
import { type Database, onReserve, type Sql } from '../store/database.ts';
import { type Actor, type Change, recordAudit } from './audit.ts';
import { checkCount, checkName, checkStatus } from './checks.ts';
import { insertCustomer, insertCustomerUnlessTaken } from './customer-store.ts';
import {
  type CreatedKey,
  copyKey,
  issueKey,
  keysOfRotationGroup,
  lockRotationGroup,
  MAX_LIVE_KEYS,
  type NewKey,
  type Reach,
  type RotationGroup,
  revokeKey,
} from './key-lifecycle.ts';
import { KEY_COLUMNS, KEY_TABLES, type KeyRow, type KeyView, keyState, requireKey, viewKey } from './key-row.ts';
import { enqueueRotationNotice } from './mail/outbox.ts';
import { insertLocalPlan, LOCAL_PLAN } from './plan-store.ts';
import { type Page, type PageQuery, readPage, toIsoOrNull } from './rows.ts';
import { insertSubscription, STANDARD_PLAN, updateSubscription } from './subscription-store.ts';

/** A fixed id instead of a random one, so that two processes that start for the first time cannot both succeed. */
const FIRST_CUSTOMER = 'cus_first';

export interface NewKeyInput extends Omit<NewKey, 'subscription_id'> {
  /** When absent, a customer with the key's name and an active subscription to the standard plan are created. */
  readonly subscription_id?: string;
}

export type RotatedKey = RecordBody<'RotatedKey'>;
export type RevokedKey = RecordBody<'RevokedKey'>;

export interface KeyStoreOptions {
  readonly defaultLimit: number;
  readonly now: () => number;
  readonly canMail: boolean;
  readonly onMail: () => void;
}

export interface KeyFilter extends PageQuery {
  readonly subscription_id?: string | undefined;
}

export class KeyStore {
  readonly #database: Database;
  readonly #options: KeyStoreOptions;

  constructor(database: Database, options: KeyStoreOptions) {
    this.#database = database;
    this.#options = options;
  }

  /** Throws `invalid_request` for values out of bounds, `not_found` for an unknown subscription. */
  async create(input: NewKeyInput, actor: Actor): Promise<CreatedKey> {
    const now = this.#options.now();
    return this.#database.transaction(async (sql) => {
      const change = { actor, now };
      const name = checkName('name', input.name);
      const subscription_id =
        input.subscription_id ?? (await activeSubscription(sql, await insertCustomer(sql, { name }, change), change));
      return issueKey(sql, { ...input, name, subscription_id }, change);
    });
  }

  /** The first key of a database that never had one. With `local` it gets the plan `local`. */
  async createFirstKeyIfEmpty({ local = false } = {}): Promise<CreatedKey | undefined> {
    const change = { actor: 'first-start', now: this.#options.now() };
    return this.#database.transaction(async (sql) => {
      const [any] = await sql.query('SELECT id FROM api_keys LIMIT 1');
      if (any) return undefined;
      const [customer] = await sql.query('SELECT id FROM customers LIMIT 1');
      const isLocal = local && customer === undefined;
      if (isLocal) await insertLocalPlan(sql, change);
      const plan = isLocal ? LOCAL_PLAN.id : STANDARD_PLAN;
      const first = await insertCustomerUnlessTaken(sql, { id: FIRST_CUSTOMER, name: 'First customer' }, change);
      if (first === undefined) return undefined;
      const subscription_id = await activeSubscription(sql, first, change, plan);
      return issueKey(sql, { name: 'first key', subscription_id }, change);
    });
  }

  /** In order of creation. */
  list({ subscription_id: subscriptionId = '', ...page }: KeyFilter = {}): Promise<Page<KeyView>> {
    const list = {
      columns: KEY_COLUMNS,
      from: `${KEY_TABLES} WHERE ($1 = '' OR k.subscription_id = $1)`,
      parameters: [subscriptionId],
      ...({ table: 'k', time: 'created_at', first: 'oldest' } as const),
    };
    return readPage(this.#database, list, page, (row: KeyRow) => this.#view(row));
  }

  /** Throws `not_found`. */
  async show(id: string): Promise<KeyView> {
    return this.#view(await requireKey(this.#database, id));
  }

  /** All keys of the key's rotation group, itself included, in order of creation. Throws `not_found`. */
  async rotationGroup(id: string): Promise<readonly KeyView[]> {
    const { family } = await requireKey(this.#database, id);
    return (await keysOfRotationGroup(this.#database, family)).map((row) => this.#view(row));
  }

  /** Revokes the key and, unless `reach` is `only`, the keys rotated from it. Throws `not_found`. */
  async revoke(id: string, actor: Actor, reach?: Reach): Promise<RevokedKey> {
    const now = this.#options.now();
    return onReserve(this.#database, async (sql) => {
      const also_revoked = await revokeKey(sql, { id, ...(reach && { reach }) }, { actor, now });
      return { ...this.#view(await requireKey(sql, id)), also_revoked };
    });
  }

  /**
   * A new key with the old one's name, limit and expiry; the old one works for `overlapSeconds` more. The customer is
   * notified by e-mail. Throws `not_found`, or `invalid_request` when the old key is revoked or expired, or when too many
   * keys of the rotation group would work.
   */
  async rotate(id: string, overlapSeconds: number, actor: Actor): Promise<RotatedKey> {
    const now = this.#options.now();
    if (overlapSeconds !== 0) checkCount('overlap', overlapSeconds);
    const rotated = await onReserve(this.#database, async (sql) => {
      const group = await lockRotationGroup(sql, id);
      const old = group.key;
      if (keyState(old, now) !== 'active') {
        throw invalidField('id', `Key "${id}" is ${keyState(old, now)}. Only an active key can be rotated.`);
      }
      if (overlapSeconds > 0) assertBelowMaxLiveKeys(group, now);
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
      return { ...created, replaces: id, old_key_expires_at: toIsoOrNull(end) };
    });
    this.#options.onMail();
    return rotated;
  }

  /**
   * Sets the key's own limit and the time at which it stops working (Unix milliseconds); null: that of the plan, never.
   * Absent fields stay as they are. Throws `not_found`, and `invalid_request` for a key that no longer works.
   */
  async update(id: string, input: KeyChange, actor: Actor): Promise<KeyView> {
    const now = this.#options.now();
    return onReserve(this.#database, async (sql) => {
      await changeKey(sql, { id, ...input }, { actor, now });
      return this.#view(await requireKey(sql, id));
    });
  }

  /** Sets the status of the key's subscription and so of all its keys. Throws `not_found` and `invalid_request`. */
  async setStatus(id: string, status: string, actor: Actor): Promise<KeyView> {
    const now = this.#options.now();
    const checked = checkStatus('status', status);
    return onReserve(this.#database, async (sql) => {
      const row = await requireKey(sql, id);
      await updateSubscription(sql, { id: row.subscription_id, status: checked }, { actor, now });
      return this.#view(await requireKey(sql, id));
    });
  }

  #view(row: KeyRow): KeyView {
    return viewKey(row, this.#options.now(), this.#options.defaultLimit);
  }
}

/** Every rotation with an overlap adds a working key: without a limit the holder of one could make any number. */
function assertBelowMaxLiveKeys({ members }: RotationGroup, now: number): void {
  const live = members.filter((row) => keyState(row, now) === 'active').length;
  if (live < MAX_LIVE_KEYS) return;
  throw invalidField(
    'overlap_seconds',
    `${live} keys rotated from one another still work, which is the maximum. Revoke one, wait until one expires, or rotate with an overlap of 0 seconds.`,
  );
}

/** The id of a new subscription. Without a ref it is inserted whatever others do. */
async function activeSubscription(sql: Sql, customerId: string, change: Change, plan = STANDARD_PLAN): Promise<string> {
  return (await insertSubscription(sql, { customer_id: customerId, plan, status: 'active' }, change))!;
}

/** Absent fields stay as they are. */
interface KeyChange {
  /** Requests per window; null: the plan's limit. */
  readonly limit?: number | null;
  /** Unix milliseconds; null: never. */
  readonly expires?: number | null;
}

/** Throws `not_found`, and `invalid_request` for values out of bounds or a key that no longer works. */
async function changeKey(sql: Sql, change: KeyChange & { readonly id: string }, made: Change): Promise<void> {
  const { id } = change;
  const { key } = await lockRotationGroup(sql, id);
  const state = keyState(key, made.now);
  if (state !== 'active') throw invalidField('id', `Key "${id}" is ${state}. Only an active key can be changed.`);
  const limit = change.limit === undefined ? key.key_limit : change.limit;
  if (limit !== null) checkCount('limit', limit);
  const expiresAt = change.expires === undefined ? key.expires_at : change.expires;
  if (expiresAt !== null && expiresAt <= made.now) {
    throw invalidField(
      'expires',
      'Expected expires to be a time in the future, got one in the past; revoke the key instead.',
    );
  }
  await sql.query('UPDATE api_keys SET request_limit = $2, expires_at = $3 WHERE id = $1', [id, limit, expiresAt]);
  const detail = {
    ...(limit === key.key_limit ? {} : { limit_from: key.key_limit, limit_to: limit }),
    ...(expiresAt === key.expires_at
      ? {}
      : { expires_from: toIsoOrNull(key.expires_at), expires_to: toIsoOrNull(expiresAt) }),
  };
  await recordAudit(sql, made.now, { actor: made.actor, action: 'key.update', subject: id, detail });
}
