import type { Database } from './database.ts';
import { jobByteTriggers } from './job-byte-triggers.ts';

type Dialect = Database['dialect'];

/**
 * The statements that create the schema of 3.0.0, version 7. Released, so never edited: a change is a new migration.
 * `billing_events`, the tables and columns of webhooks, and `subscriptions.last_event_at` are unused.
 */
export function schemaStatements(dialect: Dialect): readonly string[] {
  return [
    ...ACCOUNTS,
    ...RECORDS,
    ...(dialect === 'sqlite' ? SQLITE_APPEND_ONLY : POSTGRES_APPEND_ONLY),
    ...jobTables(dialect),
    ...WEBHOOKS,
    ...jobByteTriggers(dialect),
    STANDARD_PLAN,
  ];
}

/** `api_keys.family`: the id of the first key of a rotation group. */
const ACCOUNTS = [
  `CREATE TABLE plans (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    request_limit BIGINT CHECK (request_limit > 0),
    window_seconds BIGINT NOT NULL CHECK (window_seconds > 0),
    created_at BIGINT NOT NULL)`,
  `CREATE TABLE customers (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    email TEXT,
    created_at BIGINT NOT NULL)`,
  `CREATE TABLE subscriptions (
    id TEXT PRIMARY KEY,
    customer_id TEXT NOT NULL REFERENCES customers (id),
    plan_id TEXT NOT NULL REFERENCES plans (id),
    status TEXT NOT NULL
      CHECK (status IN ('active', 'trialing', 'past_due', 'unpaid', 'canceled', 'expired')),
    period_end BIGINT,
    external_ref TEXT UNIQUE,
    last_event_at BIGINT,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL)`,
  'CREATE INDEX subscriptions_by_customer ON subscriptions (customer_id)',
  `CREATE TABLE api_keys (
    id TEXT PRIMARY KEY,
    subscription_id TEXT NOT NULL REFERENCES subscriptions (id),
    name TEXT NOT NULL,
    hash TEXT NOT NULL UNIQUE,
    family TEXT NOT NULL,
    request_limit BIGINT CHECK (request_limit > 0),
    created_at BIGINT NOT NULL,
    expires_at BIGINT,
    revoked_at BIGINT,
    last_used_at BIGINT,
    rotated_from TEXT)`,
  'CREATE INDEX api_keys_by_subscription ON api_keys (subscription_id)',
  'CREATE INDEX api_keys_by_family ON api_keys (family)',
  `CREATE TABLE operators (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    role TEXT NOT NULL CHECK (role IN ('read', 'operate')),
    hash TEXT NOT NULL UNIQUE,
    created_at BIGINT NOT NULL,
    revoked_at BIGINT)`,
];

/** The standard plan has no limit of its own: it follows the setting. */
const STANDARD_PLAN = `INSERT INTO plans (id, name, request_limit, window_seconds, created_at)
  VALUES ('standard', 'Standard', NULL, 60, 0)`;

/**
 * `outbox.key_id`: the key that an e-mail delivers; `about_key`: the new key that a rotation notice is about.
 * `idempotency.request`: a hash of the request; `answer`: encrypted, null until there is one; `lease_until`: until when a request
 * without an answer is running; `lease_id`: which attempt that is. Kept for a day, and not in backups.
 */
