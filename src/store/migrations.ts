import { ServiceError } from '../contract/errors.ts';
import type { Database, Sql } from './database.ts';
import { schemaStatements } from './schema.ts';

type Dialect = Database['dialect'];

/** The schema version of 3.0.0, the oldest that this release reads. */
const FIRST_VERSION = 7;

/** One entry per schema version, beginning with the first, never edited once released: a later change is a new entry. */
const MIGRATIONS: readonly ((dialect: Dialect) => readonly string[])[] = [schemaStatements];

export const SCHEMA_VERSION = FIRST_VERSION + MIGRATIONS.length - 1;

/** The newest version in the database; 0 in one without a version yet. */
export async function schemaVersion(sql: Sql): Promise<number> {
  const [row] = await sql.query<{ version: number }>('SELECT coalesce(max(version), 0) AS version FROM schema_version');
  return Number(row?.version ?? 0);
}

/** Throws `invalid_configuration` for a schema version that this release cannot read. */
export function assertReadable(version: number, of: 'key database' | 'backup'): void {
  if (version >= FIRST_VERSION && version <= SCHEMA_VERSION) return;
  const older = of === 'backup' ? 'restore it with 3.0.0 first' : 'start 3.0.0 on it first';
  const [bound, advice] =
    version < FIRST_VERSION
      ? [`${FIRST_VERSION} or newer`, `${older}, then run this release`]
      : [`${SCHEMA_VERSION} or older`, 'run the newer release'];
  const expected = `Expected a ${of} of schema version ${bound}, got version ${version}`;
  throw new ServiceError('invalid_configuration', `${expected}: ${advice}.`);
}

/** Throws `invalid_configuration` unless the schema is the one that this release writes. Changes nothing. */
export async function assertCurrentSchema(sql: Sql): Promise<void> {
  const found = await schemaVersion(sql);
  assertReadable(found, 'key database');
  if (found === SCHEMA_VERSION) return;
  throw new ServiceError(
    'invalid_configuration',
    `The key database has schema version ${found}, and this release needs ${SCHEMA_VERSION}: commands do not upgrade it. Start this release once, or run: claim-verifier init.`,
  );
}

/** Brings the schema to `target` in an exclusive transaction. Rejects with `invalid_configuration`. */
export async function migrate(sql: Sql, dialect: Dialect, target = SCHEMA_VERSION): Promise<void> {
  await sql.query('CREATE TABLE IF NOT EXISTS schema_version (version BIGINT PRIMARY KEY)');
  const found = await schemaVersion(sql);
  if (found > 0) assertReadable(found, 'key database');
  for (const [index, statements] of MIGRATIONS.entries()) {
    const version = FIRST_VERSION + index;
    if (version <= found || version > target) continue;
    for (const statement of statements(dialect)) await sql.query(statement);
    await sql.query('INSERT INTO schema_version (version) VALUES ($1)', [version]);
  }
}
