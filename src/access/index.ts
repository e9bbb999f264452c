import { ActivityRecorder } from './activity.ts';
import { type AuditView, listAudit } from './audit.ts';
import { databaseLookup, StoredKeyAuthenticator } from './authenticator.ts';
import { BillingDesk } from './billing/desk.ts';
import { cachedLookup } from './cached-lookup.ts';
import { CustomerDirectory } from './customers.ts';
import { KeyRegistry } from './key-registry.ts';
import { type LetterQuery, type LetterView, listLetters } from './mail/letter-book.ts';
import { type LetterEnding, Postman, type PostmanOptions } from './mail/postman.ts';
import { smtpMailer } from './mail/smtp-mailer.ts';
import { MemoryRateLimiter } from './memory-rate-limiter.ts';
import { PlanCatalog } from './plans.ts';
import { type OnRedisLoss, RedisRateLimiter } from './redis-rate-limiter.ts';
import { openPostgres } from './sql/postgres.ts';
import { openSqlite } from './sql/sqlite.ts';
import type { Database } from './sql/types.ts';
import { SubscriptionBook } from './subscription-book.ts';
import type { KeyAuthenticator, RateLimiter } from './types.ts';
import { type UsageDay, usageOfKey } from './usage.ts';

export { adminTokenCheck } from './admin-token.ts';
export type { Actor, AuditView } from './audit.ts';
export type { BillingDesk, BillingOutcome, BillingResult } from './billing/desk.ts';
export { billingEventSchema } from './billing/events.ts';
export { SIGNATURE_HEADER, signBody } from './billing/signature.ts';
export { parseTime } from './checks.ts';
export type { CustomerDirectory, CustomerSearch, CustomerView } from './customers.ts';
export type { CreatedKey } from './key-life.ts';
export type { KeyRegistry, NewKeyInput, RevokedKey, RotatedKey } from './key-registry.ts';
export type { KeyState, KeyView } from './key-row.ts';
export { LETTER_STATES, type LetterQuery, type LetterView } from './mail/letter-book.ts';
export type { LetterEnding } from './mail/postman.ts';
export type { PlanCatalog, PlanView } from './plans.ts';
export { type DatabaseProbe, probeDatabase, probeRedis } from './probe-stores.ts';
export type {
  NewSubscriptionResult,
  SubscriptionBook,
  SubscriptionInput,
  SubscriptionView,
} from './subscription-book.ts';
export * from './types.ts';
export type { UsageDay } from './usage.ts';

const REDIS_START_MS = 2000;

export interface MailOptions {
  readonly smtpUrl: string;
  /** Sender of the letters. */
  readonly from: string;
  /** Whether letters may go out unencrypted to a server that offers no TLS. */
  readonly allowPlaintext?: boolean | undefined;
  /** Both stand in the letter. */
  readonly dashboardUrl: string;
  readonly checkoutUrl: string;
}

export interface AccessOptions {
  /** Folder of the embedded database, made when missing; not used with a `databaseUrl`. */
  readonly dataDir: string;
  /** Requests per minute for a key that has no limit of its own. */
  readonly defaultLimit: number;
  /** `postgres://...`: keys of several replicas. */
  readonly databaseUrl?: string | undefined;
  /** How long to wait at start for a PostgreSQL that is not there yet; 30 s by default. */
  readonly startTimeoutMs?: number | undefined;
  /** `redis://...`: one count for several replicas. */
  readonly redisUrl?: string | undefined;
  readonly onRedisLoss?: OnRedisLoss | undefined;
  /** Without it keys are given in answers, and those to be sent wait in the outbox. */
  readonly mail?: MailOptions | undefined;
  /** False where another process empties the outbox that this one fills; true by default. */
  readonly sendLetters?: boolean | undefined;
  /** Shared with the sender of billing events; without it none are taken. */
  readonly billingSecret?: string | undefined;
  /** Unix milliseconds; the system's clock by default. */
  readonly now?: () => number;
}

