import { invalidField } from '../contract/errors.ts';
import type { RecordBody, SubscriptionStatus } from '../contract/records.ts';
import { type Database, onReserve, type Sql } from '../store/database.ts';
import { type Actor, type Change, recordAudit } from './audit.ts';
import { checkStatus, checkText } from './checks.ts';
import { randomText } from './key-format.ts';
import { issueKey } from './key-lifecycle.ts';
import { effectiveStatus } from './key-row.ts';
import { enqueueKeyMail } from './mail/outbox.ts';
import { requireRow, toIsoOrNull, withIsoTimes } from './rows.ts';

export type SubscriptionView = RecordBody<'Subscription'>;

export interface SubscriptionInput extends Omit<NewSubscription, 'status'> {
  readonly status?: string;
  /** Default: by e-mail when the service can send it and the customer has an address, otherwise in the response. */
  readonly deliver_key?: 'email' | 'response';
}

export interface SubscriptionStoreOptions {
  readonly now: () => number;
  readonly canMail: boolean;
  readonly onMail: () => void;
}

export class SubscriptionStore {
  readonly #database: Database;
  readonly #options: SubscriptionStoreOptions;

  constructor(database: Database, options: SubscriptionStoreOptions) {
    this.#database = database;
    this.#options = options;
  }

  /** Throws `invalid_request`, and `not_found` for an unknown customer or plan. */
  async create(input: SubscriptionInput, actor: Actor): Promise<RecordBody<'NewSubscription'>> {
    const change = { actor, now: this.#options.now() };
    const status = checkStatus('status', input.status ?? 'active');
    const result = await this.#database.transaction(async (sql) => {
      const customer = await requireRow<{ name: string; email: string | null }>(sql, 'customers', input.customer_id);
      const mails = this.#mails(customer.email, input.deliver_key);
      const id = await insertSubscription(sql, { ...input, status }, change);
      if (id === undefined) {
        throw invalidField(
          'external_ref',
          `The external_ref "${input.external_ref}" belongs to another subscription. Use another one.`,
        );
      }
      if (mails) await enqueueKeyMail(sql, { subscriptionId: id, keyName: customer.name }, change);
      const key = mails ? undefined : await issueKey(sql, { subscription_id: id, name: customer.name }, change);
      return {
        subscription: this.#view(await requireRow<SubscriptionRow>(sql, 'subscriptions', id)),
        ...(key && { key }),
      };
    });
    if (!result.key) this.#options.onMail();
    return result;
  }

  /** Throws `not_found`. */
  async show(id: string): Promise<SubscriptionView> {
    return this.#view(await requireRow<SubscriptionRow>(this.#database, 'subscriptions', id));
  }

  /** The newest first. */
  async list(customerId: string): Promise<readonly SubscriptionView[]> {
    const rows = await this.#database.query<SubscriptionRow>(
      'SELECT * FROM subscriptions WHERE customer_id = $1 ORDER BY created_at DESC, id',
      [customerId],
    );
    return rows.map((row) => this.#view(row));
  }

  /** `period_end`: Unix milliseconds, `null` for endless; absent: unchanged. Throws `not_found`, `invalid_request`. */
  async update(
    id: string,
    input: Omit<SubscriptionUpdate, 'id' | 'status'> & { readonly status?: string },
    actor: Actor,
  ): Promise<SubscriptionView> {
    const change = { actor, now: this.#options.now() };
    const status = input.status === undefined ? undefined : checkStatus('status', input.status);
    return onReserve(this.#database, async (sql) => {
      await updateSubscription(sql, { ...input, id, status }, change);
      return this.#view(await requireRow<SubscriptionRow>(sql, 'subscriptions', id));
    });
  }

  /** Sends another key to the customer's address. Throws `not_found`, `invalid_request`. */
  async mailKey(id: string, actor: Actor): Promise<void> {
    await this.#database.transaction(async (sql) => {
      const { customer_id } = await requireRow<SubscriptionRow>(sql, 'subscriptions', id);
      const customer = await requireRow<{ name: string; email: string | null }>(sql, 'customers', customer_id);
      this.#mails(customer.email, 'email');
      const mail = { subscriptionId: id, keyName: customer.name };
      await enqueueKeyMail(sql, mail, { actor, now: this.#options.now() });
    });
    this.#options.onMail();
  }

  #mails(email: string | null, asked: 'email' | 'response' | undefined): boolean {
    const possible = email !== null && this.#options.canMail;
    if (asked === 'email' && !possible) {
      const reason = email === null ? 'the customer has no address' : 'SMTP_URL is not set';
      throw invalidField('deliver_key', `The key cannot be sent by e-mail: ${reason}.`);
    }
    return asked === undefined ? possible : asked === 'email';
  }

  #view(row: SubscriptionRow): SubscriptionView {
    const { id, customer_id, plan_id: plan, period_end, external_ref, created_at, updated_at } = row;
    const status = effectiveStatus(row, this.#options.now());
    return withIsoTimes({ id, customer_id, plan, status, period_end, external_ref, created_at, updated_at });
  }
}

