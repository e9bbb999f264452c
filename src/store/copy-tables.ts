import type { Sql, SqlRow, SqlValue } from './database.ts';

/** Every table with its primary key, each after those it refers to. The version of the schema is not copied. */
const TABLES = {
  plans: ['id'],
  customers: ['id'],
  subscriptions: ['id'],
  api_keys: ['id'],
  usage_days: ['key_id', 'day'],
  audit: ['id'],
  billing_events: ['id'],
  outbox: ['id'],
  operators: ['id'],
} as const;
type Table = keyof typeof TABLES;

const NAMES = Object.keys(TABLES) as Table[];

export type RowCounts = Readonly<Record<Table, number>>;

/** Rows of one statement: PostgreSQL takes 65,535 values, SQLite 32,766. */
const BATCH_ROWS = 200;

/** Copies all rows between two databases of one schema version; those of a fresh schema are replaced. */
export async function copyTables(from: Sql, to: Sql): Promise<void> {
  await to.query('DELETE FROM plans');
  for (const table of NAMES) await copyTable(from, to, table);
}

export async function rowCounts(sql: Sql): Promise<RowCounts> {
  const counts = {} as Record<Table, number>;
  for (const table of NAMES) {
    const [row] = await sql.query<{ rows: number }>(`SELECT count(*) AS rows FROM ${table}`);
    counts[table] = row?.rows ?? 0;
  }
  return counts;
}

/** In the order of the primary key, from the last row of the batch before. */
async function copyTable(from: Sql, to: Sql, table: Table): Promise<void> {
  const key = TABLES[table];
  const order = key.join(', ');
  let rows = await from.query(`SELECT * FROM ${table} ORDER BY ${order} LIMIT ${BATCH_ROWS}`);
  while (rows.length > 0) {
    await insert(to, table, rows);
    const last = rows.at(-1)!;
    const after = key.map((_, place) => `$${place + 1}`).join(', ');
    const values = key.map((column) => last[column] as SqlValue);
    rows = await from.query(
      `SELECT * FROM ${table} WHERE (${order}) > (${after}) ORDER BY ${order} LIMIT ${BATCH_ROWS}`,
      values,
    );
  }
}

async function insert(to: Sql, table: Table, rows: readonly SqlRow[]): Promise<void> {
  const columns = Object.keys(rows[0]!);
  const tuples = rows.map(
    (_, row) => `(${columns.map((_, column) => `$${row * columns.length + column + 1}`).join(', ')})`,
  );
  const values = rows.flatMap((row) => columns.map((column) => row[column] as SqlValue));
  await to.query(`INSERT INTO ${table} (${columns.join(', ')}) VALUES ${tuples.join(', ')}`, values);
}
