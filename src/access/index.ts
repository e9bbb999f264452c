import type { Database } from '../store/database.ts';
import { openSqlite } from '../store/sqlite.ts';
import { type Actor, type AuditQuery, type AuditView, listAudit } from './audit.ts';
import { cachedLookup, databaseLookup, type KeyAuthenticator, StoredKeyAuthenticator } from './authenticator.ts';
import { CustomerStore } from './customer-store.ts';
import { type DeletedCustomer, deleteCustomer } from './customer-traces.ts';
import { Idempotency } from './idempotency.ts';
import { KeyStore } from './key-store.ts';
import { type EmailQuery, type EmailView, listEmails, type WaitingEmails, waitingEmails } from './mail/email-list.ts';
import { type DeliveryResult, type Mailer, OutboxWorker, type OutboxWorkerOptions } from './mail/outbox-worker.ts';
import { MemoryRateLimiter, type RateLimiter } from './memory-rate-limiter.ts';
import { OperatorStore } from './operator-store.ts';
import { PlanStore } from './plan-store.ts';
import type { OnRedisLoss } from './redis-rate-limiter.ts';
import { type Pruned, prune, type Retention, type UsageDay, usageOfKey } from './retention.ts';
import type { Page } from './rows.ts';
import type { Store } from './stores.ts';
import { SubscriptionStore } from './subscription-store.ts';
import { type UsageOverview, usageOverview } from './usage-overview.ts';
import { UsageRecorder } from './usage-recorder.ts';

export type { Database } from '../store/database.ts';
export { isOutOfSpace, refersToDeleted } from '../store/database.ts';
export type { Actor, AuditView } from './audit.ts';
export * from './authenticator.ts';
export { backUp, type DatabasePlace, restore } from './backup-file.ts';
export { looksLikeId, parseTime } from './checks.ts';
export type { CustomerStore } from './customer-store.ts';
export { markJobsDeleted } from './customer-traces.ts';
export type { RepeatableWork } from './idempotency.ts';
export { adminTokenCheck, randomText } from './key-format.ts';
export type { KeyView } from './key-row.ts';
export type { KeyStore } from './key-store.ts';
export type { WaitingEmails } from './mail/email-list.ts';
export type { DeliveryResult } from './mail/outbox-worker.ts';
export * from './memory-rate-limiter.ts';
export type { PlanStore } from './plan-store.ts';
export type { Pruned, UsageDay } from './retention.ts';
export { type Page, type PageQuery, readCursor, readPage, toIso, withIsoTimes } from './rows.ts';
export type { Store, StoreName } from './stores.ts';
export { probeDatabase, probeRedis } from './stores.ts';
export type { SubscriptionStore } from './subscription-store.ts';

const REDIS_START_MS = 2000;
const KEEP_ALL: Retention = { auditDays: 0, usageDays: 0 };

export interface MailOptions {
  readonly smtpUrl: string;
  readonly from: string;
  readonly allowPlaintext?: boolean | undefined;
  /** Both are linked in the e-mails. */
  readonly dashboardUrl?: string | undefined;
  readonly checkoutUrl?: string | undefined;
}

export interface AccessOptions {
  /** Folder of the embedded database, made when missing; not used with a `databaseUrl`. */
  readonly dataDir: string;
  /** Requests per minute for a key that has no limit of its own. */
  readonly defaultLimit: number;
  /** `postgres://...`: a key database shared by several replicas. */
  readonly databaseUrl?: string | undefined;
  /** Connections to PostgreSQL at most, from 1; 10 by default. */
  readonly databaseConnections?: number | undefined;
  /** Open only a database that exists, in the schema of this release; the sentence says which setting led to it. */
  readonly existing?: { readonly origin: string } | undefined;
  /** How long to wait at start for a PostgreSQL that is not there yet; 30 s by default. */
  readonly startTimeoutMs?: number | undefined;
  /** Called once, with the reason, when the first attempt to reach PostgreSQL failed and others follow. */
  readonly onWaiting?: ((reason: string) => void) | undefined;
  /** `redis://...`: rate limits shared by several replicas. */
  readonly redisUrl?: string | undefined;
  readonly onRedisLoss?: OnRedisLoss | undefined;
  /** Without it, keys are returned in responses, and e-mails wait in the outbox. */
  readonly mail?: MailOptions | undefined;
  /** False where another process sends the e-mails that this one enqueues; true by default. */
  readonly sendEmails?: boolean | undefined;
  /** For how long audit and usage are kept; for ever by default. */
  readonly retention?: Retention | undefined;
  /** Unix milliseconds; the system's clock by default. */
  readonly now?: () => number;
}

export interface Access {
  readonly authenticator: KeyAuthenticator;
  readonly rateLimiter: RateLimiter;
  readonly usageRecorder: Pick<UsageRecorder, 'record' | 'flush'>;
  readonly keys: KeyStore;
  readonly customers: CustomerStore;
  /** Deletes a customer with all that belongs to it. Throws `not_found`. */
  deleteCustomer(id: string, actor: Actor): Promise<DeletedCustomer>;
  prune(): Promise<Pruned>;
  readonly plans: PlanStore;
  readonly operators: OperatorStore;
  readonly idempotency: Idempotency;
  readonly subscriptions: SubscriptionStore;
  /** Usage of the last `days` days, today included, of all keys in the key's rotation group. */
  usage(keyId: string, days: number): Promise<readonly UsageDay[]>;
  usageOverview(): Promise<UsageOverview>;
  readonly emails: Emails;
  /** For jobs, which are stored next to the keys. */
  readonly database: Database;
  /** The newest first; only those of `subject` when it is given. */
  audit(query: AuditQuery): Promise<Page<AuditView>>;
  readonly stores: readonly Store[];
  close(): Promise<void>;
}

