import { type Change, recordAudit } from './audit.ts';
import { checkEmail, checkName } from './checks.ts';
import { randomText } from './key-format.ts';
import type { Sql } from './sql/types.ts';

export interface NewCustomer {
  readonly name: string;
  readonly email?: string | undefined;
  /** A random one when absent. */
  readonly id?: string;
}

/** The new customer's id; `undefined` when the id asked for is taken. Throws `invalid_request`. */
export async function insertCustomer(sql: Sql, input: NewCustomer, change: Change): Promise<string | undefined> {
  const name = checkName('name', input.name);
  const email = input.email === undefined ? null : checkEmail('email', input.email);
  const [row] = await sql.query<{ id: string }>(
    `INSERT INTO customers (id, name, email, created_at) VALUES ($1, $2, $3, $4)
      ON CONFLICT (id) DO NOTHING RETURNING id`,
    [input.id ?? `cus_${randomText(14)}`, name, email, change.now],
  );
  if (!row) return undefined;
  await recordAudit(sql, change.now, { actor: change.actor, action: 'customer.create', subject: row.id });
  return row.id;
}
