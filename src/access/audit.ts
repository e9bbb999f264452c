import type { RecordBody } from '../contract/records.ts';
import { type Database, onReserve, type Sql } from '../store/database.ts';
import { auditGuard } from '../store/schema.ts';
import { randomText } from './key-format.ts';
import { type Page, type PageQuery, readPage, withIsoTimes } from './rows.ts';

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

export type AuditView = RecordBody<'AuditList'>['lines'][number];

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

export interface AuditQuery extends PageQuery {
  readonly subject?: string | undefined;
}

export function listAudit(sql: Sql, { subject = '', ...page }: AuditQuery): Promise<Page<AuditView>> {
  const list = {
    columns: 'audit.*',
    from: "audit WHERE ($1 = '' OR subject = $1)",
    parameters: [subject],
    ...({ table: 'audit', time: 'at', first: 'newest' } as const),
  };
  return readPage(sql, list, page, (row: AuditRow) => ({
    ...withIsoTimes(row),
    detail: withIsoTimes(JSON.parse(row.detail)),
  }));
}

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
