import type { RecordBody, SubscriptionStatus } from '../contract/records.ts';
import type { Database, Sql } from '../store/database.ts';
import { type Actor, type Change, recordAudit } from './audit.ts';
import { checkEmail, checkName } from './checks.ts';
import { randomText } from './key-format.ts';
import { effectiveStatus } from './key-row.ts';
import { dayOf, type Page, type PageQuery, readPage, requireRow, toIsoOrNull, withIsoTimes } from './rows.ts';

export interface NewCustomer {
  readonly name: string;
  readonly email?: string | undefined;
}

export type CustomerView = RecordBody<'Customer'>;

export interface CustomerSearch extends PageQuery {
  /** Part of a name or an address, in any letter case, or a whole id of a customer, subscription or key. */
  readonly search?: string | undefined;
  /** Only customers with a subscription that has this status now. */
  readonly status?: SubscriptionStatus | undefined;
}

type CustomerRow = { id: string; name: string; email: string | null; created_at: number };
/** A row of a list of customers; a few seconds late. */
type ListedCustomer = RecordBody<'CustomerList'>['customers'][number];

/** The new customer's id. Throws `invalid_request`. */
export async function insertCustomer(sql: Sql, input: NewCustomer, change: Change): Promise<string> {
  // A random id is never taken.
  return (await insertCustomerUnlessTaken(sql, { ...input, id: `cus_${randomText(14)}` }, change))!;
}

/** The id; `undefined` when it is taken. Throws `invalid_request`. */
export async function insertCustomerUnlessTaken(
  sql: Sql,
  input: NewCustomer & { readonly id: string },
  change: Change,
): Promise<string | undefined> {
  const name = checkName('name', input.name);
  const email = input.email === undefined ? null : checkEmail('email', input.email);
  const [row] = await sql.query<{ id: string }>(
    `INSERT INTO customers (id, name, email, created_at) VALUES ($1, $2, $3, $4)
      ON CONFLICT (id) DO NOTHING RETURNING id`,
    [input.id, name, email, change.now],
  );
  if (!row) return undefined;
  await recordAudit(sql, change.now, { actor: change.actor, action: 'customer.create', subject: row.id });
  return row.id;
}

export class CustomerStore {
  readonly #database: Database;
  readonly #now: () => number;

  constructor(database: Database, now: () => number) {
    this.#database = database;
    this.#now = now;
  }

  /** Throws `invalid_request`. */
  async create(input: NewCustomer, actor: Actor): Promise<CustomerView> {
    return this.#database.transaction(async (sql) => {
      const id = await insertCustomer(sql, input, { actor, now: this.#now() });
      return withIsoTimes(await requireRow<CustomerRow>(sql, 'customers', id));
    });
  }

  /** Throws `not_found`. */
  async show(id: string): Promise<CustomerView> {
    return withIsoTimes(await requireRow<CustomerRow>(this.#database, 'customers', id));
  }

  /** Absent fields stay as they are. Throws `not_found`, `invalid_request`. */
  async update(id: string, input: { name?: string; email?: string }, actor: Actor): Promise<CustomerView> {
    const now = this.#now();
    return this.#database.transaction(async (sql) => {
      const before = await requireRow<CustomerRow>(sql, 'customers', id);
      const name = input.name === undefined ? before.name : checkName('name', input.name);
      const email = input.email === undefined ? before.email : checkEmail('email', input.email);
      await sql.query('UPDATE customers SET name = $2, email = $3 WHERE id = $1', [id, name, email]);
      // Which fields, but not their values: audit lines stay when a person's data are deleted.
      const changed = [...(name === before.name ? [] : ['name']), ...(email === before.email ? [] : ['email'])];
      const detail = { changed: changed.join(', ') };
      await recordAudit(sql, now, { actor, action: 'customer.update', subject: id, detail });
      return withIsoTimes({ ...before, name, email });
    });
  }

