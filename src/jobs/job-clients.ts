import { type Actor, BEFORE_NEWEST, deleteJobsOfCustomer, type Position } from '../access/index.ts';
import { JOB_STATUSES, type JobStatus } from '../contract/job.ts';
import type { RecordView } from '../contract/records.ts';
import type { SqlRow } from '../store/database.ts';
import type { DeletionContext } from './chunk-removal.ts';

/** Jobs that one transaction deletes: a megabyte of the disk where names are the longest. */
const AT_A_TIME = 200;

/** The sums over the jobs of a client, without the deleted ones. */
export type JobClientView = RecordView<'JobClientList'>['clients'][number];

export interface JobClientQuery {
  readonly count: number;
  /** Clients after this one; its `time` is their stored bytes. */
  readonly after?: Position | undefined;
}

type ClientRow = SqlRow & {
  id: string;
  name: string;
  jobs: number;
  rows_waiting: number;
  bytes: number;
  oldest_at: number;
} & { [status in JobStatus]: number };

const STATUS_SUMS = JOB_STATUSES.map((status) => `CAST(sum(${status}) AS BIGINT) AS ${status}`).join(', ');
const STATUS_COUNTS = JOB_STATUSES.map((status) => `count(CASE WHEN status = '${status}' THEN 1 END) AS ${status}`);

/** Jobs are summed by key first, of which there are few. The expression keeps SQLite from the index of keys, with which it would read the table in no order. */
const KEY = "key_id || ''";

const SUMS = `SELECT ${clientOfJob('of_key')} AS client, CAST(sum(jobs) AS BIGINT) AS jobs, CAST(sum(bytes) AS BIGINT) AS bytes,
    CAST(sum(rows_waiting) AS BIGINT) AS rows_waiting, min(oldest_at) AS oldest_at, ${STATUS_SUMS}
  FROM (SELECT ${KEY} AS key_id, count(*) AS jobs, sum(bytes) AS bytes, min(created_at) AS oldest_at,
      sum(CASE WHEN status IN ('queued', 'running') THEN rows - rows_done ELSE 0 END) AS rows_waiting,
      ${STATUS_COUNTS.join(', ')}
    FROM jobs WHERE deleted_at IS NULL GROUP BY 1) AS of_key
  GROUP BY 1`;

/** The jobs of all clients, for the operator. Rejects with `service_unavailable` while the database cannot be reached. */
export class JobClients {
  readonly #parts: DeletionContext;

  constructor(parts: DeletionContext) {
    this.#parts = parts;
  }

  /** The one with the most stored bytes first. */
  async list({ count, after = BEFORE_NEWEST }: JobClientQuery): Promise<readonly JobClientView[]> {
    const rows = await this.#parts.database.query<ClientRow>(
      `SELECT customers.id, customers.name, sums.* FROM (${SUMS}) AS sums JOIN customers ON customers.id = client
        WHERE bytes < $1 OR (bytes = $1 AND customers.id > $2)
        ORDER BY bytes DESC, customers.id LIMIT $3`,
      [after.time, after.id, count],
    );
    return rows.map(viewClient);
  }

  /** How many clients there are of those that `list` gives page by page. */
  async count(): Promise<number> {
    const [row] = await this.#parts.database.query<{ total: number }>(
      `SELECT count(DISTINCT ${clientOfJob('of_key')}) AS total
        FROM (SELECT DISTINCT ${KEY} AS key_id FROM jobs WHERE deleted_at IS NULL) AS of_key`,
    );
    return row?.total ?? 0;
  }

  /**
   * Deletes all jobs of a client, and returns how many: they are gone for everybody when this resolves, and their texts and
   * results are deleted from then on. What fails in the middle has deleted some, the largest ones, as the audit says.
   * Rejects with `not_found` for an unknown client.
   */
  async deleteJobs(client: string, actor: Actor): Promise<number> {
    const { database, removal, now } = this.#parts;
    const deleted: string[] = [];
    try {
      for (;;) {
        const ids = await deleteJobsOfCustomer(database, client, { actor, now: now(), atMost: AT_A_TIME });
        for (const id of ids) deleted.push(id);
        if (ids.length < AT_A_TIME) return deleted.length;
      }
    } finally {
      // Not before: it takes more room on the disk.
      removal.inBackground(async (chunks) => {
        for (const id of deleted) await chunks.delete(id);
      });
    }
  }
}

function viewClient(row: ClientRow): JobClientView {
  return {
    id: row.id,
    name: row.name,
    jobs: row.jobs,
    statuses: Object.fromEntries(JOB_STATUSES.map((status) => [status, row[status]])) as Record<JobStatus, number>,
    rowsWaiting: row.rows_waiting,
    storedBytes: row.bytes,
    oldestAt: new Date(row.oldest_at).toISOString(),
  };
}

/**
 * SQL of the client whose job a row of `jobs` is, for bounds that hold for a client as a whole: the customer of the key that
 * sent it, with all keys, as `boundedClientOf` says of a request. Every key has a subscription and so a customer, and
 * neither ever changes. Read by a join, as releases that run beside this one insert jobs without new columns. (`jobs.client`
 * is something else: the rotation group, whose jobs a key may see.) `row`: the name of the row in the query.
 */
export function clientOfJob(row: string): string {
  return `(SELECT s.customer_id FROM api_keys k JOIN subscriptions s ON s.id = k.subscription_id WHERE k.id = ${row}.key_id)`;
}
