import type { Database } from '../../../src/store/database.ts';

/** Tables, columns, defaults, indexes, constraints, triggers and functions of a database, one sorted line each. */
export async function listSchema(database: Database): Promise<readonly string[]> {
  const queries = database.dialect === 'sqlite' ? [SQLITE] : POSTGRES;
  const lines: string[] = [];
  for (const query of queries) {
    for (const { line } of await database.query<{ line: string }>(query)) lines.push(inOneLine(line));
  }
  const [{ schema } = { schema: '' }] =
    database.dialect === 'sqlite' ? [] : await database.query<{ schema: string }>('SELECT current_schema() AS schema');
  return lines.map((line) => (schema === '' ? line : line.replaceAll(`${schema}.`, ''))).sort();
}

/** SQLite keeps statements as they were written. */
const SQLITE = `SELECT type || ' ' || name || ': ' || coalesce(sql, 'automatic') AS line FROM sqlite_master`;

const POSTGRES = [
  `SELECT 'column ' || table_name || '.' || lpad(ordinal_position::text, 2, '0') || ' ' || column_name || ': ' || data_type ||
      CASE is_nullable WHEN 'NO' THEN ' NOT NULL' ELSE '' END || coalesce(' DEFAULT ' || column_default, '') ||
      coalesce(' GENERATED ' || generation_expression, '') AS line
    FROM information_schema.columns WHERE table_schema = current_schema()`,
  `SELECT 'index ' || indexname || ': ' || indexdef AS line FROM pg_indexes WHERE schemaname = current_schema()`,
  `SELECT 'constraint ' || conrelid::regclass || ' ' || conname || ': ' || pg_get_constraintdef(oid) AS line
    FROM pg_constraint WHERE connamespace = current_schema()::regnamespace AND conrelid <> 0`,
  `SELECT 'trigger ' || tgname || ': ' || pg_get_triggerdef(t.oid) AS line
    FROM pg_trigger t JOIN pg_class c ON c.oid = tgrelid
    WHERE relnamespace = current_schema()::regnamespace AND NOT tgisinternal`,
  `SELECT 'function ' || proname || ': ' || pg_get_functiondef(oid) AS line
    FROM pg_proc WHERE pronamespace = current_schema()::regnamespace`,
];

function inOneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll('( ', '(').trim();
}
