import type { EmailState, RecordView } from '../../contract/records.ts';
import type { Sql } from '../../store/database.ts';
import { BEFORE_NEWEST, countRows, type Position, toIso, toIsoOrNull } from '../rows.ts';

export type EmailView = RecordView<'EmailList'>['emails'][number];

export interface EmailQuery {
  readonly state?: EmailState | undefined;
  readonly subscriptionId?: string | undefined;
  readonly count: number;
  readonly after?: Position | undefined;
}

type OutboxEmailRow = {
  id: string;
  kind: 'key' | 'rotation';
  customer_id: string;
  subscription_id: string;
  attempts: number;
  last_error: string | null;
  created_at: number;
  next_attempt_at: number;
  sent_at: number | null;
  given_up_at: number | null;
};

const IN_STATE: Record<EmailState, string> = {
  waiting: 'o.sent_at IS NULL AND o.given_up_at IS NULL',
  sent: 'o.sent_at IS NOT NULL',
  given_up: 'o.given_up_at IS NOT NULL',
};

export async function listEmails(sql: Sql, query: EmailQuery): Promise<readonly EmailView[]> {
  const { subscriptionId = '', count, after = BEFORE_NEWEST } = query;
  const rows = await sql.query<OutboxEmailRow>(
    `SELECT o.id, o.kind, s.customer_id, o.subscription_id, o.attempts, o.last_error, o.created_at, o.next_attempt_at,
        o.sent_at, o.given_up_at
      FROM outbox o JOIN subscriptions s ON s.id = o.subscription_id
      WHERE ${wanted(query)} AND (o.created_at < $2 OR (o.created_at = $2 AND o.id > $3))
      ORDER BY o.created_at DESC, o.id LIMIT $4`,
    [subscriptionId, after.time, after.id, count],
  );
  return rows.map(view);
}

export function countEmails(sql: Sql, query: Omit<EmailQuery, 'count'>): Promise<number> {
  return countRows(sql, `outbox o WHERE ${wanted(query)}`, [query.subscriptionId ?? '']);
}

function wanted({ state }: Pick<EmailQuery, 'state'>): string {
  return `($1 = '' OR o.subscription_id = $1) AND ${state === undefined ? '1 = 1' : IN_STATE[state]}`;
}

function view(row: OutboxEmailRow): EmailView {
  const state = row.sent_at !== null ? 'sent' : row.given_up_at !== null ? 'given_up' : 'waiting';
  return {
    id: row.id,
    kind: row.kind,
    state,
    customerId: row.customer_id,
    subscriptionId: row.subscription_id,
    attempts: row.attempts,
    lastError: row.last_error,
    createdAt: toIso(row.created_at),
    nextAttemptAt: state === 'waiting' ? toIso(row.next_attempt_at) : null,
    sentAt: toIsoOrNull(row.sent_at),
    givenUpAt: toIsoOrNull(row.given_up_at),
  };
}

export interface WaitingEmails {
  readonly count: number;
  /** When the oldest of them was enqueued, Unix milliseconds; undefined when none waits. */
  readonly oldestAt: number | undefined;
}

/** Without those to customers who have no address: they wait for one. */
export async function waitingEmails(sql: Sql): Promise<WaitingEmails> {
  const [row] = await sql.query<{ count: number; oldest: number | null }>(
    `SELECT count(*) AS count, min(o.created_at) AS oldest
      FROM outbox o JOIN subscriptions s ON s.id = o.subscription_id JOIN customers c ON c.id = s.customer_id
      WHERE o.sent_at IS NULL AND o.given_up_at IS NULL AND c.email IS NOT NULL`,
  );
  return { count: row?.count ?? 0, oldestAt: row?.oldest ?? undefined };
}
