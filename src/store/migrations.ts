import { ServiceError } from '../errors.ts';
import type { Database, Sql } from './database.ts';

type Dialect = Database['dialect'];

/** One entry per schema version, never edited once released: a later change is a new entry. */
const MIGRATIONS: readonly ((dialect: Dialect) => readonly string[])[] = [
  (dialect) => [...TABLES, ...(dialect === 'sqlite' ? SQLITE_APPEND_ONLY : POSTGRES_APPEND_ONLY), ...FIRST_ROWS],
  (dialect) => [...ROTATION_AND_OUTBOX_COLUMNS, rotatedFromAudit(dialect)],
  () => [OPERATORS],
  () => [IDEMPOTENCY],
  () => JOBS,
  () => REQUESTS_OF_JOBS,
  (dialect) => [
    ...(dialect === 'postgres' ? [LOCK_JOBS] : []),
    ...BOUNDS_OF_JOBS,
    ...(dialect === 'sqlite' ? SQLITE_BYTES_OF_JOBS : POSTGRES_BYTES_OF_JOBS),
    webhookQueue(dialect),
    ...WEBHOOKS_BY_CLIENT,
  ],
];

const TABLES = [
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
    last_used_at BIGINT)`,
  'CREATE INDEX api_keys_by_subscription ON api_keys (subscription_id)',
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
    created_at BIGINT NOT NULL)`,
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

/** The statements that take the guard off the audit, and those that put it back. Call both in one transaction. */
export function auditGuard(dialect: Dialect): { readonly open: readonly string[]; readonly close: readonly string[] } {
  if (dialect === 'postgres') {
    const alter = (verb: string) => [`ALTER TABLE audit ${verb} TRIGGER audit_append_only`];
    return { open: alter('DISABLE'), close: alter('ENABLE') };
  }
  return { open: ['DROP TRIGGER audit_no_update', 'DROP TRIGGER audit_no_delete'], close: SQLITE_APPEND_ONLY };
}

/** The standard plan has no limit of its own: it follows the setting. */
const FIRST_ROWS = [
  `INSERT INTO plans (id, name, request_limit, window_seconds, created_at)
    VALUES ('standard', 'Standard', NULL, 60, 0)`,
];

/** `about_key`: the new key that a rotation notice is about. `key_id`: the key that an e-mail delivers. */
const ROTATION_AND_OUTBOX_COLUMNS = [
  'ALTER TABLE api_keys ADD COLUMN rotated_from TEXT',
  'CREATE INDEX api_keys_by_family ON api_keys (family)',
  "ALTER TABLE outbox ADD COLUMN kind TEXT NOT NULL DEFAULT 'key'",
  'ALTER TABLE outbox ADD COLUMN about_key TEXT',
  'ALTER TABLE outbox ADD COLUMN given_up_at BIGINT',
];

/** Operators with tokens of their own; the names of revoked ones stay taken, for the audit names them. */
const OPERATORS = `CREATE TABLE operators (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  role TEXT NOT NULL CHECK (role IN ('read', 'operate')),
  hash TEXT NOT NULL UNIQUE,
  created_at BIGINT NOT NULL,
  revoked_at BIGINT)`;

/** `request`: hash of it; `answer`: encrypted, null until there is one. Kept for a day, and not in backups. */
const IDEMPOTENCY = `CREATE TABLE idempotency (
  id TEXT PRIMARY KEY,
  request TEXT NOT NULL,
  answer TEXT,
  created_at BIGINT NOT NULL)`;

/**
 * Files that are verified in the background, as chunks of rows. They hold customers' texts: none of it is in a backup, all
 * of it goes with the job.
 * `client`: whose job it is; a key and those it was rotated from are one. `columns`, `row_errors`, `errors`: JSON.
 * `order_no`: place in the queue, none until the chunk is in it. `at_row`: first row whose result is not in `partial`;
 * `row_starts`: how often it was begun by itself. `leased_until`: until when the chunk is a replica's; 2.0.0 has that of PostgreSQL elsewhere.
 */
