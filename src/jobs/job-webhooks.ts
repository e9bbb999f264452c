import type { Database } from '../access/sql/database.ts';

/** For how long a delivery is one replica's. */
const LEASE_MS = 60_000;

/** What is told of a finished job: no texts. */
export interface DueWebhook {
  readonly jobId: string;
  readonly url: string;
  readonly name: string | null;
  readonly status: 'completed' | 'canceled';
  readonly rows: number;
  /** Error rows by code. */
  readonly errors: Readonly<Record<string, number>>;
  /** ISO 8601. */
  readonly finishedAt: string;
  /** Attempts before this one. */
  readonly attempts: number;
}

export type WebhookOutcome =
  | { readonly delivered: true }
  /** `nextAt`: Unix milliseconds; undefined when it is given up. */
  | { readonly delivered: false; readonly error: string; readonly nextAt: number | undefined };

type Row = {
  id: string;
  webhook_url: string;
  name: string | null;
  status: 'completed' | 'canceled';
  rows: number;
  row_errors: string;
  finished_at: number;
  webhook_attempts: number;
};

/** The webhooks of finished jobs that are to be delivered, by any replica. */
export class JobWebhooks {
  readonly #database: Database;
  readonly #now: () => number;

  constructor(database: Database, now: () => number) {
    this.#database = database;
    this.#now = now;
  }

  /** The next webhook that is due, the caller's for a minute: it must `end` it by then. Undefined when none is due. */
  async take(): Promise<DueWebhook | undefined> {
    const now = this.#now();
    const [row] = await this.#database.transaction((sql) =>
      sql.query<Row>(
        `UPDATE jobs SET webhook_next_at = $2, webhook_attempts = webhook_attempts + 1
          WHERE webhook_next_at <= $1 AND id = (
            SELECT id FROM jobs WHERE webhook_next_at <= $1 ORDER BY webhook_next_at LIMIT 1)
          RETURNING *`,
        [now, now + LEASE_MS],
      ),
    );
    if (row === undefined) return undefined;
    return {
      jobId: row.id,
      url: row.webhook_url,
      name: row.name,
      status: row.status,
      rows: row.rows,
      errors: JSON.parse(row.row_errors) as Record<string, number>,
      finishedAt: new Date(row.finished_at).toISOString(),
      attempts: row.webhook_attempts - 1,
    };
  }

  async end(jobId: string, outcome: WebhookOutcome): Promise<void> {
    const [doneAt, error, nextAt] = outcome.delivered
      ? [this.#now(), null, null]
      : [null, outcome.error, outcome.nextAt ?? null];
    await this.#database.transaction((sql) =>
      sql.query(
        `UPDATE jobs SET webhook_done_at = $2, webhook_error = $3, webhook_next_at = $4
          WHERE id = $1 AND deleted_at IS NULL`,
        [jobId, doneAt, error, nextAt],
      ),
    );
  }
}
