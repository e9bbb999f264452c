import { invalidField, ServiceError } from '../contract/errors.ts';
import type { Sql, SqlRow, SqlValue } from '../store/database.ts';
import { looksLikeId } from './checks.ts';

/** A place in a list. */
export interface Position {
  /** Unix milliseconds. */
  readonly time: number;
  readonly id: string;
}

export interface PageQuery {
  /** All by default. */
  readonly count?: number | undefined;
  readonly skip?: number | undefined;
  /** The place after which the page begins. */
  readonly cursor?: Position | undefined;
}

export interface Page<Row> {
  readonly rows: readonly Row[];
  /** Number of rows in the whole list. */
  readonly total: number;
  /** The text of the cursor of the next page, which may be empty; null on the last page. */
  readonly next: string | null;
}

/** A list that is sorted by a column of times and the id of a table. */
interface List {
  readonly columns: string;
  /** Tables, and a WHERE with these parameters. */
  readonly from: string;
  readonly parameters: readonly SqlValue[];
  readonly table: string;
  readonly time: 'created_at' | 'at';
  readonly first: 'newest' | 'oldest';
}

export async function readPage<Row extends SqlRow & { readonly id: string }, View>(
  sql: Sql,
  { columns, from, parameters, table, time, first }: List,
  { count = Number.MAX_SAFE_INTEGER, skip = 0, cursor }: PageQuery,
  view: (row: Row) => View,
): Promise<Page<View>> {
  const [isAfter, order, edge] =
    first === 'newest' ? (['<', 'DESC', Number.MAX_SAFE_INTEGER] as const) : (['>', 'ASC', -1] as const);
  const start = cursor ?? { time: edge, id: '' };
  const [atTime, atId, limit, offset] = [1, 2, 3, 4].map((place) => `$${parameters.length + place}`);
  const rows = await sql.query<Row>(
    `SELECT ${columns} FROM ${from} AND (${table}.${time}, ${table}.id) ${isAfter} (${atTime}, ${atId})
      ORDER BY ${table}.${time} ${order}, ${table}.id ${order} LIMIT ${limit} OFFSET ${offset}`,
    [...parameters, start.time, start.id, count, skip],
  );
  const [counted] = await sql.query<{ total: number }>(`SELECT count(*) AS total FROM ${from}`, parameters);
  const last = rows.length < count ? undefined : rows.at(-1);
  const next = last === undefined ? null : Buffer.from(`${last[time]} ${last.id}`).toString('base64url');
  return { rows: rows.map(view), total: counted!.total, next };
}

/** Reads what `next` of a page was. Throws `invalid_request` for text that is no cursor. */
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

/** Names of columns, and of the details of audit lines, with times. */
type TimeName = 'at' | `${string}_at` | 'period_end' | 'works_until';
const TIME_NAME = /^(?:(?:\w+_)?at|period_end|works_until)$/;

/** A row as bodies have it: its times are ISO 8601. */
type WithIsoTimes<Row> = {
  readonly [Name in keyof Row]: Name extends TimeName ? string | Extract<Row[Name], null> : Row[Name];
};

export function withIsoTimes<Row extends Readonly<Record<string, unknown>>>(row: Row): WithIsoTimes<Row> {
  const shown = Object.entries(row).map(([name, value]) =>
    TIME_NAME.test(name) && typeof value === 'number' ? [name, toIso(value)] : [name, value],
  );
  return Object.fromEntries(shown) as WithIsoTimes<Row>;
}
