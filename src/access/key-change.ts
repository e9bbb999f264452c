import { type Change, recordAudit } from './audit.ts';
import { checkCount, invalid } from './checks.ts';
import { keyState } from './key-row.ts';
import { lockRotationGroup } from './rotation-group.ts';
import type { Sql } from './sql/database.ts';
import { toIsoOrNull } from './time.ts';

/** Absent fields stay as they are. */
export interface KeyChange {
  /** Requests per window; null: the plan's limit. */
  readonly limit?: number | null;
  /** Unix milliseconds; null: never. */
  readonly expiresAt?: number | null;
}

/** Throws `not_found`, and `invalid_request` for values out of bounds or a key that no longer works. */
export async function changeKey(sql: Sql, change: KeyChange & { readonly id: string }, made: Change): Promise<void> {
  const { id } = change;
  const { key } = await lockRotationGroup(sql, id);
  const state = keyState(key, made.now);
  if (state !== 'active') throw invalid('id', `Expected the id of an active key, got "${id}", which is ${state}.`);
  const limit = change.limit === undefined ? key.key_limit : change.limit;
  if (limit !== null) checkCount('limit', limit);
  const expiresAt = change.expiresAt === undefined ? key.expires_at : change.expiresAt;
  if (expiresAt !== null && expiresAt <= made.now) {
    throw invalid(
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
