import type { SubscriptionStatus } from '../contract/records.ts';
import type { Database } from '../store/database.ts';
import type { Actor } from './audit.ts';
import { checkStatus, invalid } from './checks.ts';
import { type CreatedKey, issueKey } from './key-lifecycle.ts';
import { effectiveStatus } from './key-row.ts';
import { enqueueKeyMail } from './mail/outbox.ts';
import { requireRow } from './position.ts';
import { insertSubscription, type SubscriptionRow, updateSubscription } from './subscriptions.ts';
import { toIso, toIsoOrNull } from './time.ts';

export interface SubscriptionView {
  readonly id: string;
  readonly customerId: string;
  readonly plan: string;
  /** The current status: `expired` once the period of an active subscription has ended. */
  readonly status: SubscriptionStatus;
  /** ISO 8601; `null` for endless. */
  readonly periodEnd: string | null;
  readonly externalRef: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface SubscriptionInput {
  readonly customerId: string;
  readonly plan: string;
  readonly status?: string;
  /** Unix milliseconds. */
  readonly periodEnd?: number | undefined;
  readonly externalRef?: string | undefined;
  /** Default: by e-mail when the service can send it and the customer has an address, otherwise in the response. */
  readonly deliverKey?: 'email' | 'response';
}

export interface NewSubscriptionResult {
  readonly subscription: SubscriptionView;
  /** Absent when the key is sent by e-mail. */
  readonly key?: CreatedKey;
}

export interface SubscriptionStoreOptions {
  readonly now: () => number;
  /** Whether e-mails are sent, by this process or another. */
  readonly canMail: boolean;
  /** Called after something was put into the outbox. */
  readonly onMail: () => void;
}

/** Subscriptions: status, period and plan of a customer. Creating one issues its first key. */
export class SubscriptionStore {
  readonly #database: Database;
  readonly #options: SubscriptionStoreOptions;

  constructor(database: Database, options: SubscriptionStoreOptions) {
    this.#database = database;
    this.#options = options;
  }

  /** Throws `invalid_request`, and `not_found` for an unknown customer or plan. */
  async create(input: SubscriptionInput, actor: Actor): Promise<NewSubscriptionResult> {
    const change = { actor, now: this.#options.now() };
    const status = checkStatus('status', input.status ?? 'active');
    const result = await this.#database.transaction(async (sql) => {
      const customer = await requireRow<{ name: string; email: string | null }>(sql, 'customers', input.customerId);
      const mails = this.#mails(customer.email, input.deliverKey);
      const id = await insertSubscription(sql, { ...input, status }, change);
      if (id === undefined) {
        throw invalid('external_ref', `Expected external_ref to be new, got "${input.externalRef}", which is taken.`);
      }
      const issue = { subscriptionId: id, name: customer.name };
      if (mails) await enqueueKeyMail(sql, { subscriptionId: id, keyName: customer.name }, change);
      const key = mails ? undefined : await issueKey(sql, issue, change);
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

  /** `periodEnd`: Unix milliseconds, `null` for endless; absent: unchanged. Throws `not_found`, `invalid_request`. */
  async update(
    id: string,
    input: { status?: string; periodEnd?: number | null; plan?: string },
    actor: Actor,
  ): Promise<SubscriptionView> {
    const change = { actor, now: this.#options.now() };
    const status = input.status === undefined ? undefined : checkStatus('status', input.status);
    return this.#database.transaction(
      async (sql) => {
        await updateSubscription(sql, { id, status, periodEnd: input.periodEnd, plan: input.plan }, change);
        return this.#view(await requireRow<SubscriptionRow>(sql, 'subscriptions', id));
      },
      { usesReserve: true },
    );
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
      throw invalid('deliver_key', `Expected a way to send the key by e-mail, got none: ${reason}.`);
    }
    return asked === undefined ? possible : asked === 'email';
  }

  #view(row: SubscriptionRow): SubscriptionView {
    return {
      id: row.id,
      customerId: row.customer_id,
      plan: row.plan_id,
      status: effectiveStatus(row, this.#options.now()),
      periodEnd: toIsoOrNull(row.period_end),
      externalRef: row.external_ref,
      createdAt: toIso(row.created_at),
      updatedAt: toIso(row.updated_at),
    };
  }
}
