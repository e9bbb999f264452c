import type { Sql } from '../store/database.ts';
import { type Change, recordAudit } from './audit.ts';
import { type KeyRow, requireKey, SELECT_KEYS } from './key-row.ts';

/** Maximum number of working keys in a rotation group: the one in use, its replacement, and one lost attempt. */
export const MAX_LIVE_KEYS = 3;

/** A key with all keys that were rotated from one another. The database column is called `family`. */
export interface RotationGroup {
  readonly key: KeyRow;
  /** The key included, in order of creation. */
  readonly members: readonly KeyRow[];
}

/** What a revocation covers: the key and everything rotated from it, or the key alone. */
export type Reach = 'descendants' | 'only';

/** The rotation group of a key, which no other transaction changes or adds to until this one ends. Throws `not_found`. */
export async function lockRotationGroup(sql: Sql, id: string): Promise<RotationGroup> {
  const { subscription_id } = await requireKey(sql, id);
  // An UPDATE that changes nothing locks the row in every dialect; a lock on the keys would not stop a new one.
  await sql.query('UPDATE subscriptions SET plan_id = plan_id WHERE id = $1', [subscription_id]);
  const key = await requireKey(sql, id);
  return { key, members: await keysOfRotationGroup(sql, key.family) };
}

/** In order of creation. */
export function keysOfRotationGroup(sql: Sql, family: string): Promise<readonly KeyRow[]> {
  return sql.query<KeyRow>(`${SELECT_KEYS} WHERE k.family = $1 ORDER BY k.created_at, k.id`, [family]);
}

/**
 * Revokes a key and, unless `reach` is `only`, every key that was rotated from it, directly or not; the key that it was
 * itself rotated from goes on working. Returns the ids of the other keys revoked. Keys that are revoked already stay as
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
  // A child may have been made in the same millisecond as its parent and stand before it.
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