export interface Access {
  readonly authenticator: KeyAuthenticator;
  readonly rateLimiter: RateLimiter;
  /** Counts a request of a key, in memory: never waits, never fails. */
  readonly activity: Pick<ActivityRecorder, 'record' | 'flush'>;
  readonly keys: KeyRegistry;
  readonly customers: CustomerDirectory;
  readonly plans: PlanCatalog;
  readonly subscriptions: SubscriptionBook;
  readonly billing: BillingDesk | undefined;
  /** Of the last `days` days, today included, of a key and those it was rotated from and to. */
  usage(keyId: string, days: number): Promise<readonly UsageDay[]>;
  readonly letters: Letters;
  /** The newest `count` lines, of one subject when it is named. */
  audit(count: number, subject?: string): Promise<readonly AuditView[]>;
  /** Rejects with `service_unavailable` when the key database cannot be asked now. */
  check(): Promise<void>;
  /** Writes what is only in memory and lets go of everything. */
  close(): Promise<void>;
}

export interface Letters {
  /** The newest first. */
  list(query: LetterQuery): Promise<readonly LetterView[]>;
  /** Tells of every attempt of this process from now on; the listener must not throw. */
  watch(listener: (ending: LetterEnding) => void): void;
}

/** Opens the stores. Rejects with `service_unavailable` when one cannot be opened or is damaged. */
export async function openAccess(options: AccessOptions): Promise<Access> {
  const { dataDir, databaseUrl: url, startTimeoutMs } = options;
  const database = await (url === undefined ? openSqlite({ dataDir }) : openPostgres({ url, startTimeoutMs }));
  return accessTo(database, await openRateLimiter(options), options);
}

function accessTo(
  database: Database,
  limits: { limiter: RateLimiter; close(): Promise<void> },
  options: AccessOptions,
) {
  const now = options.now ?? Date.now;
  const settings = { now, defaultLimit: options.defaultLimit };
  const lookup = databaseLookup(database);
  // The embedded database is asked at every request: it is as near as a cache would be, which then only remembers.
  const cached = cachedLookup(lookup, database.dialect === 'postgres' ? { now } : { now, freshMs: 0, staleMs: 0 });
  const activity = new ActivityRecorder(database, { now });
  const listeners: ((ending: LetterEnding) => void)[] = [];
  const onEnding = (ending: LetterEnding) => {
    for (const listener of listeners) listener(ending);
  };
  const { billingSecret: secret, mail, sendLetters = true } = options;
  const postman = mail && sendLetters ? openPostman(database, mail, { now, onEnding }) : undefined;
  const mailing = { canMail: mail !== undefined, onMail: () => postman?.wake() };
  const access: Access = {
    authenticator: new StoredKeyAuthenticator(cached, settings),
    rateLimiter: limits.limiter,
    activity,
    keys: new KeyRegistry(database, { ...settings, ...mailing }),
    customers: new CustomerDirectory(database, now),
    plans: new PlanCatalog(database, now),
    subscriptions: new SubscriptionBook(database, { now, ...mailing }),
    billing: secret === undefined ? undefined : new BillingDesk(database, { secret, now, onMail: mailing.onMail }),
    usage: (keyId, days) => usageOfKey(database, keyId, { days, now: now() }),
    letters: {
      list: (query) => listLetters(database, query),
      watch: (listener) => void listeners.push(listener),
    },
    audit: (count, subject) => listAudit(database, count, subject),
    check: async () => void (await database.query('SELECT 1')),
    close: async () => {
      await postman?.close();
      await activity.close();
      await limits.close();
      await database.close();
    },
  };
  return access;
}

function openPostman(
  database: Database,
  { smtpUrl: url, ...mail }: MailOptions,
  run: Pick<PostmanOptions, 'now' | 'onEnding'>,
): Postman {
  const { from, allowPlaintext, dashboardUrl, checkoutUrl } = mail;
  const mailer = smtpMailer({ url, from, allowPlaintext });
  const postman = new Postman(database, { ...run, mailer, dashboardUrl, checkoutUrl });
  postman.wake();
  return postman;
}

async function openRateLimiter(options: AccessOptions): Promise<{ limiter: RateLimiter; close(): Promise<void> }> {
  const now = options.now ?? Date.now;
  if (options.redisUrl === undefined) return { limiter: new MemoryRateLimiter(now), close: async () => undefined };
  const limiter = new RedisRateLimiter({ url: options.redisUrl, onLoss: options.onRedisLoss ?? 'refuse', now });
  await limiter.ready(REDIS_START_MS);
  return { limiter, close: () => limiter.close() };
}
