import { type Change, recordAudit } from '../audit.ts';
import { randomText } from '../key-format.ts';
import { type CreatedKey, issueKey, revokeKey } from '../key-life.ts';
import type { Database, Sql } from '../sql/types.ts';

const ACTOR = 'outbox';
/** Longer than any attempt to send lasts: after it another process takes the message over. */
const LEASE_MS = 120_000;
const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 3_600_000;
const ERROR_LENGTH = 200;

export interface KeyMail {
  readonly subscriptionId: string;
  readonly keyName: string;
}

/** A message about to be sent, with the key minted for this very attempt. */
export interface Attempt {
  readonly id: string;
  readonly attempt: number;
  readonly created: CreatedKey;
  readonly recipient: { readonly name: string; readonly email: string };
}

type OutboxRow = {
  id: string;
  subscription_id: string;
  key_name: string;
  key_id: string | null;
  attempts: number;
  next_attempt_at: number;
  name: string;
  email: string | null;
};

/** Notes that a key is to be made and sent: no key exists yet, so none is stored. */
export async function enqueueKeyMail(sql: Sql, mail: KeyMail, { actor, now }: Change): Promise<void> {
  const id = `out_${randomText(14)}`;
  await sql.query(
    `INSERT INTO outbox (id, subscription_id, key_name, attempts, next_attempt_at, created_at)
      VALUES ($1, $2, $3, 0, $4, $4)`,
    [id, mail.subscriptionId, mail.keyName, now],
  );
  await recordAudit(sql, now, { actor, action: 'mail.enqueue', subject: mail.subscriptionId, detail: { message: id } });
}

/**
 * Takes the message that has waited longest, so that no other process sends it for two minutes, and mints its key.
 * The key of an earlier attempt is revoked: its message may have been lost, or may lie in a wrong place.
 * `undefined` when nothing waits.
 */
export async function beginAttempt(database: Database, now: number): Promise<Attempt | undefined> {
  return database.transaction(async (sql) => {
    const [row] = await sql.query<OutboxRow>(
      `SELECT o.id, o.subscription_id, o.key_name, o.key_id, o.attempts, o.next_attempt_at, c.name, c.email
        FROM outbox o JOIN subscriptions s ON s.id = o.subscription_id JOIN customers c ON c.id = s.customer_id
        WHERE o.sent_at IS NULL AND o.next_attempt_at <= $1 AND c.email IS NOT NULL
        ORDER BY o.next_attempt_at, o.id LIMIT 1`,
      [now],
    );
    if (!row?.email) return undefined;
    const [taken] = await sql.query(
      `UPDATE outbox SET attempts = attempts + 1, next_attempt_at = $3
        WHERE id = $1 AND sent_at IS NULL AND next_attempt_at = $2 RETURNING id`,
      [row.id, row.next_attempt_at, now + LEASE_MS],
    );
    if (!taken) return undefined;
    const change = { actor: ACTOR, now };
    if (row.key_id !== null) await revokeKey(sql, row.key_id, change);
    const created = await issueKey(sql, { subscriptionId: row.subscription_id, name: row.key_name }, change);
    await sql.query('UPDATE outbox SET key_id = $2 WHERE id = $1', [row.id, created.id]);
    return { id: row.id, attempt: row.attempts + 1, created, recipient: { name: row.name, email: row.email } };
  });
}

/** The message was accepted; it is never sent again. */
export async function endAttempt(database: Database, { id, created }: Attempt, now: number): Promise<void> {
  await database.transaction(async (sql) => {
    await sql.query('UPDATE outbox SET sent_at = $3, last_error = NULL WHERE id = $1 AND key_id = $2', [
      id,
      created.id,
      now,
    ]);
    await recordAudit(sql, now, { actor: ACTOR, action: 'mail.sent', subject: created.id, detail: { message: id } });
  });
}

/** The message was not accepted: its key is revoked, and another attempt follows after a pause that doubles. */
export async function failAttempt(database: Database, attempt: Attempt, failure: { now: number; reason: string }) {
  const { id, created } = attempt;
  const pause = Math.min(FIRST_PAUSE_MS * 2 ** Math.min(attempt.attempt - 1, 20), LONGEST_PAUSE_MS);
  await database.transaction(async (sql) => {
    const [own] = await sql.query(
      `UPDATE outbox SET next_attempt_at = $3, last_error = $4 WHERE id = $1 AND key_id = $2 RETURNING id`,
      [id, created.id, failure.now + pause, failure.reason.replaceAll('\0', ' ').slice(0, ERROR_LENGTH)],
    );
    if (own) await revokeKey(sql, created.id, { actor: ACTOR, now: failure.now });
  });
}
