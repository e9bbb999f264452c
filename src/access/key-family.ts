import { type Change, recordAudit } from './audit.ts';
import { demandKey, type KeyRow, SELECT_KEYS } from './key-row.ts';
import type { Sql } from './sql/types.ts';

/** Most keys of one family that work at the same time: the one in use, one on its way in, and one try that was lost. */
export const MAX_LIVE_KEYS = 3;

/** A key with all that were rotated from one another. */
export interface Family {
  readonly key: KeyRow;
  /** The key included, in order of creation. */
  readonly members: readonly KeyRow[];
}

/** What a revocation ends: the key with everything that was rotated from it, or the key alone. */
export type Reach = 'descendants' | 'only';

/** The family of a key, which no other transaction changes or adds to until this one ends. Throws `not_found`. */
export async function lockFamily(sql: Sql, id: string): Promise<Family> {
  const { subscription_id } = await demandKey(sql, id);
  // An UPDATE that changes nothing locks the row in every dialect; a lock on the keys would not hold up a new one.
  await sql.query('UPDATE subscriptions SET plan_id = plan_id WHERE id = $1', [subscription_id]);
  const key = await demandKey(sql, id);
  return { key, members: await familyOf(sql, key.family) };
}

/** In order of creation. */
export function familyOf(sql: Sql, family: string): Promise<readonly KeyRow[]> {
  return sql.query<KeyRow>(`${SELECT_KEYS} WHERE k.family = $1 ORDER BY k.created_at, k.id`, [family]);
}

/**
 * Ends a key and, unless told otherwise, every key that was rotated from it, however many rotations later; what it was
 * itself rotated from goes on working. Returns the ids of the others that ended. What is revoked already stays as it is.
 * Throws `not_found`.
 */
export async function revokeKey(
  sql: Sql,
  { id, reach = 'descendants' }: { readonly id: string; readonly reach?: Reach },
  { actor, now }: Change,
): Promise<readonly string[]> {
  const family = await lockFamily(sql, id);
  const chosen = reach === 'only' ? [family.key] : [family.key, ...descendantsOf(family)];
  const ended = chosen
    .filter(({ revoked_at }) => revoked_at === null)
    .map((key) => key.id)
    // The order in which usage is written, or the two could each wait for a row that the other holds.
    .sort((a, b) => (a < b ? -1 : 1));
  for (const one of ended) {
    await sql.query('UPDATE api_keys SET revoked_at = $2 WHERE id = $1', [one, now]);
    const detail = one === id ? {} : { with: id };
    await recordAudit(sql, now, { actor, action: 'key.revoke', subject: one, detail });
  }
  return ended.filter((one) => one !== id);
}

function descendantsOf({ key, members }: Family): readonly KeyRow[] {
  const found = new Set([key.id]);
  // A child may have been made in the same millisecond as its parent and stand before it.
  for (let known = 0; known < found.size; ) {
    known = found.size;
    for (const member of members) if (found.has(parentOf(member))) found.add(member.id);
  }
  return members.filter(({ id }) => id !== key.id && found.has(id));
}

/** A key whose parent is not known counts as rotated from the first of its family; the first has none. */
function parentOf({ id, family, rotated_from }: KeyRow): string {
  return rotated_from ?? (id === family ? '' : family);
}
