import { setImmediate as nextTurn } from 'node:timers/promises';
import type { RecordBody } from '../contract/records.ts';
import { type Database, onReserve, type SharedStore, type Sql, type SqlValue } from '../store/database.ts';
import { type AuditRow, type Change, recordAudit, withOpenAudit } from './audit.ts';
import { requireRow } from './rows.ts';

export type DeletedCustomer = RecordBody<'DeletedCustomer'>;

const OF_CUSTOMER = 'SELECT id FROM subscriptions WHERE customer_id = $1';
const KEYS_OF_CUSTOMER = `SELECT id FROM api_keys WHERE subscription_id IN (${OF_CUSTOMER})`;
const JOBS_OF_CUSTOMER = `SELECT id FROM jobs WHERE key_id IN (${KEYS_OF_CUSTOMER})`;
const ABOUT_CUSTOMER = `subject = $1 OR subject IN (${OF_CUSTOMER}) OR subject IN (${KEYS_OF_CUSTOMER})`;

/**
 * Deletes a customer with subscriptions, keys, usage, e-mails and jobs, all or nothing but for the jobs, which go first; the
 * keys stop working. The audit keeps what was done and when, by ids, without the names in it. Throws `not_found`.
 */
export async function deleteCustomer(database: Database, id: string, { actor, now }: Change): Promise<DeletedCustomer> {
  await requireRow(database, 'customers', id);
  // First, so that no rows are added any more to a file that is just arriving.
  await onReserve(database, (sql) => markJobsDeleted(sql, `key_id IN (${KEYS_OF_CUSTOMER})`, [id, now]));
  // Millions of rows are too many for one transaction; those of a job that is sent meanwhile are few.
  await deleteChunks(database, JOBS_OF_CUSTOMER, id);
  return withOpenAudit(database, async (sql) => {
    await requireRow(sql, 'customers', id);
    if (database.shared) await lockCustomer(sql, id, database.shared);
    for (const line of await sql.query<AuditRow>(`SELECT * FROM audit WHERE ${ABOUT_CUSTOMER} ORDER BY at, id`, [id]))
      await eraseName(sql, line);
    const usage_days = await deleted(sql, `DELETE FROM usage_days WHERE key_id IN (${KEYS_OF_CUSTOMER})`, id);
    const emails = await deleted(sql, `DELETE FROM outbox WHERE subscription_id IN (${OF_CUSTOMER})`, id);
    await sql.query(`DELETE FROM job_chunks WHERE job_id IN (${JOBS_OF_CUSTOMER})`, [id]);
    const jobs = await deleted(sql, `DELETE FROM jobs WHERE key_id IN (${KEYS_OF_CUSTOMER})`, id);
    const keys = await deleted(sql, `DELETE FROM api_keys WHERE subscription_id IN (${OF_CUSTOMER})`, id);
    const subscriptions = await deleted(sql, 'DELETE FROM subscriptions WHERE customer_id = $1', id);
    await sql.query('DELETE FROM job_bytes_read WHERE client = $1', [id]);
    await sql.query('DELETE FROM customers WHERE id = $1', [id]);
    const detail = { subscriptions, keys, usage_days, emails, jobs };
    await recordAudit(sql, now, { actor, action: 'customer.delete', subject: id, detail });
    return { id, ...detail };
  });
}

/**
 * Waits for what others insert for the customer at this moment, which is then deleted too; from now on their inserts wait,
 * and fail. Keys in the order in which usage is written: in any other the two could deadlock.
 */
async function lockCustomer(sql: Sql, id: string, { lock }: SharedStore): Promise<void> {
  await sql.query(`SELECT id FROM customers WHERE id = $1 ${lock}`, [id]);
  await sql.query(`${OF_CUSTOMER} ORDER BY id ${lock}`, [id]);
  await sql.query(`${KEYS_OF_CUSTOMER} ORDER BY id ${lock}`, [id]);
}

/** Names of keys are free text, and often those of people. */
async function eraseName(sql: Sql, { id, detail }: AuditRow): Promise<void> {
  const { name, ...rest } = JSON.parse(detail) as Record<string, SqlValue>;
  if (name === undefined) return;
  await sql.query('UPDATE audit SET detail = $2 WHERE id = $1', [id, JSON.stringify(rest)]);
}

async function deleted(sql: Sql, statement: string, id: string): Promise<number> {
  return (await sql.query(`${statement} RETURNING 1 AS one`, [id])).length;
}

/** Chunks deleted by one statement: some megabytes of texts. */
const CHUNKS_AT_A_TIME = 20;

/**
 * Makes jobs gone for everyone, and returns their ids. Their chunks and the names of their columns stay, for they are many
 * bytes, which are overwritten when they are deleted: on a full disk there is no room for that in this transaction.
 * `where`: a condition by `$1`; the second parameter is the time. The request of a deleted job is free: its repetition submits another. What stays for a day, for
 * the allowance of their clients, is how many rows they had; a file that broke off had none.
 */
export async function markJobsDeleted(
  sql: Sql,
  where: string,
  parameters: readonly SqlValue[],
): Promise<readonly string[]> {
  const deleted = await sql.query<{ id: string }>(
    `UPDATE jobs SET deleted_at = $2, request_id = NULL, name = NULL, columns = '[]',
        rows = CASE WHEN status = 'receiving' THEN 0 ELSE rows END,
        status = CASE WHEN status = 'completed' THEN status ELSE 'canceled' END
      WHERE ${where} AND deleted_at IS NULL RETURNING id`,
    parameters,
  );
  return deleted.map(({ id }) => id);
}

/** Deletes the texts of jobs, bit by bit, so that others can write meanwhile. `jobs`: a query of their ids by `$1`. */
async function deleteChunks(database: Database, jobs: string, parameter: string): Promise<void> {
  let deleted: readonly unknown[];
  do {
    deleted = await onReserve(database, (sql) =>
      sql.query(
        `DELETE FROM job_chunks WHERE (job_id, chunk) IN (
            SELECT job_id, chunk FROM job_chunks WHERE job_id IN (${jobs}) LIMIT ${CHUNKS_AT_A_TIME})
          RETURNING 1 AS one`,
        [parameter],
      ),
    );
    await nextTurn();
  } while (deleted.length > 0);
}
