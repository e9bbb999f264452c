import type { EmailState, RecordBody } from '../../contract/records.ts';
import type { Sql } from '../../store/database.ts';
import { type Page, type PageQuery, readPage, withIsoTimes } from '../rows.ts';

export type EmailView = RecordBody<'EmailList'>['emails'][number];

export interface EmailQuery extends PageQuery {
  readonly state?: EmailState | undefined;
  readonly subscription_id?: string | undefined;
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

export function listEmails(
  sql: Sql,
  { state, subscription_id: subscriptionId = '', ...page }: EmailQuery,
): Promise<Page<EmailView>> {
  const inState = state === undefined ? '1 = 1' : IN_STATE[state];
  const list = {
    columns: `o.id, o.kind, s.customer_id, o.subscription_id, o.attempts, o.last_error, o.created_at, o.next_attempt_at,
      o.sent_at, o.given_up_at`,
    from: `outbox o JOIN subscriptions s ON s.id = o.subscription_id
      WHERE ($1 = '' OR o.subscription_id = $1) AND ${inState}`,
    parameters: [subscriptionId],
    ...({ table: 'o', time: 'created_at', first: 'newest' } as const),
  };
  return readPage(sql, list, page, view);
}

function view({ id, kind, ...row }: OutboxEmailRow): EmailView {
  const state = row.sent_at !== null ? 'sent' : row.given_up_at !== null ? 'given_up' : 'waiting';
  const nextAttemptAt = state === 'waiting' ? row.next_attempt_at : null;
  return { id, kind, state, ...withIsoTimes({ ...row, next_attempt_at: nextAttemptAt }) };
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