  /** The newest first. */
  async search({ search = '', status, ...page }: CustomerSearch): Promise<Page<ListedCustomer>> {
    const [text, now] = [searchable(search), this.#now()];
    const part = `%${text.toLowerCase().replace(/[!%_]/g, '!$&')}%`;
    const list = {
      columns: 'c.*',
      from: `customers c WHERE ${FOUND}`,
      parameters: [text, part, status ?? '', now],
      ...({ table: 'c', time: 'created_at', first: 'newest' } as const),
    };
    const found = await readPage(this.#database, list, page, (row: CustomerRow) => row);
    return { ...found, rows: await withOverviews(this.#database, found.rows, now) };
  }
}

/** $1 the text, $2 the same for LIKE, $3 a status, $4 now. */
const FOUND = `($1 = '' OR lower(name) LIKE $2 ESCAPE '!' OR lower(email) LIKE $2 ESCAPE '!' OR id = $1
    OR EXISTS (SELECT 1 FROM subscriptions s LEFT JOIN api_keys k ON k.subscription_id = s.id
      WHERE s.customer_id = c.id AND (s.id = $1 OR s.external_ref = $1 OR k.id = $1)))
  AND ($3 = '' OR EXISTS (SELECT 1 FROM subscriptions s WHERE s.customer_id = c.id AND $3 = CASE
    WHEN s.status IN ('active', 'trialing') AND s.period_end <= $4 THEN 'expired' ELSE s.status END))`;

/** PostgreSQL refuses NUL, which no stored text contains. */
function searchable(text: string): string {
  return text.trim().replaceAll('\0', '\ufffd');
}

const DAY_MS = 86_400_000;
const DAYS = 30;

type Sums = { customer_id: string; working: number; last_used_at: number | null };
type Usage = { customer_id: string; requests: number; refused: number };

/** `now`: Unix milliseconds. */
async function withOverviews(sql: Sql, customers: readonly CustomerRow[], now: number): Promise<ListedCustomer[]> {
  if (customers.length === 0) return [];
  const ids = customers.map(({ id }) => id);
  const placesFrom = (first: number) => ids.map((_, i) => `$${i + first}`).join(', ');
  const [subscriptions, keys, usage] = await Promise.all([
    sql.query<{ customer_id: string; status: SubscriptionStatus; period_end: number | null }>(
      `SELECT customer_id, status, period_end FROM subscriptions
        WHERE customer_id IN (${placesFrom(1)}) ORDER BY created_at DESC, id`,
      ids,
    ),
    sql.query<Sums>(
      `SELECT s.customer_id, MAX(k.last_used_at) AS last_used_at,
          COUNT(CASE WHEN k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > $1) THEN 1 END) AS working
        FROM api_keys k JOIN subscriptions s ON s.id = k.subscription_id
        WHERE s.customer_id IN (${placesFrom(2)}) GROUP BY s.customer_id`,
      [now, ...ids],
    ),
    sql.query<Usage>(
      `SELECT s.customer_id, CAST(SUM(u.requests) AS BIGINT) AS requests, CAST(SUM(u.refused) AS BIGINT) AS refused
        FROM usage_days u JOIN api_keys k ON k.id = u.key_id JOIN subscriptions s ON s.id = k.subscription_id
        WHERE u.day > $1 AND s.customer_id IN (${placesFrom(2)}) GROUP BY s.customer_id`,
      [dayOf(now - DAYS * DAY_MS), ...ids],
    ),
  ]);
  return customers.map((customer) => {
    const isOwn = ({ customer_id }: { readonly customer_id: string }) => customer_id === customer.id;
    const sums = keys.find(isOwn);
    const used = usage.find(isOwn);
    return {
      ...withIsoTimes(customer),
      statuses: [...new Set(subscriptions.filter(isOwn).map((row) => effectiveStatus(row, now)))],
      working_keys: sums?.working ?? 0,
      last_used_at: toIsoOrNull(sums?.last_used_at ?? null),
      requests: used?.requests ?? 0,
      refused: used?.refused ?? 0,
    };
  });
}
