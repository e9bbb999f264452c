import type { RecordView } from '../contract/records.ts';
import { type Database, onReserve, type Sql } from '../store/database.ts';
import { auditGuard } from '../store/schema.ts';
import { randomText } from './key-format.ts';
import { BEFORE_NEWEST, countRows, type Position, toIso } from './rows.ts';

/** Who did it, for the audit table: `cli:ada`, `admin`, `customer:KEY_ID`, `first-start`. */
export type Actor = string;

/** Who makes a change, and when (Unix milliseconds). */
export interface Change {
  readonly actor: Actor;
  readonly now: number;
}

export interface AuditRecord {
  readonly actor: Actor;
  readonly action: string;
  /** Id of what was changed. */
  readonly subject: string;
  /** The change; never a key. */
  readonly detail?: Readonly<Record<string, string | number | null>>;
}

export type AuditView = RecordView<'AuditList'>['lines'][number];

let written = 0;

/** Sorts by time, then by order of writing; the random suffix differs between processes. */
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

export type AuditRow = { id: string; at: number; actor: string; action: string; subject: string; detail: string };

export async function listAudit(
  sql: Sql,
  query: { readonly count: number; readonly subject?: string | undefined; readonly after?: Position | undefined },
): Promise<readonly AuditView[]> {
  const { count, subject = '', after = BEFORE_NEWEST } = query;
  const rows = await sql.query<AuditRow>(
    `SELECT * FROM audit WHERE ($1 = '' OR subject = $1) AND (at < $2 OR (at = $2 AND id < $3))
      ORDER BY at DESC, id DESC LIMIT $4`,
    [subject, after.time, after.id, count],
  );
  return rows.map(viewAudit);
}

export function countAudit(sql: Sql, subject = ''): Promise<number> {
  return countRows(sql, "audit WHERE $1 = '' OR subject = $1", [subject]);
}

export function viewAudit({ id, at, actor, action, subject, detail }: AuditRow): AuditView {
  return { id, at: toIso(at), actor, action, subject, detail: withIsoTimes(JSON.parse(detail)) };
}

/** Times in details are stored as Unix milliseconds and shown as everywhere else. */
function withIsoTimes(detail: NonNullable<AuditRecord['detail']>): NonNullable<AuditRecord['detail']> {
  const shown = Object.entries(detail).map(([name, value]) =>
    TIMES.has(name) && typeof value === 'number' ? [name, toIso(value)] : [name, value],
  );
  return Object.fromEntries(shown);
}

const TIMES: ReadonlySet<string> = new Set(['works_until', 'expires_at', 'period_end']);

/** Runs `work` in a transaction in which alone lines of the audit may be changed and deleted. */
export async function withOpenAudit<T>(database: Database, work: (sql: Sql) => Promise<T>): Promise<T> {
  const { open, close } = auditGuard(database.dialect);
  return onReserve(database, async (sql) => {
    for (const statement of open) await sql.query(statement);
    const result = await work(sql);
    for (const statement of close) await sql.query(statement);
    return result;
  });
}
