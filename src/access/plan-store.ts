import { invalidField } from '../contract/errors.ts';
import type { RecordBody } from '../contract/records.ts';
import type { Database, Sql } from '../store/database.ts';
import { type Actor, type Change, recordAudit } from './audit.ts';
import { checkCount, checkName, looksLikeId } from './checks.ts';

export type PlanView = RecordBody<'Plan'>;

type PlanRow = { id: string; name: string; limit: number | null; window_seconds: number };
const SELECT_PLANS = 'SELECT id, name, request_limit AS "limit", window_seconds FROM plans';

/** The plan of the one person who runs the service on their own machine: parallel requests never reach its limit. */
export const LOCAL_PLAN = { id: 'local', name: 'Local', limit: 6_000, window_seconds: 60 } as const;

export async function insertLocalPlan(sql: Sql, { actor, now }: Change): Promise<void> {
  const { id, name, limit, window_seconds } = LOCAL_PLAN;
  const inserted = await sql.query(
    `INSERT INTO plans (id, name, request_limit, window_seconds, created_at) VALUES ($1, $2, $3, $4, $5)
      ON CONFLICT (id) DO NOTHING RETURNING id`,
    [id, name, limit, window_seconds, now],
  );
  if (inserted.length === 0) return;
  const detail = { name, limit, window_seconds };
  await recordAudit(sql, now, { actor, action: 'plan.put', subject: id, detail });
}

export class PlanStore {
  readonly #database: Database;
  readonly #now: () => number;

  constructor(database: Database, now: () => number) {
    this.#database = database;
    this.#now = now;
  }

  list(): Promise<readonly PlanView[]> {
    return this.#database.query<PlanRow>(`${SELECT_PLANS} ORDER BY id`);
  }

  /** Creates the plan, or changes it for all its subscriptions. Throws `invalid_request`. */
  async put(plan: PlanView, actor: Actor): Promise<PlanView> {
    if (!looksLikeId(plan.id)) {
      throw invalidField('id', 'Expected id to be 1 to 64 letters, digits, hyphens or underscores.');
    }
    const now = this.#now();
    const name = checkName('name', plan.name);
    const limit = plan.limit === null ? null : checkCount('limit', plan.limit);
    const window_seconds = checkCount('window_seconds', plan.window_seconds);
    await this.#database.transaction(async (sql) => {
      const [before] = await sql.query<PlanRow>(`${SELECT_PLANS} WHERE id = $1`, [plan.id]);
      await sql.query(
        `INSERT INTO plans (id, name, request_limit, window_seconds, created_at) VALUES ($1, $2, $3, $4, $5)
          ON CONFLICT (id) DO UPDATE SET name = excluded.name, request_limit = excluded.request_limit,
            window_seconds = excluded.window_seconds`,
        [plan.id, name, limit, window_seconds, now],
      );
      const from = before === undefined ? {} : { limit_from: before.limit, window_seconds_from: before.window_seconds };
      const detail = { name, ...from, limit, window_seconds };
      await recordAudit(sql, now, { actor, action: 'plan.put', subject: plan.id, detail });
    });
    return { id: plan.id, name, limit, window_seconds };
  }
}