export const STANDARD_PLAN = 'standard';

/** Times are Unix milliseconds. */
export type SubscriptionRow = {
  readonly id: string;
  readonly customer_id: string;
  readonly plan_id: string;
  readonly status: SubscriptionStatus;
  /** `null` for endless. */
  readonly period_end: number | null;
  readonly external_ref: string | null;
  readonly created_at: number;
  readonly updated_at: number;
};

export interface NewSubscription {
  readonly customer_id: string;
  readonly plan: string;
  readonly status: SubscriptionStatus;
  /** Unix milliseconds; endless when absent. */
  readonly period_end?: number | undefined;
  /** The payment provider's id. */
  readonly external_ref?: string | undefined;
}

/** The new subscription's id; `undefined` when the ref is taken. Throws `not_found` for an unknown customer or plan. */
export async function insertSubscription(
  sql: Sql,
  input: NewSubscription,
  { actor, now }: Change,
): Promise<string | undefined> {
  const { customer_id: customer, plan, status, period_end = null, external_ref } = input;
  await requireRow(sql, 'customers', customer);
  await requireRow(sql, 'plans', plan);
  const ref = external_ref === undefined ? null : checkText('external_ref', external_ref);
  const [row] = await sql.query<{ id: string }>(
    `INSERT INTO subscriptions
        (id, customer_id, plan_id, status, period_end, external_ref, created_at, updated_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $7) ON CONFLICT (external_ref) DO NOTHING RETURNING id`,
    [`sub_${randomText(14)}`, customer, plan, status, period_end, ref, now],
  );
  if (!row) return undefined;
  const detail = { customer, plan, status, period_end };
  await recordAudit(sql, now, { actor, action: 'subscription.create', subject: row.id, detail });
  return row.id;
}

export interface SubscriptionUpdate {
  readonly id: string;
  /** Absent fields stay as they are. */
  readonly status?: SubscriptionStatus | undefined;
  /** Unix milliseconds, `null` for endless. */
  readonly period_end?: number | null | undefined;
  readonly plan?: string | undefined;
}

/**
 * Sets status, period end and plan. A subscription that is set to active after its period ended would expire at once:
 * unless a period end is given, it becomes endless.
 * Throws `not_found`.
 */
export async function updateSubscription(sql: Sql, update: SubscriptionUpdate, { actor, now }: Change): Promise<void> {
  const before = await lockSubscription(sql, update.id, now);
  const status = update.status ?? before.status;
  const opens = update.status === 'active' || update.status === 'trialing';
  const ended = before.period_end !== null && before.period_end <= now;
  const kept = opens && ended ? null : before.period_end;
  const periodEnd = update.period_end === undefined ? kept : update.period_end;
  const plan = update.plan ?? before.plan_id;
  await requireRow(sql, 'plans', plan);
  await sql.query('UPDATE subscriptions SET status = $2, period_end = $3, plan_id = $4 WHERE id = $1', [
    update.id,
    status,
    periodEnd,
    plan,
  ]);
  const detail = {
    from: before.status,
    to: status,
    period_end_from: toIsoOrNull(before.period_end),
    period_end: toIsoOrNull(periodEnd),
    plan_from: before.plan_id,
    plan,
  };
  await recordAudit(sql, now, { actor, action: 'subscription.update', subject: update.id, detail });
}

/** The row, which no other transaction changes until this one ends. Throws `not_found`. */
async function lockSubscription(sql: Sql, id: string, now: number): Promise<SubscriptionRow> {
  await requireRow(sql, 'subscriptions', id);
  await sql.query('UPDATE subscriptions SET updated_at = $2 WHERE id = $1', [id, now]);
  return requireRow<SubscriptionRow>(sql, 'subscriptions', id);
}
