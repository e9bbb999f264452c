import type { DeliveryOutcome } from '../background.ts';
import type { Database, Sql } from '../store/database.ts';
import { clientOfJob } from './job-clients.ts';

export interface WebhookFailure {
  /** A sentence for the customer: it names no address, because the host may resolve to one of a closed network. */
  readonly problem: string;
  /** True if the attempt timed out. */
  readonly timedOut: boolean;
}

/** Longer than any attempt: after it, another process may take the webhook over. */
const LEASE_MS = 60_000;

/** A webhook that is about to be sent. */
export interface DueWebhook {
  readonly jobId: string;
  /** The customer whose job it is. */
  readonly client: string;
  readonly address: string;
  /** Number of this attempt, from 1. */
  readonly attempt: number;
  /** Unix milliseconds. */
  readonly leasedUntil: number;
}

/**
 * The first due webhook of each queue (a key and an origin), then the best of those that may be sent. From one queue to the
 * next by the index: a client may have any number of webhooks that wait for an origin, and they are not read.
 *
 * First the client whose last attempt lies furthest back: so each gets one attempt in turn, however many webhooks it has.
 * By the age of the webhooks instead, a client with many old ones would come first until the last of them was sent.
 */
const NEXT_DUE = `
  WITH RECURSIVE queues (queue) AS (
    SELECT min(webhook_queue) FROM jobs WHERE webhook_next_at IS NOT NULL
    UNION ALL
    SELECT (SELECT min(webhook_queue) FROM jobs WHERE webhook_next_at IS NOT NULL AND webhook_queue > queues.queue)
      FROM queues WHERE queue IS NOT NULL),
  due AS (
    SELECT j.*, ${clientOfJob('j')} AS owner FROM queues JOIN jobs j ON j.id = (
      SELECT id FROM jobs WHERE webhook_queue = queues.queue AND webhook_next_at <= $1 ORDER BY webhook_next_at LIMIT 1))
  SELECT due.id, due.webhook_attempts AS attempts, due.owner FROM due
    LEFT JOIN webhook_turns turn ON turn.client = due.owner
    LEFT JOIN webhook_pauses pause
      ON pause.client = due.owner AND due.webhook_queue = due.key_id || ' ' || pause.origin
    WHERE coalesce(turn.busy_until, 0) <= $1 AND coalesce(pause.timed_out_at + pause.pause_ms, 0) <= $1
    ORDER BY coalesce(turn.begun_at, 0), due.webhook_next_at LIMIT 1`;

type NextDue = { id: string; attempts: number; owner: string };

/**
 * Takes the webhook of the client that has waited longest and for which no process is sending one, so that no other process
 * sends for this client for a minute. `now`: Unix milliseconds.
 */
export async function beginWebhook(database: Database, now: number): Promise<DueWebhook | undefined> {
  for (;;) {
    const [next] = await database.query<NextDue>(NEXT_DUE, [now]);
    if (next === undefined) return undefined;
    const taken = await database.transaction((sql) => take(sql, next, now));
    if (taken !== undefined) return taken;
    // Another process was faster; there may be a webhook of another client.
  }
}

/** The turn before the job, as in `endWebhook`, so that neither waits for the other. */
async function take(sql: Sql, { id, attempts, owner }: NextDue, now: number): Promise<DueWebhook | undefined> {
  const leasedUntil = now + LEASE_MS;
  const [turn] = await sql.query(
    `INSERT INTO webhook_turns (client, begun_at, busy_until) VALUES ($1, $2, $3)
      ON CONFLICT (client) DO UPDATE SET begun_at = excluded.begun_at, busy_until = excluded.busy_until
        WHERE webhook_turns.busy_until <= $2 RETURNING client`,
    [owner, now, leasedUntil],
  );
  if (turn === undefined) return undefined;
  const [job] = await sql.query<{ webhook_url: string }>(
    `UPDATE jobs SET webhook_attempts = webhook_attempts + 1, webhook_next_at = $3
      WHERE id = $1 AND webhook_attempts = $2 AND webhook_next_at IS NOT NULL RETURNING webhook_url`,
    [id, attempts, leasedUntil],
  );
  if (job !== undefined) {
    return { jobId: id, client: owner, address: job.webhook_url, attempt: attempts + 1, leasedUntil };
  }
  await endTurn(sql, { client: owner, leasedUntil });
  return undefined;
}

/** For a webhook that is not sent after all: its job is gone. */
export async function leaveWebhook(database: Database, webhook: DueWebhook): Promise<void> {
  await database.transaction((sql) => endTurn(sql, webhook));
}

/**
 * Records how an attempt ended: `failure` is undefined if the webhook was accepted. Returns what became of it; after the
 * last attempt that fails it is given up. After a timeout no webhook of the client goes to that origin for a while, each
 * time for twice as long, until one is accepted.
 */
export async function endWebhook(
  database: Database,
  webhook: DueWebhook,
  { now, failure }: { readonly now: number; readonly failure: WebhookFailure | undefined },
): Promise<DeliveryOutcome> {
  const { jobId, attempt } = webhook;
  const pause = failure && pauseAfter(attempt);
  await database.transaction(async (sql) => {
    await endTurn(sql, webhook);
    if (failure === undefined) await endPause(sql, webhook);
    else if (failure.timedOut) await lengthenPause(sql, webhook, now);
    await sql.query(
      `UPDATE jobs SET webhook_done_at = $3, webhook_next_at = $4, webhook_error = $5
        WHERE id = $1 AND webhook_attempts = $2 AND webhook_next_at IS NOT NULL`,
      [jobId, attempt, failure ? null : now, pause === undefined ? null : now + pause, failure?.problem ?? null],
    );
  });
  if (failure === undefined) return 'sent';
  return pause === undefined ? 'given_up' : 'failed';
}

/** Unless the attempt took so long that the client had another turn meanwhile. */
async function endTurn(sql: Sql, { client, leasedUntil }: Pick<DueWebhook, 'client' | 'leasedUntil'>): Promise<void> {
  await sql.query('UPDATE webhook_turns SET busy_until = 0 WHERE client = $1 AND busy_until = $2', [
    client,
    leasedUntil,
  ]);
}

async function endPause(sql: Sql, { client, address }: DueWebhook): Promise<void> {
  await sql.query('DELETE FROM webhook_pauses WHERE client = $1 AND origin = $2', [client, new URL(address).origin]);
}

async function lengthenPause(sql: Sql, { client, address }: DueWebhook, now: number): Promise<void> {
  const { first, longest } = ORIGIN_PAUSES_MS;
  await sql.query(
    `INSERT INTO webhook_pauses (client, origin, timed_out_at, pause_ms) VALUES ($1, $2, $3, $4)
      ON CONFLICT (client, origin) DO UPDATE SET timed_out_at = excluded.timed_out_at,
        pause_ms = CASE WHEN webhook_pauses.pause_ms * 2 < $5 THEN webhook_pauses.pause_ms * 2 ELSE $5 END`,
    [client, new URL(address).origin, now, first, longest],
  );
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Between one attempt and the next: a little over a day in all, with some attempts soon for a receiver that restarts. */
const PAUSES_MS = [
  ...[10 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE],
  ...[1, 2, 4, 8, 8.5].map((hours) => hours * HOUR),
];

/** Milliseconds after the attempt with this number, from 1, until the next one; undefined: it was the last. */
function pauseAfter(attempt: number): number | undefined {
  return PAUSES_MS[attempt - 1];
}

/** After an origin has timed out once, and at most: one that answers again is told within this time. */
const ORIGIN_PAUSES_MS = { first: 10 * SECOND, longest: 30 * MINUTE };