const JOBS = [
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
    webhook_error TEXT)`,
  'CREATE INDEX jobs_by_client ON jobs (client, created_at)',
  'CREATE INDEX jobs_by_key ON jobs (key_id)',
  `CREATE INDEX jobs_in_work ON jobs (client) WHERE status IN ('queued', 'running')`,
  'CREATE INDEX jobs_by_webhook ON jobs (webhook_next_at) WHERE webhook_next_at IS NOT NULL',
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
];

/**
 * `lease_until`: until when a request without an answer is under way; `lease_id`: which attempt at it that is. `request_id`:
 * the entry in `idempotency` of the request that sends or sent the job, so that two attempts cannot both submit it.
 */
const REQUESTS_OF_JOBS = [
  'ALTER TABLE idempotency ADD COLUMN lease_id TEXT',
  'ALTER TABLE idempotency ADD COLUMN lease_until BIGINT',
  'ALTER TABLE jobs ADD COLUMN request_id TEXT',
  'CREATE UNIQUE INDEX jobs_by_request ON jobs (request_id)',
];

/** Bytes that the row of a job itself may take, with its name, its address and its entries in indexes. */
const JOB_ROW_BYTES = 4_096;

/**
 * Replicas of an older release may work on jobs meanwhile, and change a chunk's row before its job's: in another order one of
 * the two would be a deadlock's victim, and what is stored of a chunk between two statements would be counted by neither.
 */
const LOCK_JOBS = 'LOCK TABLE job_chunks, jobs IN ACCESS EXCLUSIVE MODE';

/**
 * What bounds the jobs of a client (a customer, or a rotation group of keys without one).
 * `jobs.bytes`: what it stores, its own row, names of columns, texts and results; `job_bytes_stored`: the same of all jobs of a
 * rotation group. Triggers keep both, so that they are right whoever changes a job, older releases included.
 * `jobs.content_hash`: SHA-256 of what was sent. `job_columns`: apart, because lists read whole rows of `jobs`; the column of
 * that name there is empty from now on. `job_bytes_read`: bytes of uploads, unpacked, by hours since 1970.
 */
const BOUNDS_OF_JOBS = [
  `ALTER TABLE jobs ADD COLUMN bytes BIGINT NOT NULL DEFAULT ${JOB_ROW_BYTES}`,
  'ALTER TABLE jobs ADD COLUMN content_hash TEXT',
  `CREATE TABLE job_columns (
    job_id TEXT PRIMARY KEY REFERENCES jobs (id) ON DELETE CASCADE,
    names TEXT NOT NULL)`,
  "INSERT INTO job_columns (job_id, names) SELECT id, columns FROM jobs WHERE columns <> '[]'",
  "UPDATE jobs SET columns = '[]' WHERE columns <> '[]'",
  `UPDATE jobs SET bytes = bytes
      + coalesce((SELECT octet_length(names) FROM job_columns WHERE job_id = jobs.id), 0)
      + coalesce((SELECT sum(${bytesOfChunk('c')}) FROM job_chunks c WHERE c.job_id = jobs.id), 0)`,
  `CREATE TABLE job_bytes_stored (
    client TEXT PRIMARY KEY,
    bytes BIGINT NOT NULL)`,
  'INSERT INTO job_bytes_stored (client, bytes) SELECT client, CAST(sum(bytes) AS BIGINT) FROM jobs GROUP BY client',
  `CREATE TABLE job_bytes_read (
    client TEXT NOT NULL,
    hour BIGINT NOT NULL,
    bytes BIGINT NOT NULL,
    PRIMARY KEY (client, hour))`,
];

function bytesOfChunk(row: string): string {
  return `octet_length(${row}.input) + octet_length(${row}.partial) + coalesce(octet_length(${row}.output), 0)`;
}

const ADD_STORED_BYTES = (client: string, bytes: string) =>
  `INSERT INTO job_bytes_stored (client, bytes) VALUES (${client}, ${bytes})
    ON CONFLICT (client) DO UPDATE SET bytes = job_bytes_stored.bytes + excluded.bytes`;

const SQLITE_BYTES_OF_JOBS = [
  ...[
    ['job_chunks', 'INSERT', 'NEW', bytesOfChunk('NEW')],
    ['job_chunks', 'UPDATE OF input, partial, output', 'NEW', `${bytesOfChunk('NEW')} - (${bytesOfChunk('OLD')})`],
    ['job_chunks', 'DELETE', 'OLD', `- (${bytesOfChunk('OLD')})`],
    ['job_columns', 'INSERT', 'NEW', 'octet_length(NEW.names)'],
    ['job_columns', 'DELETE', 'OLD', '- octet_length(OLD.names)'],
  ].map(
    ([
      table,
      event,
      row,
      bytes,
    ]) => `CREATE TRIGGER ${table}_bytes_${event!.slice(0, 6).toLowerCase()} AFTER ${event} ON ${table}
    BEGIN UPDATE jobs SET bytes = bytes + ${bytes} WHERE id = ${row}.job_id; END`,
  ),
  ...[
    ['INSERT', 'NEW', 'NEW.bytes'],
    ['UPDATE OF bytes', 'NEW', 'NEW.bytes - OLD.bytes'],
    ['DELETE', 'OLD', '- OLD.bytes'],
  ].map(
    ([event, row, bytes]) => `CREATE TRIGGER jobs_bytes_${event!.slice(0, 6).toLowerCase()} AFTER ${event} ON jobs
    BEGIN ${ADD_STORED_BYTES(`${row}.client`, bytes!)}; END`,
  ),
];

/** For the trigger of a table: `added` and `removed` are the bytes of a new and of an old row, `count` counts the `change`. */
const countingFunction = (table: string, { added, removed, count }: Record<'added' | 'removed' | 'count', string>) =>
  `CREATE FUNCTION ${table}_count_bytes() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE change BIGINT := 0; of_row RECORD;
    BEGIN
      IF TG_OP <> 'DELETE' THEN change := change + ${added}; of_row := NEW; END IF;
      IF TG_OP <> 'INSERT' THEN change := change - (${removed}); of_row := OLD; END IF;
      ${count};
      RETURN NULL;
    END $$`;

const COUNT_FOR_JOB = 'UPDATE jobs SET bytes = bytes + change WHERE id = of_row.job_id';

const POSTGRES_BYTES_OF_JOBS = [
  countingFunction('job_chunks', {
    added: bytesOfChunk('NEW'),
    removed: bytesOfChunk('OLD'),
    count: COUNT_FOR_JOB,
  }),
  countingFunction('job_columns', {
    added: 'octet_length(NEW.names)',
    removed: 'octet_length(OLD.names)',
    count: COUNT_FOR_JOB,
  }),
  countingFunction('jobs', {
    added: 'NEW.bytes',
    removed: 'OLD.bytes',
    count: ADD_STORED_BYTES('of_row.client', 'change'),
  }),
  ...[
    ['job_chunks', 'INSERT OR DELETE OR UPDATE OF input, partial, output'],
    ['job_columns', 'INSERT OR DELETE'],
    ['jobs', 'INSERT OR DELETE OR UPDATE OF bytes'],
  ].map(
    ([table, events]) => `CREATE TRIGGER ${table}_bytes AFTER ${events} ON ${table}
    FOR EACH ROW EXECUTE FUNCTION ${table}_count_bytes()`,
  ),
];

/**
 * The key that sent a job and the origin that its webhook goes to. Computed by the database, as older releases insert jobs
 * without it. After the scheme, and at least a letter, the first slash ends the origin.
 */
function webhookQueue(dialect: Dialect): string {
  const [find, kept] = dialect === 'sqlite' ? ['instr', 'VIRTUAL'] : ['strpos', 'STORED'];
  return `ALTER TABLE jobs ADD COLUMN webhook_queue TEXT GENERATED ALWAYS AS
    (key_id || ' ' || substr(webhook_url, 1, ${find}(substr(webhook_url, 9), '/') + 7)) ${kept}`;
}

/**
 * How webhooks take turns. `begun_at`: when the last attempt of a client was begun; `busy_until`: until when no other may
 * be, 0 once it has ended. `pause_ms`: for how long no webhook of the client goes to an origin that timed out.
 */
const WEBHOOKS_BY_CLIENT = [
  'DROP INDEX jobs_by_webhook',
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

/** Version 1 recorded which key was rotated from which in the audit table only. */
function rotatedFromAudit(dialect: Dialect): string {
  const rotates = dialect === 'sqlite' ? "a.detail ->> 'rotates'" : "CAST(a.detail AS json) ->> 'rotates'";
  return `UPDATE api_keys SET rotated_from = (
      SELECT ${rotates} FROM audit a WHERE a.subject = api_keys.id AND a.action = 'key.create' LIMIT 1)
    WHERE family <> id`;
}

/** The schema version that this release writes. */
export const SCHEMA_VERSION = MIGRATIONS.length;

/** The newest version in the database; 0 in one without a version yet. */
export async function schemaVersion(sql: Sql): Promise<number> {
  const [row] = await sql.query<{ version: number }>('SELECT coalesce(max(version), 0) AS version FROM schema_version');
  return Number(row?.version ?? 0);
}

/** Throws `invalid_configuration` unless the schema is the one that this release writes. Changes nothing. */
export async function assertCurrentSchema(sql: Sql): Promise<void> {
  const found = await schemaVersion(sql);
  if (found > SCHEMA_VERSION) throw newerSchema(found);
  if (found === SCHEMA_VERSION) return;
  throw new ServiceError(
    'invalid_configuration',
    `Expected a key database of schema version ${SCHEMA_VERSION}, got version ${found}: commands do not upgrade it. Start this release once, or run: claim-verifier init.`,
  );
}

function newerSchema(found: number): ServiceError {
  return new ServiceError(
    'invalid_configuration',
    `Expected a key database of schema version ${SCHEMA_VERSION} or older, got version ${found}: run the newer release.`,
  );
}

/**
 * Brings the schema to the newest version. Call it inside a transaction that no other process shares.
 * Rejects with `invalid_configuration` when the schema is newer than this program knows: it must not write to it.
 * With a `target` it stops at that version.
 */
export async function migrate(sql: Sql, dialect: Dialect, target = SCHEMA_VERSION): Promise<void> {
  await sql.query('CREATE TABLE IF NOT EXISTS schema_version (version BIGINT PRIMARY KEY)');
  const found = await schemaVersion(sql);
  if (found > SCHEMA_VERSION) throw newerSchema(found);
  for (const [index, statements] of MIGRATIONS.entries()) {
    if (index < found || index >= target) continue;
    for (const statement of statements(dialect)) await sql.query(statement);
    await sql.query('INSERT INTO schema_version (version) VALUES ($1)', [index + 1]);
  }
}
