import { randomText } from './key-format.ts';
import type { Sql } from './sql/database.ts';
import { toIso } from './time.ts';

/** Who did it, for the audit table: `cli:ada`, `admin`, `customer:KEY_ID`, `billing:EVENT_ID`, `first-start`. */
export type Actor = string;

/** Who makes a change, and when (Unix milliseconds). */
export interface Change {
  readonly actor: Actor;
  readonly now: number;
}

export interface AuditRecord {
  readonly actor: Actor;
  /** Such as `key.create`. */
  readonly action: string;
  /** Id of what was changed. */
  readonly subject: string;
  /** What changed; never a key. */
  readonly detail?: Readonly<Record<string, string | number | null>>;
}

export interface AuditView extends AuditRecord {
  /** ISO 8601. */
  readonly at: string;
}

let written = 0;

/**
 * Sorts by time, and within one millisecond by order of writing; the random suffix keeps two processes apart.
 */
function lineId(at: number): string {
  written = (written + 1) % 36 ** 4;
  const digits = (value: number, length: number) => value.toString(36).padStart(length, '0');
  return `${digits(at, 9)}-${digits(written, 4)}-${randomText(6)}`;
}

/** Writes one line. Call it in the transaction of the change, so that neither exists without the other. */
export async function recordAudit(sql: Sql, at: number, record: AuditRecord): Promise<void> {
  await sql.query('INSERT INTO audit (id, at, actor, action, subject, detail) VALUES ($1, $2, $3, $4, $5, $6)', [
    lineId(at),
    at,
    record.actor,
    record.action,
    record.subject,
    JSON.stringify(record.detail ?? {}),
  ]);
}

/** The newest lines first, at most `count`; of one subject when it is named. */
export async function listAudit(sql: Sql, count: number, subject?: string): Promise<readonly AuditView[]> {
  const rows = await sql.query<{ at: number; actor: string; action: string; subject: string; detail: string }>(
    `SELECT at, actor, action, subject, detail FROM audit
      WHERE $1 = '' OR subject = $1 ORDER BY at DESC, id DESC LIMIT $2`,
    [subject ?? '', count],
  );
  return rows.map((row) => ({ ...row, at: toIso(row.at), detail: JSON.parse(row.detail) }));
}