const RECORDS = [
  `CREATE TABLE usage_days (
    key_id TEXT NOT NULL REFERENCES api_keys (id),
    day TEXT NOT NULL,
    requests BIGINT NOT NULL,
    refused BIGINT NOT NULL,
    PRIMARY KEY (key_id, day))`,
  `CREATE TABLE audit (
    id TEXT PRIMARY KEY,
    at BIGINT NOT NULL,
    actor TEXT NOT NULL,
    action TEXT NOT NULL,
    subject TEXT NOT NULL,
    detail TEXT NOT NULL)`,
  'CREATE INDEX audit_by_subject ON audit (subject, at)',
  `CREATE TABLE billing_events (
    id TEXT PRIMARY KEY,
    type TEXT NOT NULL,
    outcome TEXT NOT NULL,
    subscription_id TEXT,
    received_at BIGINT NOT NULL)`,
  `CREATE TABLE outbox (
    id TEXT PRIMARY KEY,
    subscription_id TEXT NOT NULL REFERENCES subscriptions (id),
    key_name TEXT NOT NULL,
    key_id TEXT,
    attempts BIGINT NOT NULL,
    next_attempt_at BIGINT NOT NULL,
    sent_at BIGINT,
    last_error TEXT,
    created_at BIGINT NOT NULL,
    kind TEXT NOT NULL DEFAULT 'key',
    about_key TEXT,
    given_up_at BIGINT)`,
  `CREATE TABLE idempotency (
    id TEXT PRIMARY KEY,
    request TEXT NOT NULL,
    answer TEXT,
    created_at BIGINT NOT NULL,
    lease_id TEXT,
    lease_until BIGINT)`,
];

const SQLITE_APPEND_ONLY = ['UPDATE', 'DELETE'].map(
  (verb) => `CREATE TRIGGER audit_no_${verb.toLowerCase()} BEFORE ${verb} ON audit
    BEGIN SELECT RAISE(ABORT, 'the audit table is append-only'); END`,
);

const POSTGRES_APPEND_ONLY = [
  `CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'the audit table is append-only' USING ERRCODE = 'integrity_constraint_violation'; END $$`,
  `CREATE TRIGGER audit_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit
    EXECUTE FUNCTION refuse_audit_change()`,
];

/** The statements that remove the guard of the audit, and those that restore it. Run both in one transaction. */
export function auditGuard(dialect: Dialect): { readonly open: readonly string[]; readonly close: readonly string[] } {
  if (dialect === 'postgres') {
    const alter = (verb: string) => [`ALTER TABLE audit ${verb} TRIGGER audit_append_only`];
    return { open: alter('DISABLE'), close: alter('ENABLE') };
  }
  return { open: ['DROP TRIGGER audit_no_update', 'DROP TRIGGER audit_no_delete'], close: SQLITE_APPEND_ONLY };
}

/** Bytes counted for the row of a job, with its name, its address and its index entries. */
const JOB_ROW_BYTES = 4_096;

/**
 * Files that are verified in the background, as chunks of rows. They hold customers' texts: none of it is in a backup, and all
 * of it is deleted with the job.
 * `jobs.client`: the owner, a customer or a rotation group of keys; `row_errors`, `job_chunks.errors`: JSON; `columns`: unused,
 * the names are in `job_columns`, because lists read whole rows of `jobs`; `request_id`: the entry in `idempotency` of the request
 * that sends the job, unique, so that two attempts cannot both submit it; `content_hash`: SHA-256 of what was sent; `bytes`: what
 * the job stores, and `job_bytes_stored` the sum of it over a client, both kept by triggers.
 * `job_chunks.order_no`: place in the queue, null until the chunk is in it; `at_row`: first row whose result is not in `partial`;
 * `row_starts`: how often that row was begun alone; `leased_until`: when the lease of a replica ends.
 * `job_bytes_read`: bytes of uploads, unpacked, by hours since 1970.
 */
