import { type Change, recordAudit } from './audit.ts';
import { checkCount, checkName, invalid } from './checks.ts';
import { generateKey } from './key-format.ts';
import { demandKey, type KeyRow } from './key-row.ts';
import { demandRow } from './rows.ts';
import type { Sql } from './sql/types.ts';

export interface NewKey {
  readonly subscriptionId: string;
  readonly name: string;
  /** Requests per window of the plan; the plan's own limit when absent. */
  readonly limit?: number | undefined;
  /** Unix milliseconds. */
  readonly expiresAt?: number | undefined;
}

export interface CreatedKey {
  readonly id: string;
  /** The clear key, here and nowhere else. */
  readonly key: string;
}

/** Throws `invalid_request` for values out of bounds, `not_found` for an unknown subscription. */
export async function issueKey(sql: Sql, input: NewKey, { actor, now }: Change): Promise<CreatedKey> {
  const name = checkName('name', input.name);
  const limit = input.limit === undefined ? null : checkCount('limit', input.limit);
  if (input.expiresAt !== undefined && input.expiresAt <= now) {
    throw invalid('expires', 'Expected expires to be a time in the future, got one in the past.');
  }
  await demandRow(sql, 'subscriptions', input.subscriptionId);
  const { id, key, hash } = generateKey();
  await insertKey(sql, {
    id,
    hash,
    subscriptionId: input.subscriptionId,
    name,
    family: id,
    limit,
    createdAt: now,
    expiresAt: input.expiresAt ?? null,
  });
  const detail = { name, subscription: input.subscriptionId, limit, expires_at: input.expiresAt ?? null };
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
    limit: old.key_limit,
    createdAt: now,
    expiresAt: old.expires_at,
  });
  await recordAudit(sql, now, {
    actor,
    action: 'key.create',
    subject: id,
    detail: { name: old.name, rotates: old.id },
  });
  return { id, key };
}

/** Revoking a revoked key changes nothing. Throws `not_found`. */
export async function revokeKey(sql: Sql, id: string, { actor, now }: Change): Promise<void> {
  const row = await lockKey(sql, id);
  if (row.revoked_at !== null) return;
  await sql.query('UPDATE api_keys SET revoked_at = $2 WHERE id = $1', [id, now]);
  await recordAudit(sql, now, { actor, action: 'key.revoke', subject: id });
}

/** The key's row, which no other transaction changes until this one ends. Throws `not_found`. */
export async function lockKey(sql: Sql, id: string): Promise<KeyRow> {
  await demandKey(sql, id);
  // An UPDATE that changes nothing locks the row in every dialect.
  await sql.query('UPDATE api_keys SET name = name WHERE id = $1', [id]);
  return demandKey(sql, id);
}

interface KeyValues {
  readonly id: string;
  readonly hash: string;
  readonly subscriptionId: string;
  readonly name: string;
  readonly family: string;
  readonly limit: number | null;
  readonly createdAt: number;
  readonly expiresAt: number | null;
}

async function insertKey(sql: Sql, key: KeyValues): Promise<void> {
  await sql.query(
    `INSERT INTO api_keys (id, subscription_id, name, hash, family, request_limit, created_at, expires_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [key.id, key.subscriptionId, key.name, key.hash, key.family, key.limit, key.createdAt, key.expiresAt],
  );
}
