import { invalidField, ServiceError } from '../contract/errors.ts';
import type { Sql, SqlRow, SqlValue } from '../store/database.ts';
import { looksLikeId } from './checks.ts';

export interface Position {
  /** Unix milliseconds. */
  readonly time: number;
  readonly id: string;
}

/** Before the first row of a list with the newest, or the oldest, first. */
export const BEFORE_NEWEST: Position = { time: Number.MAX_SAFE_INTEGER, id: '' };
export const BEFORE_OLDEST: Position = { time: -1, id: '' };

/** The cursor that `readCursor` reads: opaque to callers. `at`: ISO 8601. */
export function cursorOf(at: string, id: string): string {
  return Buffer.from(`${Date.parse(at)} ${id}`).toString('base64url');
}

/** Throws `invalid_request` for text that is no cursor. */
export function readCursor(text: string): Position {
  const [, time, id] = /^(\d{1,16}) ([\w-]{1,64})$/.exec(Buffer.from(text, 'base64url').toString()) ?? [];
  if (time === undefined || id === undefined) {
    throw invalidField('cursor', 'The cursor is not valid. Use the value of next in an earlier response.');
  }
  return { time: Number(time), id };
}

/** The row with that id. Throws `not_found` when there is none. */
export async function requireRow<Row extends SqlRow>(
  sql: Sql,
  table: 'customers' | 'operators' | 'plans' | 'subscriptions',
  id: string,
): Promise<Row> {
  const [row] = looksLikeId(id) ? await sql.query<Row>(`SELECT * FROM ${table} WHERE id = $1`, [id]) : [];
  if (!row) throw new ServiceError('not_found', `No ${table.slice(0, -1)} has the id "${id}".`);
  return row;
}

/** Unix milliseconds -> ISO 8601 in UTC. */
export function toIso(time: number): string {
  return new Date(time).toISOString();
}

export function toIsoOrNull(time: number | null): string | null {
  return time === null ? null : toIso(time);
}

/** The UTC day a moment lies in, as `2030-01-31`. */
export function dayOf(time: number): string {
  return toIso(time).slice(0, 10);
}

export async function countRows(sql: Sql, from: string, parameters: readonly SqlValue[]): Promise<number> {
  const [row] = await sql.query<{ total: number }>(`SELECT count(*) AS total FROM ${from}`, parameters);
  return row?.total ?? 0;
}