function jobTables(dialect: Dialect): readonly string[] {
  return [
    `CREATE TABLE jobs (
      id TEXT PRIMARY KEY,
      client TEXT NOT NULL,
      key_id TEXT NOT NULL REFERENCES api_keys (id),
      name TEXT,
      kind TEXT NOT NULL CHECK (kind IN ('claims', 'answers')),
      input_format TEXT NOT NULL,
      columns TEXT NOT NULL,
      status TEXT NOT NULL CHECK (status IN ('receiving', 'queued', 'running', 'completed', 'canceled')),
      rows BIGINT NOT NULL,
      rows_done BIGINT NOT NULL,
      chunks BIGINT NOT NULL,
      chunks_queued BIGINT NOT NULL,
      chunks_done BIGINT NOT NULL,
      last_order BIGINT,
      row_errors TEXT NOT NULL,
      created_at BIGINT NOT NULL,
      started_at BIGINT,
      progressed_at BIGINT NOT NULL,
      finished_at BIGINT,
      expires_at BIGINT NOT NULL,
      deleted_at BIGINT,
      webhook_url TEXT,
      webhook_attempts BIGINT NOT NULL,
      webhook_next_at BIGINT,
      webhook_done_at BIGINT,
      webhook_error TEXT,
      request_id TEXT,
      bytes BIGINT NOT NULL DEFAULT ${JOB_ROW_BYTES},
      content_hash TEXT,
      ${webhookQueue(dialect)})`,
    'CREATE INDEX jobs_by_client ON jobs (client, created_at)',
    'CREATE INDEX jobs_by_key ON jobs (key_id)',
    `CREATE INDEX jobs_in_work ON jobs (client) WHERE status IN ('queued', 'running')`,
    'CREATE UNIQUE INDEX jobs_by_request ON jobs (request_id)',
    `CREATE TABLE job_chunks (
      job_id TEXT NOT NULL REFERENCES jobs (id),
      chunk BIGINT NOT NULL,
      rows BIGINT NOT NULL,
      input TEXT NOT NULL,
      output TEXT,
      errors TEXT,
      attempts BIGINT NOT NULL,
      at_row BIGINT NOT NULL,
      row_starts BIGINT NOT NULL,
      partial TEXT NOT NULL,
      order_no BIGINT,
      leased_until BIGINT,
      finished_at BIGINT,
      PRIMARY KEY (job_id, chunk))`,
    'CREATE INDEX job_chunks_waiting ON job_chunks (order_no) WHERE order_no IS NOT NULL',
    `CREATE TABLE job_columns (
      job_id TEXT PRIMARY KEY REFERENCES jobs (id) ON DELETE CASCADE,
      names TEXT NOT NULL)`,
    `CREATE TABLE job_bytes_stored (
      client TEXT PRIMARY KEY,
      bytes BIGINT NOT NULL)`,
    `CREATE TABLE job_bytes_read (
      client TEXT NOT NULL,
      hour BIGINT NOT NULL,
      bytes BIGINT NOT NULL,
      PRIMARY KEY (client, hour))`,
  ];
}

/** The key that sent a job and the origin of its webhook: after the scheme and a letter, the first slash ends the origin. */
function webhookQueue(dialect: Dialect): string {
  const [find, kept] = dialect === 'sqlite' ? ['instr', 'VIRTUAL'] : ['strpos', 'STORED'];
  return `webhook_queue TEXT GENERATED ALWAYS AS
    (key_id || ' ' || substr(webhook_url, 1, ${find}(substr(webhook_url, 9), '/') + 7)) ${kept}`;
}

/**
 * How webhooks take turns. `begun_at`: when the last attempt of a client began; `busy_until`: until when no other may begin,
 * 0 once it has ended. `pause_ms`: for how long no webhook of the client goes to an origin that timed out.
 */
const WEBHOOKS = [
  'CREATE INDEX jobs_by_webhook ON jobs (webhook_queue, webhook_next_at) WHERE webhook_next_at IS NOT NULL',
  `CREATE TABLE webhook_turns (
    client TEXT PRIMARY KEY REFERENCES customers (id) ON DELETE CASCADE,
    begun_at BIGINT NOT NULL,
    busy_until BIGINT NOT NULL)`,
  `CREATE TABLE webhook_pauses (
    client TEXT NOT NULL REFERENCES customers (id) ON DELETE CASCADE,
    origin TEXT NOT NULL,
    timed_out_at BIGINT NOT NULL,
    pause_ms BIGINT NOT NULL,
    PRIMARY KEY (client, origin))`,
];