export interface Emails {
  waiting(): Promise<WaitingEmails>;
  /** The newest first. */
  list(query: EmailQuery): Promise<Page<EmailView>>;
  /** Reports the result of every later delivery attempt of this process; the listener must not throw. */
  watch(listener: (result: DeliveryResult) => void): void;
}

/**
 * Opens the stores. Rejects with `service_unavailable` when one cannot be opened or is damaged. What connects to
 * PostgreSQL, Redis and SMTP is loaded where it is used: a service without them starts sooner, in less memory.
 */
export async function openAccess(options: AccessOptions): Promise<Access> {
  const { mail, sendEmails = true } = options;
  const database = await openDatabase(options);
  const mailer = mail && sendEmails ? await openMailer(mail) : undefined;
  return accessTo(database, await openRateLimiter(options), mailer, options);
}

async function openDatabase(options: AccessOptions): Promise<Database> {
  const { dataDir, databaseUrl: url, databaseConnections: maxConnections } = options;
  const { existing, startTimeoutMs, onWaiting } = options;
  if (url === undefined) return openSqlite({ dataDir, existing });
  const { openPostgres } = await import('../store/postgres.ts');
  return openPostgres({ url, maxConnections, existing, startTimeoutMs, onWaiting });
}

async function openMailer({ smtpUrl: url, from, allowPlaintext }: MailOptions): Promise<Mailer> {
  const { smtpMailer } = await import('./mail/smtp-mailer.ts');
  return smtpMailer({ url, from, allowPlaintext });
}

/** `mailer`: undefined where this process sends no e-mails. */
function accessTo(database: Database, limits: OpenLimits, mailer: Mailer | undefined, options: AccessOptions): Access {
  const { mail } = options;
  const now = options.now ?? Date.now;
  const settings = { now, defaultLimit: options.defaultLimit };
  const lookup = databaseLookup(database);
  // Reading the embedded database is as fast as reading a cache: with ages of 0 the cache only remembers known keys.
  const cached = cachedLookup(lookup, database.shared ? { now } : { now, freshMs: 0, staleMs: 0 });
  const usageRecorder = new UsageRecorder(database, now);
  const listeners: ((result: DeliveryResult) => void)[] = [];
  const onResult = (result: DeliveryResult) => {
    for (const listener of listeners) listener(result);
  };
  const links = { dashboardUrl: mail?.dashboardUrl, checkoutUrl: mail?.checkoutUrl };
  const worker = mailer && startOutboxWorker(database, { ...links, mailer, now, onResult });
  const mailing = { canMail: mail !== undefined, onMail: () => worker?.wake() };
  return {
    authenticator: new StoredKeyAuthenticator(cached, settings),
    rateLimiter: limits.limiter,
    usageRecorder,
    keys: new KeyStore(database, { ...settings, ...mailing }),
    customers: new CustomerStore(database, now),
    deleteCustomer: (id, actor) => deleteCustomer(database, id, { actor, now: now() }),
    prune: () => prune(database, options.retention ?? KEEP_ALL, now()),
    plans: new PlanStore(database, now),
    operators: new OperatorStore(database, now),
    idempotency: new Idempotency(database, now),
    subscriptions: new SubscriptionStore(database, { now, ...mailing }),
    usage: (keyId, days) => usageOfKey(database, keyId, days, now()),
    usageOverview: () => usageOverview(database, now()),
    emails: {
      waiting: () => waitingEmails(database),
      list: (query) => listEmails(database, query),
      watch: (listener) => void listeners.push(listener),
    },
    database,
    audit: (query) => listAudit(database, query),
    stores: [databaseStore(database), ...limits.stores],
    close: async () => {
      await worker?.close();
      await usageRecorder.close();
      await limits.close();
      await database.close();
    },
  };
}

function startOutboxWorker(database: Database, options: OutboxWorkerOptions): OutboxWorker {
  const worker = new OutboxWorker(database, options);
  worker.wake();
  return worker;
}

function databaseStore(database: Database): Store {
  // A statement that reads the file or asks the server; SQLite would answer SELECT 1 without reading anything.
  return { name: 'database', check: async () => void (await database.query('SELECT version FROM schema_version')) };
}

interface OpenLimits {
  readonly limiter: RateLimiter;
  readonly stores: readonly Store[];
  close(): Promise<void>;
}

async function openRateLimiter(options: AccessOptions): Promise<OpenLimits> {
  const now = options.now ?? Date.now;
  if (options.redisUrl === undefined) {
    return { limiter: new MemoryRateLimiter(now), stores: [], close: async () => undefined };
  }
  const { RedisRateLimiter } = await import('./redis-rate-limiter.ts');
  const limiter = new RedisRateLimiter({ url: options.redisUrl, onLoss: options.onRedisLoss ?? 'refuse', now });
  await limiter.ready(REDIS_START_MS);
  return { limiter, stores: [{ name: 'redis', check: () => limiter.check() }], close: () => limiter.close() };
}
