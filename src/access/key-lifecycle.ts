import type { Sql } from '../store/database.ts';
import { type Change, recordAudit } from './audit.ts';
import { checkCount, invalid } from './checks.ts';
import { generateKey } from './key-format.ts';
import type { KeyRow } from './key-row.ts';
import { requireRow } from './position.ts';
import { lockRotationGroup, revokeKey } from './rotation-group.ts';

export interface NewKey {
  readonly subscriptionId: string;
  /** Stored as it is: the caller has checked it. */
  readonly name: string;
  /** Requests per window of the plan; the plan's own limit when absent. */
  readonly limit?: number | undefined;
  /** Unix milliseconds. */
  readonly expiresAt?: number | undefined;
}

export interface CreatedKey {
  readonly id: string;
  /** The key in clear text; it is returned only here. */
  readonly key: string;
}

/** Throws `invalid_request` for values out of bounds, `not_found` for an unknown subscription. */
export async function issueKey(sql: Sql, input: NewKey, { actor, now }: Change): Promise<CreatedKey> {
  const { name, subscriptionId } = input;
  const limit = input.limit === undefined ? null : checkCount('limit', input.limit);
  if (input.expiresAt !== undefined && input.expiresAt <= now) {
    throw invalid('expires', 'Expected expires to be a time in the future, got one in the past.');
  }
  await requireRow(sql, 'subscriptions', subscriptionId);
  const { id, key, hash } = generateKey();
  const expiresAt = input.expiresAt ?? null;
  await insertKey(sql, {
    id,
    hash,
    subscriptionId,
    name,
    family: id,
    rotatedFrom: null,
    limit,
    createdAt: now,
    expiresAt,
  });
  const detail = { name, subscription: subscriptionId, limit, expires_at: expiresAt };
  await recordAudit(sql, now, { actor, action: 'key.create', subject: id, detail });
  return { id, key };
}

/** A new key with the name, limit, expiry and rate-limit window of another. */
export async function copyKey(sql: Sql, old: KeyRow, { actor, now }: Change): Promise<CreatedKey> {
  const { id, key, hash } = generateKey();
  await insertKey(sql, {
    id,
    hash,
    subscriptionId: old.subscription_id,
    name: old.name,
    family: old.family,
    rotatedFrom: old.id,
    limit: old.key_limit,
    createdAt: now,
    expiresAt: old.expires_at,
  });
  const detail = { name: old.name, rotates: old.id };
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

interface KeyValues {
  readonly id: string;
  readonly hash: string;
  readonly subscriptionId: string;
  readonly name: string;
  readonly family: string;
  readonly rotatedFrom: string | null;
  readonly limit: number | null;
  readonly createdAt: number;
  readonly expiresAt: number | null;
}

async function insertKey(sql: Sql, key: KeyValues): Promise<void> {
  await sql.query(
    `INSERT INTO api_keys
        (id, subscription_id, name, hash, family, rotated_from, request_limit, created_at, expires_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      key.id,
      key.subscriptionId,
      key.name,
      key.hash,
      key.family,
      key.rotatedFrom,
      key.limit,
      key.createdAt,
      key.expiresAt,
    ],
  );
}
