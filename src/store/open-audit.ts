import type { Database, Sql } from './database.ts';
import { auditGuard } from './migrations.ts';

/**
 * Runs `work` in a transaction in which lines of the audit may be changed and deleted: for what the law or a setting
 * wants gone. Nobody else can change a line meanwhile, and afterwards nobody can again.
 */
export async function withOpenAudit<T>(database: Database, work: (sql: Sql) => Promise<T>): Promise<T> {
  const { open, close } = auditGuard(database.dialect);
  return database.transaction(
    async (sql) => {
      for (const statement of open) await sql.query(statement);
      const result = await work(sql);
      for (const statement of close) await sql.query(statement);
      return result;
    },
    { usesReserve: true },
  );
}
