import { ServiceError } from '../errors.ts';
import type { Sql, SqlRow } from '../store/database.ts';
import { looksLikeId } from './checks.ts';

/** The row with that id. Throws `not_found` when there is none. */
export async function requireRow<Row extends SqlRow>(
  sql: Sql,
  table: 'customers' | 'operators' | 'plans' | 'subscriptions',
  id: string,
): Promise<Row> {
  const [row] = looksLikeId(id) ? await sql.query<Row>(`SELECT * FROM ${table} WHERE id = $1`, [id]) : [];
  if (!row)
    throw new ServiceError('not_found', `Expected the id of one of the ${table}, got "${id}": none has this id.`);
  return row;
}
