import { invalidField } from '../contract/errors.ts';
import type { RecordBody } from '../contract/records.ts';
import type { Sql } from '../store/database.ts';
import { type AuditRecord, type Change, recordAudit } from './audit.ts';
import { checkCount } from './checks.ts';
import { generateKey } from './key-format.ts';
import { type KeyRow, requireKey, SELECT_KEYS } from './key-row.ts';
import { requireRow } from './rows.ts';

export interface NewKey {
  readonly subscription_id: string;
  /** Stored as it is: the caller has checked it. */
  readonly name: string;
  /** Requests per window of the plan; the plan's own limit when absent. */
  readonly limit?: number | undefined;
  /** Unix milliseconds. */
  readonly expires?: number | undefined;
}

/** The key itself is returned only here. */
export type CreatedKey = RecordBody<'IssuedKey'>;

/** Throws `invalid_request` for values out of bounds, `not_found` for an unknown subscription. */
export async function issueKey(sql: Sql, input: NewKey, change: Change): Promise<CreatedKey> {
  const { name, subscription_id: subscriptionId, expires: expiresAt = null } = input;
  const limit = input.limit === undefined ? null : checkCount('limit', input.limit);
  if (expiresAt !== null && expiresAt <= change.now) {
    throw invalidField('expires', 'Expected expires to be a time in the future, got one in the past.');
  }
  await requireRow(sql, 'subscriptions', subscriptionId);
  const detail = { name, subscription: subscriptionId, limit, expires_at: expiresAt };
  return insertKey(sql, { name, subscriptionId, limit, expiresAt, rotates: undefined, detail }, change);
}

export function copyKey(sql: Sql, old: KeyRow, change: Change): Promise<CreatedKey> {
  const { name, subscription_id: subscriptionId, key_limit: limit, expires_at: expiresAt } = old;
  const detail = { name, rotates: old.id };
  return insertKey(sql, { name, subscriptionId, limit, expiresAt, rotates: old, detail }, change);
}

interface KeyValues {
  readonly name: string;
  readonly subscriptionId: string;
  readonly limit: number | null;
  readonly expiresAt: number | null;
  readonly rotates: KeyRow | undefined;
  readonly detail: NonNullable<AuditRecord['detail']>;
}

async function insertKey(sql: Sql, values: KeyValues, { actor, now }: Change): Promise<CreatedKey> {
  const { name, subscriptionId, limit, expiresAt, rotates, detail } = values;
  const { id, key, hash } = generateKey();
  await sql.query(
    `INSERT INTO api_keys
        (id, subscription_id, name, hash, family, rotated_from, request_limit, created_at, expires_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [id, subscriptionId, name, hash, rotates?.family ?? id, rotates?.id ?? null, limit, now, expiresAt],
  );
  await recordAudit(sql, now, { actor, action: 'key.create', subject: id, detail });
  return { id, key };
}

/**
 * Replaces the secret of a key that may not have reached its owner; the previous secret stops working. `undefined` when
 * the key was rotated or revoked meanwhile: whoever did that had the key, so it is revoked with all keys rotated from it.
 * Throws `not_found`.
 */
export async function replaceSecret(sql: Sql, id: string, change: Change): Promise<CreatedKey | undefined> {
  const { key: row } = await lockRotationGroup(sql, id);
  if (row.revoked_at !== null || row.expires_at !== null) {
    await revokeKey(sql, { id }, change);
    return undefined;
  }
  const { key, hash } = generateKey(id);
  await sql.query('UPDATE api_keys SET hash = $2 WHERE id = $1', [id, hash]);
  await recordAudit(sql, change.now, { actor: change.actor, action: 'key.replace_secret', subject: id });
  return { id, key };
}

/** Maximum number of working keys in a rotation group: the one in use, its replacement, and one lost attempt. */
export const MAX_LIVE_KEYS = 3;

/** A key with all keys that were rotated from one another. The database column is called `family`. */
export interface RotationGroup {
  readonly key: KeyRow;
  readonly members: readonly KeyRow[];
}

/** A revocation covers the key and everything rotated from it, or the key alone. */
export type Reach = 'descendants' | 'only';

/** The rotation group of a key, which no other transaction changes or adds to until this one ends. Throws `not_found`. */
export async function lockRotationGroup(sql: Sql, id: string): Promise<RotationGroup> {
  const { subscription_id } = await requireKey(sql, id);
  // An UPDATE that changes nothing locks the row in every dialect; a lock on the keys would not stop a new one.
  await sql.query('UPDATE subscriptions SET plan_id = plan_id WHERE id = $1', [subscription_id]);
  const key = await requireKey(sql, id);
  return { key, members: await keysOfRotationGroup(sql, key.family) };
}

export function keysOfRotationGroup(sql: Sql, family: string): Promise<readonly KeyRow[]> {
  return sql.query<KeyRow>(`${SELECT_KEYS} WHERE k.family = $1 ORDER BY k.created_at, k.id`, [family]);
}

/**
 * Revokes a key and, unless `reach` is `only`, every key that was rotated from it, directly or not; the key that it was
 * itself rotated from keeps working. Returns the ids of the other keys revoked. Keys that are revoked already stay as
 * they are. Throws `not_found`.
 */
export async function revokeKey(
  sql: Sql,
  { id, reach = 'descendants' }: { readonly id: string; readonly reach?: Reach },
  { actor, now }: Change,
): Promise<readonly string[]> {
  const group = await lockRotationGroup(sql, id);
  const chosen = reach === 'only' ? [group.key] : [group.key, ...descendantsOf(group)];
  const ended = chosen
    .filter(({ revoked_at }) => revoked_at === null)
    .map((key) => key.id)
    // The order in which usage is written: in any other order the two could deadlock.
    .sort((a, b) => (a < b ? -1 : 1));
  for (const one of ended) {
    await sql.query('UPDATE api_keys SET revoked_at = $2 WHERE id = $1', [one, now]);
    const detail = one === id ? {} : { with: id };
    await recordAudit(sql, now, { actor, action: 'key.revoke', subject: one, detail });
  }
  return ended.filter((one) => one !== id);
}

function descendantsOf({ key, members }: RotationGroup): readonly KeyRow[] {
  const found = new Set([key.id]);
  // A child may have been made in the same millisecond as its parent and appear before it.
  for (let known = 0; known < found.size; ) {
    known = found.size;
    for (const member of members) if (found.has(parentOf(member))) found.add(member.id);
  }
  return members.filter(({ id }) => id !== key.id && found.has(id));
}

/** A key with an unknown parent counts as rotated from the first key of its group; the first has no parent. */
function parentOf({ id, family, rotated_from }: KeyRow): string {
  return rotated_from ?? (id === family ? '' : family);
}
