import type { Database, Sql } from '../../store/database.ts';
import { type Change, recordAudit } from '../audit.ts';
import { randomText } from '../key-format.ts';
import { type CreatedKey, issueKey, replaceSecret, revokeKey } from '../key-lifecycle.ts';

const ACTOR = 'outbox';
/** Longer than any attempt to send: after it, another process may take the message over. */
const LEASE_MS = 120_000;
const INITIAL_BACKOFF_MS = 5_000;
const MAX_BACKOFF_MS = 3_600_000;
/** Three days with these pauses: a mail server may be down for a weekend. */
const MAX_ATTEMPTS = 80;
const MAX_ERROR_LENGTH = 200;

export interface KeyMail {
  readonly subscriptionId: string;
  readonly keyName: string;
}

export interface Rotation {
  readonly to: string;
  readonly from: string | null;
  /** Unix milliseconds: when the old key stops working; `null` when it has no end. */
  readonly worksUntil: number | null;
}

/** A message about to be sent: a key minted for this very attempt, or the notice that one was rotated. */
export interface Attempt {
  readonly id: string;
  readonly attempt: number;
  readonly subject: { readonly created: CreatedKey } | { readonly rotation: Rotation };
  readonly recipient: { readonly name: string; readonly email: string };
}

export interface Failure {
  /** Unix milliseconds. */
  readonly now: number;
  readonly reason: string;
  /** The mail server rejected this message and would reject it again. */
  readonly permanent: boolean;
}

type OutboxRow = {
  id: string;
  kind: 'key' | 'rotation';
  subscription_id: string;
  key_name: string;
  key_id: string | null;
  about_key: string | null;
  attempts: number;
  next_attempt_at: number;
  name: string;
  email: string | null;
};

export async function enqueueKeyMail(sql: Sql, mail: KeyMail, change: Change): Promise<void> {
  await enqueue(sql, { kind: 'key', ...mail, aboutKey: null }, change);
}

/** Enqueues the notice that a key was rotated. Throws `not_found`. */
export async function enqueueRotationNotice(sql: Sql, keyId: string, change: Change): Promise<void> {
  const [key] = await sql.query<{ subscription_id: string; name: string }>(
    `SELECT k.subscription_id, k.name FROM api_keys k
      JOIN subscriptions s ON s.id = k.subscription_id JOIN customers c ON c.id = s.customer_id
      WHERE k.id = $1 AND c.email IS NOT NULL`,
    [keyId],
  );
  // A customer without an address now must not get old notices once an address is set.
  if (!key) return;
  const mail = { kind: 'rotation', subscriptionId: key.subscription_id, keyName: key.name, aboutKey: keyId } as const;
  await enqueue(sql, mail, change);
}

async function enqueue(
  sql: Sql,
  mail: KeyMail & { kind: OutboxRow['kind']; aboutKey: string | null },
  { actor, now }: Change,
): Promise<void> {
  const id = `out_${randomText(14)}`;
  await sql.query(
    `INSERT INTO outbox (id, kind, subscription_id, key_name, about_key, attempts, next_attempt_at, created_at)
      VALUES ($1, $2, $3, $4, $5, 0, $6, $6)`,
    [id, mail.kind, mail.subscriptionId, mail.keyName, mail.aboutKey, now],
  );
  await recordAudit(sql, now, { actor, action: 'mail.enqueue', subject: mail.subscriptionId, detail: { message: id } });
}

/**
 * Takes the message that has waited longest, so that no other process sends it for two minutes. A message with a key
 * gets the key now; the secret of an earlier attempt stops working, because its message may have been lost or read by
 * someone else. `undefined` when nothing waits.
 */
export async function beginAttempt(database: Database, now: number): Promise<Attempt | undefined> {
  return database.transaction(async (sql) => {
    const [row] = await sql.query<OutboxRow>(
      `SELECT o.id, o.kind, o.subscription_id, o.key_name, o.key_id, o.about_key, o.attempts, o.next_attempt_at,
          c.name, c.email
        FROM outbox o JOIN subscriptions s ON s.id = o.subscription_id JOIN customers c ON c.id = s.customer_id
        WHERE o.sent_at IS NULL AND o.given_up_at IS NULL AND o.next_attempt_at <= $1 AND c.email IS NOT NULL
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
    const subject =
      row.about_key === null
        ? { created: await keyFor(sql, row, now) }
        : { rotation: await rotationTo(sql, row.about_key) };
    return { id: row.id, attempt: row.attempts + 1, subject, recipient: { name: row.name, email: row.email } };
  });
}

/** One key for one message, however many attempts it takes. */
async function keyFor(sql: Sql, row: OutboxRow, now: number): Promise<CreatedKey> {
  const change = { actor: ACTOR, now };
  const again = row.key_id === null ? undefined : await replaceSecret(sql, row.key_id, change);
  if (again !== undefined) return again;
  const created = await issueKey(sql, { subscription_id: row.subscription_id, name: row.key_name }, change);
  await sql.query('UPDATE outbox SET key_id = $2 WHERE id = $1', [row.id, created.id]);
  return created;
}

async function rotationTo(sql: Sql, id: string): Promise<Rotation> {
  const [row] = await sql.query<{ rotated_from: string | null; expires_at: number | null }>(
    `SELECT k.rotated_from, old.expires_at FROM api_keys k LEFT JOIN api_keys old ON old.id = k.rotated_from
      WHERE k.id = $1`,
    [id],
  );
  return { to: id, from: row?.rotated_from ?? null, worksUntil: row?.expires_at ?? null };
}

export async function endAttempt(database: Database, { id, attempt, subject }: Attempt, now: number): Promise<void> {
  await database.transaction(async (sql) => {
    await sql.query('UPDATE outbox SET sent_at = $3, last_error = NULL WHERE id = $1 AND attempts = $2', [
      id,
      attempt,
      now,
    ]);
    const keyId = 'created' in subject ? subject.created.id : subject.rotation.to;
    await recordAudit(sql, now, { actor: ACTOR, action: 'mail.sent', subject: keyId, detail: { message: id } });
  });
}

/**
 * Records that the message was not accepted: the secret in it stops working, and another attempt follows after a pause
 * that doubles. A message that was permanently rejected, or tried too often, is given up and its key revoked.
 * Returns whether it was given up.
 */
export async function failAttempt(database: Database, attempt: Attempt, failure: Failure): Promise<boolean> {
  const { id, attempt: number, subject } = attempt;
  const { now, reason, permanent } = failure;
  const givenUp = permanent || number >= MAX_ATTEMPTS;
  const pause = Math.min(INITIAL_BACKOFF_MS * 2 ** Math.min(number - 1, 20), MAX_BACKOFF_MS);
  const change = { actor: ACTOR, now };
  return database.transaction(async (sql) => {
    const [own] = await sql.query<{ subscription_id: string }>(
      `UPDATE outbox SET next_attempt_at = $3, last_error = $4, given_up_at = $5
        WHERE id = $1 AND attempts = $2 AND sent_at IS NULL RETURNING subscription_id`,
      [id, number, now + pause, reason.replaceAll('\0', ' ').slice(0, MAX_ERROR_LENGTH), givenUp ? now : null],
    );
    if (!own) return false;
    if ('created' in subject) {
      await (givenUp ? revokeKey(sql, subject.created, change) : replaceSecret(sql, subject.created.id, change));
    }
    if (givenUp) {
      const detail = { message: id, attempts: number };
      await recordAudit(sql, now, { actor: ACTOR, action: 'mail.give_up', subject: own.subscription_id, detail });
    }
    return givenUp;
  });
}
