import { ServiceError } from '../errors.ts';
import type { Database } from '../store/database.ts';
import { LEASE_SECONDS } from './chunk-queue.ts';

/**
 * Drops the schema beside the service's own in which 2.0.0 has its queue on PostgreSQL; all chunks in it are in `job_chunks`
 * too. Returns its name, or undefined where there is none. Rejects with `conflict` while a replica of 2.0.0 works on a chunk;
 * one that does not cannot be seen, and would verify nothing any more.
 */
export async function dropOldQueue(database: Database): Promise<string | undefined> {
  if (database.dialect === 'sqlite') return undefined;
  const [found] = await database.query<{ name: string }>(
    `SELECT nspname AS name FROM pg_namespace
      WHERE nspname = CASE current_schema() WHEN 'public' THEN 'claim_verifier_queue' ELSE current_schema() || '_queue' END`,
  );
  if (found === undefined) return undefined;
  const schema = `"${found.name}"`;
  await database.transaction(async (sql) => {
    const [leased] = await sql.query(
      `SELECT 1 AS one FROM ${schema}.job WHERE state = 'active' AND started_on > now() - interval '${LEASE_SECONDS} seconds' LIMIT 1`,
    );
    if (leased !== undefined) {
      throw new ServiceError(
        'conflict',
        'Expected no replica of 2.0.0, got one that verifies rows of a job: stop those of 2.0.0 first, and wait 20 seconds.',
      );
    }
    await sql.query(`DROP SCHEMA ${schema} CASCADE`);
  });
  return found.name;
}
